package asynclab.bench;

import asynclab.client.LoadClient;
import asynclab.server.Server;
import java.util.List;

/**
 * The servers of {@link Cost}, each in a JVM of its own. One is measured at a time, and the others are idle.
 *
 * @param standard the WAR and the bare servlets; it serves many servlets
 * @param alone the WAR as anybody deploys it; it serves only {@code /async}, as the floor serves only one servlet
 * @param trimmed the same in a web application without sessions and security
 * @param floor the least embedded Jetty
 */
record MeasuredServers(MeasuredServer standard, MeasuredServer alone, MeasuredServer trimmed, MeasuredServer floor)
        implements AutoCloseable {

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
                new MeasuredServer(bench.startAlone("cost-alone", jvmFlags)),
                new MeasuredServer(bench.startTrimmed("cost-trimmed", jvmFlags)),
                new MeasuredServer(bench.startFloor(jvmFlags)));
    }

    MeasuredServer of(String pattern) {
        return switch (pattern) {
            case Cost.FLOOR -> floor;
            case Cost.ALONE -> alone;
            case Cost.TRIMMED -> trimmed;
            default -> standard;
        };
    }

    @Override
    public void close() {
        floor.close();
        trimmed.close();
        alone.close();
        standard.close();
    }
}
