package asynclab.wire.pattern;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class FaultOnTomcatIT extends FaultContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
