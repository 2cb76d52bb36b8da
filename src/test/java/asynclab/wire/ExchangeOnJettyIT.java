package asynclab.wire;

import asynclab.lab.Server;

class ExchangeOnJettyIT extends ExchangeContract {
    @Override
    Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
