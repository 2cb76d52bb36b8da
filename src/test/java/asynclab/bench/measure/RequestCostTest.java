package asynclab.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.client.ClientTimes;
import asynclab.client.PlayedTimes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestCostTest {

    private static final double A_MILLISECOND = 1; // a histogram has three digits

    /** In 2 s the server is busy for 1 s, allocates 800 bytes, and collects garbage for 30 ms. Requests are held for a second. */
    @Test
    void a_row_has_what_the_server_used_for_each_request_of_the_window() {
        var used = new Meter(2_000_000_000L, 1_000_000_000L, Map.of(1L, 800L), 4, 30, 6);
        ClientTimes seen = PlayedTimes.of(1_010, 1_020, 1_040);
        double requests = 2 * seen.perSecond();
        var cost = new RequestCost();
        cost.add(used, seen, 1_000);
        List<Object> row = cost.row("async", cost);
        assertEquals(RequestCost.columns("pattern", "floor").size(), row.size());
        assertEquals(1_000_000, (double) row.get(1) * requests, 1e-3); // µs
        assertEquals("1.00 (1.00 to 1.00)", row.get(2));
        assertEquals(800, (double) row.get(3) * requests, 1e-6);
        assertEquals(6, (double) row.get(5) * requests, 1e-6);
        assertEquals(seen.perSecond(), row.get(6));
        assertEquals(20, (double) row.get(7), A_MILLISECOND);
        assertEquals(40, (double) row.get(8), A_MILLISECOND);
        assertEquals(1.5, (double) row.get(9), 1e-9); // % of the time
        assertEquals(0.5, (double) row.get(10), 1e-9);
    }
}
