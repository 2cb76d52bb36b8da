package asynclab.wire.web;

import asynclab.server.Server;

class MetricsOnJettyIT extends MetricsContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
