package asynclab.wire.load;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class SequentialOnTomcatIT extends SequentialContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
