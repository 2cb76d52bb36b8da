package asynclab.wire.container;

import asynclab.server.Server;
import asynclab.wire.exchange.WireContract;

class OnTomcatIT extends WireContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
