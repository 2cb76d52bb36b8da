package asynclab.wire;

import asynclab.lab.Server;

class RawOnTomcatIT extends RawContract {
    @Override
    Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
