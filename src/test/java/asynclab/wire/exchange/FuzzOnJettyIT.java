package asynclab.wire.exchange;

import asynclab.server.Server;

class FuzzOnJettyIT extends FuzzContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
