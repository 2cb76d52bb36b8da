package asynclab.wire.composition;

import asynclab.server.ServerSettings;
import asynclab.server.Server;

class CompositionStopOnTomcatIT extends CompositionStopContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
