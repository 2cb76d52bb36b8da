package asynclab.wire.queue;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class QueueFilterOnJettyIT extends QueueFilterContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
