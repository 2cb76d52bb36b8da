package asynclab.wire.planner;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class LogOnJettyIT extends LogContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
