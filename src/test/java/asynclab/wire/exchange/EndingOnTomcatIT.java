package asynclab.wire.exchange;

import asynclab.server.Server;

class EndingOnTomcatIT extends EndingContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
