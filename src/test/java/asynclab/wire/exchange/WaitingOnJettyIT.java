package asynclab.wire.exchange;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class WaitingOnJettyIT extends WaitingContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
