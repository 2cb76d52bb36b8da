package asynclab.wire.exchange;

import asynclab.server.Server;

class WaitingOnTomcatIT extends WaitingContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
