package asynclab.wire.pattern;

import asynclab.server.Server;

class PatternsOnJettyIT extends PatternsContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
