package asynclab.wire.planner;

import asynclab.server.Server;

class PredictOnTomcatIT extends PredictContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
