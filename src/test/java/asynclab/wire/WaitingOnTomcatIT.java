package asynclab.wire;

import asynclab.lab.Processes;
import asynclab.lab.Server;

class WaitingOnTomcatIT extends WaitingContract {
    @Override
    Server start(Processes processes, Server.Settings settings) {
        return startTomcat(processes, settings);
    }
}
