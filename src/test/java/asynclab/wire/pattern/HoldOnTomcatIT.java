package asynclab.wire.pattern;

import asynclab.server.Server;

class HoldOnTomcatIT extends HoldContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
