package asynclab.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TraceTest {

    /** Users 0 and 1, each two requests: 0–10, 10–20 and 5–15, 15–30. */
    private static Trace trace() {
        var trace = new Trace(1);
        trace.add(0, 0, 10, true);
        trace.add(1, 5, 15, true);
        trace.add(0, 10, 20, true);
        trace.add(1, 15, 30, true);
        return trace;
    }

    @Test
    void the_whole_run_goes_from_the_first_start_to_the_last_end() {
        assertEquals(new Trace.Window(0, 30), trace().whole());
        assertEquals(4 / 0.030, trace().throughput(), 1e-9);
        assertEquals(2, trace().maxInFlight());
    }

    @Test
    void the_steady_window_goes_from_the_last_users_first_start_to_the_first_users_last_end() {
        Trace.Window steady = trace().steady();
        assertEquals(new Trace.Window(5, 20), steady);
        assertEquals(2, trace().meanInFlight(steady), 1e-9);
        assertEquals(2, trace().endedIn(steady)); // at 10 and 15; an end at 20 is outside
    }

    @Test
    void percentiles_are_exact_to_a_millisecond() {
        var trace = new Trace(0);
        for (int i = 1; i <= 100; i++) trace.add(i, 0, 60_000 + i, true);
        assertEquals(60_050, trace.histogram().getValueAtPercentile(50));
        assertEquals(60_099, trace.histogram().getValueAtPercentile(99));
        assertEquals(60_100, trace.histogram().getMaxValue());
    }
}
