package asynclab.wire.container;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class BookOnTomcatIT extends BookContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
