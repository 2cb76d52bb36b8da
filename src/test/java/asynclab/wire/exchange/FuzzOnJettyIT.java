package asynclab.wire.exchange;

import asynclab.server.ServerSettings;
import asynclab.server.Server;

class FuzzOnJettyIT extends FuzzContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
