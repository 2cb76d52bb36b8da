package asynclab.wire.pattern;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class BurstOnTomcatIT extends BurstContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
