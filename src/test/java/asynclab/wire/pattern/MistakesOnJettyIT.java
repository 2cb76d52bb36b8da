package asynclab.wire.pattern;

import asynclab.server.Server;

class MistakesOnJettyIT extends MistakesContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
