package asynclab.wire.stream;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class StreamingOnJettyIT extends StreamingContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }
}
