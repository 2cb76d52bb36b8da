package asynclab.wire;

import asynclab.lab.Server;

class SlowClientsOnJettyIT extends SlowClientsContract {
    @Override
    Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
