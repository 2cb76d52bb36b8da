package asynclab.wire;

import asynclab.lab.Server;

class MetricsOnTomcatIT extends MetricsContract {
    @Override
    Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
