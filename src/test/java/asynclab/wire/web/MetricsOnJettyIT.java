package asynclab.wire.web;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class MetricsOnJettyIT extends MetricsContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
