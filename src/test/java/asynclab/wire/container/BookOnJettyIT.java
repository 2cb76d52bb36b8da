package asynclab.wire.container;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class BookOnJettyIT extends BookContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
