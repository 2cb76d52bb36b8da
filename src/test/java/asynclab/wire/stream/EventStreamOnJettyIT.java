package asynclab.wire.stream;

import asynclab.server.Server;

class EventStreamOnJettyIT extends EventStreamContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
