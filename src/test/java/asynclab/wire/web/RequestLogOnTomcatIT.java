package asynclab.wire.web;

import asynclab.server.Server;

class RequestLogOnTomcatIT extends RequestLogContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
