package asynclab.wire.planner;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class LogOnTomcatIT extends LogContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
