package asynclab.wire.pattern;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class FaultOnJettyIT extends FaultContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
