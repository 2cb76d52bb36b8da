package asynclab.wire.stream;

import asynclab.server.ServerSettings;
import asynclab.server.Server;

class EventStreamOnJettyIT extends EventStreamContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
