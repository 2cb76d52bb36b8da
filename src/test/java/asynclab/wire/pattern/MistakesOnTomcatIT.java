package asynclab.wire.pattern;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class MistakesOnTomcatIT extends MistakesContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
