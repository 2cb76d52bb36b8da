package asynclab.wire.web;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class SecurityOnTomcatIT extends SecurityContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
