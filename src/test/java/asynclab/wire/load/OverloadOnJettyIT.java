package asynclab.wire.load;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class OverloadOnJettyIT extends OverloadContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
