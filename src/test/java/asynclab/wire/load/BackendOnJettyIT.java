package asynclab.wire.load;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class BackendOnJettyIT extends BackendContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
