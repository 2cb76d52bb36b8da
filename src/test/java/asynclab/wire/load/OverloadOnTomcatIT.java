package asynclab.wire.load;

import asynclab.server.Server;

class OverloadOnTomcatIT extends OverloadContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
