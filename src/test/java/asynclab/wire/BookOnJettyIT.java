package asynclab.wire;

import asynclab.lab.Server;

class BookOnJettyIT extends BookContract {
    @Override
    Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
