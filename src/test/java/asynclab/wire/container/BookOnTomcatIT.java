package asynclab.wire.container;

import asynclab.server.Server;

class BookOnTomcatIT extends BookContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
