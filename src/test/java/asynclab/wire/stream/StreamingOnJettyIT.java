package asynclab.wire.stream;

import asynclab.server.Server;

class StreamingOnJettyIT extends StreamingContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startJetty(settings);
    }
}
