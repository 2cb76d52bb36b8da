package asynclab.wire.slow;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class StillSendingOnTomcatIT extends StillSendingContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
