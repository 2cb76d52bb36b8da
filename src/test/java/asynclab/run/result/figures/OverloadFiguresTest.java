package asynclab.run.result.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import asynclab.delay.HoldTime;
import asynclab.model.Trace;
import asynclab.model.Workload;
import asynclab.model.Workload.Fall;
import asynclab.model.station.Outcomes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The last minute before a fall, and the time until everyone is served again. */
class OverloadFiguresTest {

    private static final double ORIGIN = 1_000_000; // a measured trace begins at any time
    private static final Workload LOAD = Workload.ofDuration(
                    10, 0, 200_000, new HoldTime.Fixed(1_000), new HoldTime.Fixed(0))
            .withTimeout(10_000)
            .falling(List.of(new Fall(100_000, 50), new Fall(150_000, 80)));

    private static OverloadFigures figures(int speed, double... failures) {
        var trace = new Trace(8);
        trace.add(0, ORIGIN, ORIGIN + 1_000, true);
        for (double end : failures) trace.add(1, ORIGIN + end - 500, ORIGIN + end, false);
        trace.add(2, ORIGIN + 99_000, ORIGIN + 99_500, true);
        trace.addRefused(2, ORIGIN + 99_500, ORIGIN + 99_510);
        trace.add(2, ORIGIN + 199_000, ORIGIN + 199_500, true);
        return OverloadFigures.of(trace, LOAD, speed, window -> trace.outcomes(window, 3.0, 2));
    }

    @Test
    void the_last_minute_ends_when_the_first_users_leave() {
        Outcomes got = figures(1, 39_000, 41_000, 42_000, 100_001).lastMinute();
        assertEquals(1 / 60.0, got.goodput(), 1e-9);
        assertEquals(1 / 60.0, got.refused(), 1e-9);
        assertEquals(2 / 60.0, got.gaveUp(), 1e-9);
        assertEquals(3, got.waste());
        assertEquals(1 / 120.0, got.ofCapacity(), 1e-9);
        assertEquals(500, got.p50Ms());
        assertEquals(0.1, figures(10, 42_000).lastMinute().goodput() * 0.6, 1e-9); // a minute is 6 s then
    }

    @Test
    void the_server_has_recovered_after_the_last_failure() {
        var recoveries = figures(1, 90_000, 103_000, 107_500).recoveries();
        assertEquals(new OverloadFigures.Recovery(100, 50, 7.5), recoveries.get(0));
        assertEquals(new OverloadFigures.Recovery(150, 80, 0.0), recoveries.get(1));
    }

    @Test
    void one_late_request_in_a_thousand_does_not_count() {
        var trace = new Trace(2_000);
        trace.add(0, ORIGIN, ORIGIN + 1_000, true);
        for (int i = 0; i < 1_500; i++)
            trace.add(0, ORIGIN + 98_000 + i, ORIGIN + 99_000 + 40 * i, i > 100 && i != 700);
        Double seconds = OverloadFigures.of(trace, LOAD, 1, window -> trace.outcomes(window, 3.0, 2))
                .recoveries()
                .get(0)
                .recoverySeconds();
        assertEquals(3.0, seconds); // failures at 99 to 103 s and at 127 s; 1,274 requests from 103 s to 150 s
    }

    @Test
    void the_server_has_not_recovered_if_requests_fail_until_less_than_a_client_timeout_before_the_next_fall() {
        var recoveries = figures(1, 103_000, 140_000, 152_000, 190_001).recoveries();
        assertNull(recoveries.get(0).recoverySeconds());
        assertNull(recoveries.get(1).recoverySeconds());
    }
}
