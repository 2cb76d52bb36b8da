package asynclab.wire.stream;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class EventStreamOnJettyIT extends EventStreamContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
