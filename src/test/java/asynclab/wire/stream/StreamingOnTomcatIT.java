package asynclab.wire.stream;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class StreamingOnTomcatIT extends StreamingContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
