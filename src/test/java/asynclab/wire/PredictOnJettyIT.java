package asynclab.wire;

import asynclab.lab.Processes;
import asynclab.lab.Server;
import java.nio.file.Path;

class PredictOnJettyIT extends PredictContract {
    @Override
    Server start(Processes processes, String name) {
        Path home = Path.of(System.getProperty("lab.jettyHome"));
        return Server.startJetty(processes, home, Path.of("jetty.xml"), war, work, Server.Settings.named(name));
    }
}
