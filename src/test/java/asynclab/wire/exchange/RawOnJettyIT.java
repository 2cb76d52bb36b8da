package asynclab.wire.exchange;

import asynclab.server.Server;

class RawOnJettyIT extends RawContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
