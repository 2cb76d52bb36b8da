package asynclab.wire;

import asynclab.lab.Server;

class CompositionOnJettyIT extends CompositionContract {
    @Override
    Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
