package asynclab.wire.pattern;

import asynclab.server.Server;

class BurstOnTomcatIT extends BurstContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
