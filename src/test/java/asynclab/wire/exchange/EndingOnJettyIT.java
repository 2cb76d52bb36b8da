package asynclab.wire.exchange;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class EndingOnJettyIT extends EndingContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
