package asynclab.wire.composition;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class CompositionStopOnJettyIT extends CompositionStopContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
