package asynclab.wire;

import asynclab.lab.Server;

class WaitingOnJettyIT extends WaitingContract {
    @Override
    Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
