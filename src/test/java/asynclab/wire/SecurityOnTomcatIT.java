package asynclab.wire;

import asynclab.lab.Server;

class SecurityOnTomcatIT extends SecurityContract {
    @Override
    Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
