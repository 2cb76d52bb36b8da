package asynclab.wire;

import asynclab.lab.Server;

class BookOnTomcatIT extends BookContract {
    @Override
    Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
