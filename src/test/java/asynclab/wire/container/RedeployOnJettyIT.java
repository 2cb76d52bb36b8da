package asynclab.wire.container;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class RedeployOnJettyIT extends RedeployContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
