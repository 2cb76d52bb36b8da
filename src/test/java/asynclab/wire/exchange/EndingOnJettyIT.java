package asynclab.wire.exchange;

import asynclab.server.Server;

class EndingOnJettyIT extends EndingContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
