package asynclab.wire.browser;

import asynclab.server.Server;
import asynclab.server.ServerSettings;

class PagesOnTomcatIT extends PagesContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startTomcat(settings);
    }
}
