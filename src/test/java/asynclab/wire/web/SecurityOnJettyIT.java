package asynclab.wire.web;

import asynclab.server.Server;

class SecurityOnJettyIT extends SecurityContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
