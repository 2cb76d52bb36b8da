package asynclab.wire.pattern;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class HoldOnJettyIT extends HoldContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
