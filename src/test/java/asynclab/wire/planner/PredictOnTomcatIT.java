package asynclab.wire.planner;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class PredictOnTomcatIT extends PredictContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
