package asynclab.wire.container;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class RedeployOnTomcatIT extends RedeployContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
