package asynclab.wire;

import asynclab.lab.Server;

class PatternsOnJettyIT extends PatternsContract {
    @Override
    Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
