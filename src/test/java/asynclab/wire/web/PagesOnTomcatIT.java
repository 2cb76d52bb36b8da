package asynclab.wire.web;

import asynclab.server.Server;

class PagesOnTomcatIT extends PagesContract {
    @Override
    protected Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
