package asynclab.wire.planner;

import asynclab.server.Server;

class PlannerInputOnJettyIT extends PlannerInputContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
