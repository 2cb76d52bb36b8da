package asynclab.wire;

import asynclab.lab.Server;

class WaitingOnTomcatIT extends WaitingContract {
    @Override
    Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
