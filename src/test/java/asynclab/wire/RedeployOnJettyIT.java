package asynclab.wire;

import asynclab.lab.Server;

class RedeployOnJettyIT extends RedeployContract {
    @Override
    Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
