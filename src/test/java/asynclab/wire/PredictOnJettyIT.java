package asynclab.wire;

import asynclab.lab.Server;

class PredictOnJettyIT extends PredictContract {
    @Override
    Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
