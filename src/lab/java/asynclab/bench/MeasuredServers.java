package asynclab.bench;

import asynclab.client.LoadClient;
import asynclab.server.Server;
import java.util.List;

/**
 * The servers of {@link Cost}, each in a JVM of its own. One is measured at a time, and the others are idle.
 *
 * @param standard every servlet, as anybody deploys them
 * @param trimmed the same in a web application without sessions and security
 * @param floor the least embedded Jetty
 */
record MeasuredServers(MeasuredServer standard, MeasuredServer trimmed, MeasuredServer floor) implements AutoCloseable {

    record MeasuredServer(Server server, LoadClient client) implements AutoCloseable {
        MeasuredServer(Server server) {
            this(server, new LoadClient(server.port()));
        }

        @Override
        public void close() {
            client.close();
            server.close();
        }
    }

    static MeasuredServers start(Bench bench, List<String> jvmFlags) {
        return new MeasuredServers(
                new MeasuredServer(bench.start("cost", jvmFlags)),
                new MeasuredServer(bench.startTrimmed("cost-trimmed", jvmFlags)),
                new MeasuredServer(bench.startFloor(jvmFlags)));
    }

    MeasuredServer of(String pattern) {
        return switch (pattern) {
            case Cost.FLOOR -> floor;
            case Cost.TRIMMED -> trimmed;
            default -> standard;
        };
    }

    @Override
    public void close() {
        floor.close();
        trimmed.close();
        standard.close();
    }
}
