package asynclab.wire;

import asynclab.lab.Server;

class EndingOnTomcatIT extends EndingContract {
    @Override
    Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
