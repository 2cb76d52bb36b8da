package asynclab.wire.exchange;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class FuzzOnJettyIT extends FuzzContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
