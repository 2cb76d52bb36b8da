package asynclab.wire.load;

import asynclab.server.Server;

class OverloadOnJettyIT extends OverloadContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
