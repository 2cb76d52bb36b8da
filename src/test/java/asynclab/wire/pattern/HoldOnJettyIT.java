package asynclab.wire.pattern;

import asynclab.server.Server;

class HoldOnJettyIT extends HoldContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
