package asynclab.wire.pattern;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class PatternsOnTomcatIT extends PatternsContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
