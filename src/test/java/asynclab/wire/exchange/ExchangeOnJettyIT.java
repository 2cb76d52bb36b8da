package asynclab.wire.exchange;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class ExchangeOnJettyIT extends ExchangeContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
