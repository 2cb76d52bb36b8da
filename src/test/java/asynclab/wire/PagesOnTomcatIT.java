package asynclab.wire;

import asynclab.lab.Server;

class PagesOnTomcatIT extends PagesContract {
    @Override
    Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
