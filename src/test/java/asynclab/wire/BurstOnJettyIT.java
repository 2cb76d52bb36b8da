package asynclab.wire;

import asynclab.lab.Server;

class BurstOnJettyIT extends BurstContract {
    @Override
    Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
