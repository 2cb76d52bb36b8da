package asynclab.wire.pattern;

import asynclab.server.Server;

class MistakesOnTomcatIT extends MistakesContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
