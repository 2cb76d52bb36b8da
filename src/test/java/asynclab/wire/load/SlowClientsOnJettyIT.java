package asynclab.wire.load;

import asynclab.server.Server;

class SlowClientsOnJettyIT extends SlowClientsContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
