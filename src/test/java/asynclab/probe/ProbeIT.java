package asynclab.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
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
    private static final int SHORTEST_MILLIS = 50;
    private static final int LONGEST_MILLIS = 800;

    @Override
    protected ServerSettings settings() {
        return named("").withJvmFlags(List.of("-Dasynclab.jdbc-connections=" + CONNECTIONS));
    }

    private static ProbeResult probe(Server server, String path, String... words) {
        return Probe.run(PlayedService.options(url(server, path), words), "", sentence -> {});
    }

    /** A busy machine may leave the limit open. Then the same is probed again, with connections that are in use for longer. */
    @Test
    void connections_that_all_requests_need() {
        int millis = SHORTEST_MILLIS;
        ProbeResult result = probeConnections(millis);
        while (!isNamed(result)) {
            assertTrue(isOpen(result), result.verdict() + result.evidence()); // and not wrong
            assertTrue(millis < LONGEST_MILLIS, result.verdict() + result.evidence());
            millis *= 2;
            result = probeConnections(millis);
        }

        assertEquals("connections", result.limit().name(), result::verdict);
        assertTrue(
                result.evidence().stream()
                        .anyMatch(line -> line.matches("(3[.]\\d+|4) of 4 connections are in use, and .*")),
                result.verdict() + result.evidence());
        for (ProbeStep step : result.steps())
            assertTrue(step.perSecond() < 1.1 * CONNECTIONS * 1_000 / millis, step::toString);
    }

    private ProbeResult probeConnections(int millis) {
        ProbeResult result =
                probe(server(), "/phases?ms=0&connectionMs=" + millis, "--metrics", url(server(), "/metrics"));
        assertEquals(ProbeEnding.LIMIT, result.ending(), result.verdict());
        return result;
    }

    private static boolean isNamed(ProbeResult result) {
        return result.limit() != null && result.limit().name() != null;
    }

    private static boolean isOpen(ProbeResult result) {
        return result.verdict().matches("(?s).*(No limit .*is certain|no concurrency limit explains|stays open[.]).*");
    }

    /** On a busy machine requests may seem to wait, or be rejected one by one. Then the same is probed again, with longer requests. */
    @Test
    void permits_that_reject() {
        Server limited = start(named("-permits").withJvmFlags(List.of("-Dasynclab.max-in-flight-each=" + PERMITS)));
        int millis = SHORTEST_MILLIS;
        ProbeResult result = probePermits(limited, millis);
        while (!isNamed(result) && millis < LONGEST_MILLIS) {
            millis *= 2;
            result = probePermits(limited, millis);
        }

        assertEquals(ProbeEnding.ERRORS, result.ending(), result.verdict());
        FoundLimit limit = result.limit();
        assertNotNull(limit, result.verdict());
        assertEquals("permits", limit.name(), result.verdict());
        assertTrue(limit.from() <= PERMITS && 8 <= limit.to(), result.verdict()); // 8 users were served
    }

    private static ProbeResult probePermits(Server limited, int millis) {
        return probe(limited, "/async?ms=" + millis, "--other", url(limited, "/none"));
    }
}
