package asynclab.wire.exchange;

import asynclab.server.ServerSettings;
import asynclab.server.Server;

class FuzzOnTomcatIT extends FuzzContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
