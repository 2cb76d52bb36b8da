package asynclab.wire.load;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class OverloadOnTomcatIT extends OverloadContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
