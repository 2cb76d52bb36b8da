package asynclab.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.probe.ProbeResult.FoundLimit;
import asynclab.probe.ProbeResult.ProbeEnding;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.ServerContract;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The probe at real servers: one with four connections, one with permits for twelve requests. A busy machine makes times longer, so it may leave a
 * limit open, or find a size a little off. It must not name a wrong one. {@link ProbedServices} measures how good it is.
 */
class ProbeIT extends ServerContract {

    private static final int CONNECTIONS = 4;
    private static final int PERMITS = 12;
    private static final int CONNECTION_MILLIS = 50;
    private static final int MOST_TRIES = 3;

    @Override
    protected ServerSettings settings() {
        return named("").withJvmFlags(List.of("-Dasynclab.jdbc-connections=" + CONNECTIONS));
    }

    private static ProbeResult probe(Server server, String path, String... words) {
        return Probe.run(PlayedService.options(url(server, path), words), "", sentence -> {});
    }

    private ProbeResult probeConnections() {
        return probe(
                server(), "/phases?ms=0&connectionMs=" + CONNECTION_MILLIS, "--metrics", url(server(), "/metrics"));
    }

    @Test
    void connections_that_all_requests_need() {
        ProbeResult result = probeConnections();
        for (int tries = 1; tries < MOST_TRIES && result.evidence().isEmpty(); tries++)
            result = probeConnections(); // on a busy machine a connection may have been free

        assertEquals(ProbeEnding.LIMIT, result.ending(), result.verdict());
        assertTrue(
                result.evidence().stream()
                        .anyMatch(line -> line.matches("(3[.]\\d+|4) of 4 connections are in use, and .*")),
                result.verdict() + result.evidence());
        FoundLimit limit = result.limit();
        assertTrue(limit == null || limit.name() == null || limit.name().equals("connections"), result.verdict());
        for (ProbeStep step : result.steps())
            assertTrue(step.perSecond() < 1.1 * CONNECTIONS * 1_000 / CONNECTION_MILLIS, step::toString);
    }

    @Test
    void permits_that_reject() {
        Server limited = start(named("-permits").withJvmFlags(List.of("-Dasynclab.max-in-flight-each=" + PERMITS)));
        ProbeResult result = probe(limited, "/async?ms=80", "--other", url(limited, "/none"));

        assertEquals(ProbeEnding.ERRORS, result.ending(), result::verdict);
        assertEquals("permits", result.limit().name(), result::verdict);
        FoundLimit limit = result.limit();
        assertTrue(limit.from() <= PERMITS && 8 <= limit.to(), result::verdict); // 8 users were served
    }
}
