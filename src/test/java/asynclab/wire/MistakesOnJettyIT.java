package asynclab.wire;

import asynclab.lab.Server;

class MistakesOnJettyIT extends MistakesContract {
    @Override
    Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
