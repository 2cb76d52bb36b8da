package asynclab.wire.composition;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class CompositionStopOnTomcatIT extends CompositionStopContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
