package asynclab.wire;

import asynclab.lab.Server;

class OverloadOnTomcatIT extends OverloadContract {
    @Override
    Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
