package asynclab.wire.composition;

import asynclab.server.Server;

class CompositionOnJettyIT extends CompositionContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
