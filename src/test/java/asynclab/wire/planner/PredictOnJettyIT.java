package asynclab.wire.planner;

import asynclab.server.Server;

class PredictOnJettyIT extends PredictContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
