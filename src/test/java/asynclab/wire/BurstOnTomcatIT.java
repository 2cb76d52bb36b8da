package asynclab.wire;

import asynclab.lab.Server;

class BurstOnTomcatIT extends BurstContract {
    @Override
    Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
