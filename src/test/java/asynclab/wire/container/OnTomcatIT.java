package asynclab.wire.container;

import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.wire.exchange.WireContract;

class OnTomcatIT extends WireContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }

    @Override
    protected ServerSettings settings() {
        return fresh("");
    }
}
