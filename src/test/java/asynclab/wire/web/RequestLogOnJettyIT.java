package asynclab.wire.web;

import asynclab.server.Server;

class RequestLogOnJettyIT extends RequestLogContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
