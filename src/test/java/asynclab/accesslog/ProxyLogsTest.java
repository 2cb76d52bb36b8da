package asynclab.accesslog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the log of a proxy says of the server behind it, and what it does not say. */
class ProxyLogsTest {

    private static final Path SHAPES = Path.of("src/test/resources/accesslog/shape");

    @ParameterizedTest
    @CsvSource({"istio.log, 5", "istio-json.log, 4"})
    void the_calls_that_a_service_makes_through_its_sidecar_are_no_requests_to_it(String file, long calls)
            throws IOException {
        ReadLog log = ReadLog.of(SHAPES.resolve(file), null);
        assertEquals(12, log.requests().size());
        assertEquals(calls, log.read().bad().get("not requests"), log.read().badWords());
        assertEquals(List.of(), log.read().doubts());
    }

    @ParameterizedTest
    @CsvSource({"istio-gateway", "istio-json-gateway"})
    void a_log_with_outbound_clusters_alone_is_a_gateways_or_a_doubt(String name) throws IOException {
        String doubts = ReadLog.of(SHAPES.resolve(name + ".log"), null).read().doubts().toString();
        assertTrue(doubts.contains("-DlogFormat=" + name + " says so"), doubts);
        assertEquals(
                List.of(), ReadLog.of(SHAPES.resolve(name + ".log"), name).read().doubts());
    }
}
