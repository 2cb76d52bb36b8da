package asynclab.wire.load;

import asynclab.server.Server;

class BackendOnJettyIT extends BackendContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
