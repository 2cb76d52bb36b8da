package asynclab.wire.stream;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class EventStreamOnTomcatIT extends EventStreamContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
