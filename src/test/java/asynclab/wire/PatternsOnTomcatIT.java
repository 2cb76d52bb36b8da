package asynclab.wire;

import asynclab.lab.Server;

class PatternsOnTomcatIT extends PatternsContract {
    @Override
    Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
