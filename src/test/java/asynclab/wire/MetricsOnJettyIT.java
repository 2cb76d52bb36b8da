package asynclab.wire;

import asynclab.lab.Server;

class MetricsOnJettyIT extends MetricsContract {
    @Override
    Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
