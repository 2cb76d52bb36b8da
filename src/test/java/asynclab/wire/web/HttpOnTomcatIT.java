package asynclab.wire.web;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class HttpOnTomcatIT extends HttpContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
