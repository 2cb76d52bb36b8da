package asynclab.wire;

import asynclab.lab.Server;

class PredictOnTomcatIT extends PredictContract {
    @Override
    Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
