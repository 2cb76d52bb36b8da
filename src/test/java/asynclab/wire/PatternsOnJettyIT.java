package asynclab.wire;

import asynclab.lab.Processes;
import asynclab.lab.Server;
import java.nio.file.Path;

class PatternsOnJettyIT extends PatternsContract {
    @Override
    Server start(Processes processes, Server.Settings settings) {
        Path home = Path.of(System.getProperty("lab.jettyHome"));
        return Server.startJetty(processes, home, Path.of("jetty.xml"), war, work, settings);
    }
}
