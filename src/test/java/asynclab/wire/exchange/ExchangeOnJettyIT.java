package asynclab.wire.exchange;

import asynclab.server.Server;

class ExchangeOnJettyIT extends ExchangeContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
