package asynclab.wire.web;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class LiveOnTomcatIT extends LiveContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
