package asynclab.wire;

import asynclab.lab.Server;

class OverloadOnJettyIT extends OverloadContract {
    @Override
    Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
