package asynclab.wire.planner;

import asynclab.server.Server;

class PlannerInputOnTomcatIT extends PlannerInputContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
