package asynclab.wire.planner;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class PlannerInputOnJettyIT extends PlannerInputContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
