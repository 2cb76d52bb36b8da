package asynclab.wire;

import asynclab.lab.Processes;
import asynclab.lab.Server;

class StreamingOnTomcatIT extends StreamingContract {
    @Override
    Server start(Processes processes, Server.Settings settings) {
        return startTomcat(processes, settings);
    }
}
