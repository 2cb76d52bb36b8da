package asynclab.wire.slow;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class SlowClientsOnJettyIT extends SlowClientsContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
