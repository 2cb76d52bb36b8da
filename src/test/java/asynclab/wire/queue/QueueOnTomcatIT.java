package asynclab.wire.queue;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class QueueOnTomcatIT extends QueueContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
