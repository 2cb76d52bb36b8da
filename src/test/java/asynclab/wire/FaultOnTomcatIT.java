package asynclab.wire;

import asynclab.lab.Server;

class FaultOnTomcatIT extends FaultContract {
    @Override
    Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
