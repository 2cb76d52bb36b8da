package asynclab.wire.stream;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class TextOnTomcatIT extends TextContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
