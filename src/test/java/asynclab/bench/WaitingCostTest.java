package asynclab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.bench.WaitingCost.WaitingState;
import org.junit.jupiter.api.Test;

class WaitingCostTest {

    /** Of 5,000 more requests, the connections have 20 MB, and all have 40 MB of heap and 100 MB of memory more. */
    @Test
    void what_a_request_and_its_idle_connection_cost_is_counted_from_the_state_before() {
        var few = new WaitingState(64, 11_000_000, 12_000_000, 50_000_000, 40);
        var all = new WaitingState(5_064, 32_000_000, 52_000_000, 150_000_000, 41);
        assertEquals(8, all.kilobytesEach(few));
        assertEquals(4, all.idleKilobytesEach(few), "the 64 requests already wait when the connections are opened");
        assertEquals(20, all.residentKilobytesEach(few));
    }
}
