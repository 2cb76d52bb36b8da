package asynclab.wire.exchange;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class EndingOnTomcatIT extends EndingContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
