package asynclab.wire.load;

import asynclab.server.Server;

class BackendOnTomcatIT extends BackendContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
