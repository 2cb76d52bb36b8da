package asynclab.wire;

import asynclab.lab.Server;

class SecurityOnJettyIT extends SecurityContract {
    @Override
    Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
