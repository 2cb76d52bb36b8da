package asynclab.wire.load;

import asynclab.server.Server;

class SlowClientsOnTomcatIT extends SlowClientsContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
