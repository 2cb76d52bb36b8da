package asynclab.wire.exchange;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class RawOnTomcatIT extends RawContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
