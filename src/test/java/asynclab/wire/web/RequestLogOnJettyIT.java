package asynclab.wire.web;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class RequestLogOnJettyIT extends RequestLogContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
