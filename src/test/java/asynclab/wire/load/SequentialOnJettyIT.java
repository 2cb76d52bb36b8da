package asynclab.wire.load;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class SequentialOnJettyIT extends SequentialContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
