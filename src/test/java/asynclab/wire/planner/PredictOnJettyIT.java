package asynclab.wire.planner;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class PredictOnJettyIT extends PredictContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
