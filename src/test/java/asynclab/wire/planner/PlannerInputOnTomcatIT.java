package asynclab.wire.planner;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class PlannerInputOnTomcatIT extends PlannerInputContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
