package asynclab.wire.exchange;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class WaitingOnTomcatIT extends WaitingContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
