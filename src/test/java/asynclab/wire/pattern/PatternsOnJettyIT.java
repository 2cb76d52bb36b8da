package asynclab.wire.pattern;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class PatternsOnJettyIT extends PatternsContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
