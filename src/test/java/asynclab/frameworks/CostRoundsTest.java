package asynclab.frameworks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.bench.measure.Meter;
import asynclab.client.ClientTimes;
import asynclab.client.PlayedTimes;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CostRoundsTest {

    /** In 2 s the server is busy for 3 ms and allocates 800 bytes. The backend takes 300 ms. */
    @Test
    void the_figures_of_a_window_are_those_of_each_request_beyond_its_hold_time() {
        var used = new Meter(2_000_000_000L, 3_000_000L, Map.of(1L, 800L), 0, 0, 0);
        ClientTimes seen = PlayedTimes.of(310, 320, 340);
        double requests = 2 * seen.perSecond();
        Map<String, Double> figures = CostRounds.figures(used, seen, 300);
        assertEquals(3_000, figures.get("cpuMicros") * requests, 1e-6);
        assertEquals(800, figures.get("bytes") * requests, 1e-6);
        assertEquals(seen.perSecond(), figures.get("perSecond"));
        assertEquals(20, figures.get("p50Ms"), 1); // a histogram has three digits
        assertEquals(40, figures.get("p99Ms"), 1);
        assertEquals(0, figures.get("errors"));
    }
}
