package asynclab.wire;

import asynclab.lab.Server;

class StreamingOnJettyIT extends StreamingContract {
    @Override
    Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
