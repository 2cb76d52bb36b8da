package asynclab.wire.composition;

import asynclab.server.ServerSettings;
import asynclab.server.Server;

class CompositionStopOnJettyIT extends CompositionStopContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
