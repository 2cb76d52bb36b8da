package asynclab.wire.exchange;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class RawOnJettyIT extends RawContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
