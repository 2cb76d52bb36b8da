package asynclab.wire;

import asynclab.lab.Server;

class ExchangeOnTomcatIT extends ExchangeContract {
    @Override
    Server start(Server.Settings settings) {
        return startTomcat(settings);
    }
}
