package asynclab.wire.exchange;

import asynclab.server.Server;

class ExchangeOnTomcatIT extends ExchangeContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
