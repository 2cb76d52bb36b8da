package asynclab.wire.composition;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class CompositionOnJettyIT extends CompositionContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
