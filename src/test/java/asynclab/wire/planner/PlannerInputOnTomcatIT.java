package asynclab.wire.planner;

import asynclab.server.ServerSettings;
import asynclab.server.Server;

class PlannerInputOnTomcatIT extends PlannerInputContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
