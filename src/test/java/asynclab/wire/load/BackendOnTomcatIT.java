package asynclab.wire.load;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class BackendOnTomcatIT extends BackendContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
