package asynclab.wire.exchange;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class BodyLengthOnTomcatIT extends BodyLengthContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
