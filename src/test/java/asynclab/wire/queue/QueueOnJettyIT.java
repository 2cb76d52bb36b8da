package asynclab.wire.queue;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class QueueOnJettyIT extends QueueContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
