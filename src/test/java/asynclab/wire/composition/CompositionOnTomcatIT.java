package asynclab.wire.composition;

import asynclab.server.Server;

class CompositionOnTomcatIT extends CompositionContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
