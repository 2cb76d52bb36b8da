package asynclab.wire;

import asynclab.lab.Server;

class OnTomcatIT extends WireContract {
    @Override
    Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
