package asynclab.wire.pattern;

import asynclab.server.Server;

class FaultOnJettyIT extends FaultContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
