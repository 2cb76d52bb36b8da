package asynclab.wire.stream;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class TextOnJettyIT extends TextContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
