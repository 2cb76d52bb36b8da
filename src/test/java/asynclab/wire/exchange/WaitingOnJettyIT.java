package asynclab.wire.exchange;

import asynclab.server.Server;

class WaitingOnJettyIT extends WaitingContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
