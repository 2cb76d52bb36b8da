package asynclab.wire.pattern;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class BurstOnJettyIT extends BurstContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
