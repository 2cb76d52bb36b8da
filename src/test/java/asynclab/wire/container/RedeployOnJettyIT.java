package asynclab.wire.container;

import asynclab.server.Server;

class RedeployOnJettyIT extends RedeployContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
