package asynclab.wire.web;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class HttpOnJettyIT extends HttpContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
