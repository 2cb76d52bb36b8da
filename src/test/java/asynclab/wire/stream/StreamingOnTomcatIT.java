package asynclab.wire.stream;

import asynclab.server.Server;

class StreamingOnTomcatIT extends StreamingContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
