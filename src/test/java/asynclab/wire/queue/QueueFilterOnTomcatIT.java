package asynclab.wire.queue;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class QueueFilterOnTomcatIT extends QueueFilterContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
