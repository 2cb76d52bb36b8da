package asynclab.wire.exchange;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class FuzzOnTomcatIT extends FuzzContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
