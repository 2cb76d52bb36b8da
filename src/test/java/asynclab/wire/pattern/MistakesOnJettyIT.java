package asynclab.wire.pattern;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class MistakesOnJettyIT extends MistakesContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
