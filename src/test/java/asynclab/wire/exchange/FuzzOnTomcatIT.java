package asynclab.wire.exchange;

import asynclab.server.Server;

class FuzzOnTomcatIT extends FuzzContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
