package asynclab.wire.pattern;

import asynclab.server.Server;

class PatternsOnTomcatIT extends PatternsContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
