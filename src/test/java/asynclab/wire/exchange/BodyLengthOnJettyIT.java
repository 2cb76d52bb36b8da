package asynclab.wire.exchange;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class BodyLengthOnJettyIT extends BodyLengthContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
