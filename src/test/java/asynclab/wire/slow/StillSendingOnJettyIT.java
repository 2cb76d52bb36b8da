package asynclab.wire.slow;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class StillSendingOnJettyIT extends StillSendingContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
