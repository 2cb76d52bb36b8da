package asynclab.wire.exchange;

import asynclab.server.Server;

class RawOnTomcatIT extends RawContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
