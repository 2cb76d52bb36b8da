package asynclab.wire.pattern;

import asynclab.server.Server;

class CompositionOnTomcatIT extends CompositionContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
