package asynclab.wire;

import asynclab.lab.Server;

class RedeployOnTomcatIT extends RedeployContract {
    @Override
    Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
