package asynclab.wire.composition;

import asynclab.server.Server;

class CompositionStopOnTomcatIT extends CompositionStopContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
