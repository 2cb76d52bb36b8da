package asynclab.wire.web;

import asynclab.server.Server;

class SecurityOnTomcatIT extends SecurityContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
