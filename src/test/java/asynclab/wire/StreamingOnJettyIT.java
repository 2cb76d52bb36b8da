package asynclab.wire;

import asynclab.lab.Processes;
import asynclab.lab.Server;

class StreamingOnJettyIT extends StreamingContract {
    @Override
    Server start(Processes processes, Server.Settings settings) {
        return startJetty(processes, settings);
    }
}
