package asynclab.wire;

import asynclab.lab.Server;

class StreamingOnTomcatIT extends StreamingContract {
    @Override
    Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
