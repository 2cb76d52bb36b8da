package asynclab.wire;

import asynclab.lab.Server;

class MistakesOnTomcatIT extends MistakesContract {
    @Override
    Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
