package asynclab.wire.slow;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class SlowClientsOnTomcatIT extends SlowClientsContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
