package asynclab.wire.web;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class RequestLogOnTomcatIT extends RequestLogContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
