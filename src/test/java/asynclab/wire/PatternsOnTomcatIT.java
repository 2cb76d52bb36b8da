package asynclab.wire;

import asynclab.lab.Processes;
import asynclab.lab.Server;
import java.nio.file.Path;

class PatternsOnTomcatIT extends PatternsContract {
    @Override
    Server start(Processes processes, Server.Settings settings) {
        Path home = Path.of(System.getProperty("lab.tomcatHome"));
        return Server.startTomcat(processes, home, war, work, settings);
    }
}
