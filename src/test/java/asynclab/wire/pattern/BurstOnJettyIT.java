package asynclab.wire.pattern;

import asynclab.server.Server;

class BurstOnJettyIT extends BurstContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
