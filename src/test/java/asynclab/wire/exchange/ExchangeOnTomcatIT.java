package asynclab.wire.exchange;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class ExchangeOnTomcatIT extends ExchangeContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
