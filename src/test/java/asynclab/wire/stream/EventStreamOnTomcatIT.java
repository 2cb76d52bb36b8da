package asynclab.wire.stream;

import asynclab.server.ServerSettings;
import asynclab.server.Server;

class EventStreamOnTomcatIT extends EventStreamContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
