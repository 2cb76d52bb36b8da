package asynclab.wire.web;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class MetricsOnTomcatIT extends MetricsContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
