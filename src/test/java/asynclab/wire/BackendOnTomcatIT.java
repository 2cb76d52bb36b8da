package asynclab.wire;

import asynclab.lab.Server;

class BackendOnTomcatIT extends BackendContract {
    @Override
    Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
