package asynclab.wire;

import asynclab.lab.Server;

class OnJettyIT extends WireContract {
    @Override
    Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
