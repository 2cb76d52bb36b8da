package asynclab.wire.web;

import asynclab.server.Server;

class MetricsOnTomcatIT extends MetricsContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
