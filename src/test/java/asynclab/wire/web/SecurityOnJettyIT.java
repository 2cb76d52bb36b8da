package asynclab.wire.web;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class SecurityOnJettyIT extends SecurityContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
