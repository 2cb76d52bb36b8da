package asynclab.wire.pattern;

import asynclab.server.Server;

class FaultOnTomcatIT extends FaultContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
