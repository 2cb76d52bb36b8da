package asynclab.wire.composition;

import asynclab.server.Server;

class CompositionStopOnJettyIT extends CompositionStopContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
