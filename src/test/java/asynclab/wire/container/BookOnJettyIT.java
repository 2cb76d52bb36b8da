package asynclab.wire.container;

import asynclab.server.Server;

class BookOnJettyIT extends BookContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
