package asynclab.wire;

import asynclab.lab.Server;

class CompositionOnTomcatIT extends CompositionContract {
    @Override
    Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
