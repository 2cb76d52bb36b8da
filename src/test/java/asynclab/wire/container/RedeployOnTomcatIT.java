package asynclab.wire.container;

import asynclab.server.Server;

class RedeployOnTomcatIT extends RedeployContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
