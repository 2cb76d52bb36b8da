package asynclab.wire;

import asynclab.lab.Server;

class PagesOnJettyIT extends PagesContract {
    @Override
    Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
