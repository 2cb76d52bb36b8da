package asynclab.frameworks;

import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.server.Processes;
import asynclab.server.Server;
import java.io.IOException;
import java.util.List;

/**
 * The least embedded Jetty in a JVM of its own: one servlet, one scheduler, the answer of {@code /async}. It is the floor of our
 * servlet's cost. Its libraries are those of the Jetty that serves the WAR.
 */
public final class JettyFloor {

    private JettyFloor() {}

    /** Its path, without the hold time. */
    public static String path() {
        return Framework.named("jetty").path();
    }

    /** Compiles and starts it, with 100 request threads. @throws LabException if that fails, or if its answer differs */
    public static Server start(Options options, Processes processes, List<String> flags) {
        try {
            Server server = new FrameworkServers(options, processes).startFloor(flags);
            FrameworkServers.check(Framework.named("jetty"), server);
            return server;
        } catch (IOException e) {
            throw new LabException("The embedded Jetty cannot be started: " + e.getMessage(), e);
        }
    }
}
