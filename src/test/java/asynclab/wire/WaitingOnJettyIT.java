package asynclab.wire;

import asynclab.lab.Processes;
import asynclab.lab.Server;

class WaitingOnJettyIT extends WaitingContract {
    @Override
    Server start(Processes processes, Server.Settings settings) {
        return startJetty(processes, settings);
    }
}
