package asynclab.wire;

import asynclab.lab.Server;

class RequestLogOnJettyIT extends RequestLogContract {
    @Override
    Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
