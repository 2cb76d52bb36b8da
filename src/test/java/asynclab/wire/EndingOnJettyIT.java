package asynclab.wire;

import asynclab.lab.Server;

class EndingOnJettyIT extends EndingContract {
    @Override
    Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
