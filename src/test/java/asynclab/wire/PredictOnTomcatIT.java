package asynclab.wire;

import asynclab.lab.Processes;
import asynclab.lab.Server;
import java.nio.file.Path;

class PredictOnTomcatIT extends PredictContract {
    @Override
    Server start(Processes processes, String name) {
        return Server.startTomcat(
                processes, Path.of(System.getProperty("lab.tomcatHome")), war, work, Server.Settings.named(name));
    }
}
