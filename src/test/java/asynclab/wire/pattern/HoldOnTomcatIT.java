package asynclab.wire.pattern;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class HoldOnTomcatIT extends HoldContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
