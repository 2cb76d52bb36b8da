package asynclab.wire.web;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class LiveOnJettyIT extends LiveContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
