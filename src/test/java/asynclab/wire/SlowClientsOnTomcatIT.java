package asynclab.wire;

import asynclab.lab.Server;

class SlowClientsOnTomcatIT extends SlowClientsContract {
    @Override
    Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
