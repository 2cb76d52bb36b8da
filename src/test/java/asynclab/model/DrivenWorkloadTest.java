package asynclab.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.delay.HoldTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Closed forms, worked out by hand. */
class DrivenWorkloadTest {

    private static final HoldTime HOLD = new HoldTime.Fixed(100);
    private static final HoldTime NO_THINK = new HoldTime.Fixed(0);

    private static Trace run(DrivenWorkload load, Station threads) {
        return load.simulate(Draws.of(HOLD, 1), Stages.of(threads), 1, Budget.unlimited(), new Occupancy());
    }

    private static Workload users(int users, int loops) {
        return Workload.ofLoops(users, 0, loops, HOLD, NO_THINK);
    }

    private static List<Double> ends(Trace trace) {
        var ends = new ArrayList<Double>();
        trace.forEach((user, start, end, ok) -> ends.add(end));
        return ends;
    }

    /** 1 alone, then 99 in rounds of 20: 1 + 5 rounds. */
    @Test
    void the_first_request_is_alone() {
        Trace trace = run(new DrivenWorkload(users(20, 100), 100, true, 1, 0), Station.unlimited());
        assertEquals(100, trace.size());
        assertEquals(600, trace.whole().millis());
        assertEquals(100, trace.histogram().getMaxValue()); // the others were not sent before
    }

    /** 7 requests of 3 users: rounds of 3, 3 and 1. */
    @Test
    void all_users_share_a_number_of_requests() {
        Trace trace = run(new DrivenWorkload(users(3, 7), 7, false, 1, 0), Station.unlimited());
        assertEquals(List.of(100.0, 100.0, 100.0, 200.0, 200.0, 200.0, 300.0), ends(trace));
    }

    /** 2 users with 3 calls each are 6 jobs on 4 threads: the first request ends after a round, the second after two. */
    @Test
    void a_request_ends_with_the_last_of_its_calls() {
        Trace trace = run(new DrivenWorkload(users(2, 1), 2, false, 3, 0), Station.requestThreads(4));
        assertEquals(List.of(100.0, 200.0), ends(trace));
    }

    /** One thread, two users. It serves user 0 and user 1, then works until 1200, and serves user 0; it works until 2300, and serves user 1. */
    @Test
    void work_after_a_response_waits_in_the_same_queue() {
        Trace trace = run(new DrivenWorkload(users(2, 2), 4, false, 1, 1_000), Station.requestThreads(1));
        assertEquals(List.of(100.0, 200.0, 1_300.0, 2_400.0), ends(trace));
    }
}
