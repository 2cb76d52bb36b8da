package asynclab.wire;

import asynclab.lab.Server;

class RequestLogOnTomcatIT extends RequestLogContract {
    @Override
    Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
