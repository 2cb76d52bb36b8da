package asynclab.wire;

import asynclab.lab.Server;

class FaultOnJettyIT extends FaultContract {
    @Override
    Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
