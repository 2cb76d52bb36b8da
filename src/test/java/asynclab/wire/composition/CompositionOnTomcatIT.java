package asynclab.wire.composition;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class CompositionOnTomcatIT extends CompositionContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
