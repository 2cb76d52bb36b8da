package asynclab.wire.pattern;

import asynclab.server.Server;

class CompositionOnJettyIT extends CompositionContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
