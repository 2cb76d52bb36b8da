package asynclab.wire.planner;

import asynclab.server.ServerSettings;
import asynclab.server.Server;

class PlannerInputOnJettyIT extends PlannerInputContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
