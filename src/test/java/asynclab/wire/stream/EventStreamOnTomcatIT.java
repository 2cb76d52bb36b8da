package asynclab.wire.stream;

import asynclab.server.Server;

class EventStreamOnTomcatIT extends EventStreamContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
