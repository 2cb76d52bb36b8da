package asynclab.wire;

import asynclab.lab.Server;

class BackendOnJettyIT extends BackendContract {
    @Override
    Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
