package asynclab.wire;

import asynclab.lab.Server;

class RawOnJettyIT extends RawContract {
    @Override
    Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
