package asynclab.wire.load;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class StreamingOnJettyIT extends StreamingContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
