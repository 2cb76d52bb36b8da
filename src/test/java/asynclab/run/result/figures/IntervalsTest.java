package asynclab.run.result.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.model.Trace;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToLongFunction;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Intervals of a mean over runs, and of a percentile within a run. */
class IntervalsTest {

    private static Histogram times(int requests, IntToLongFunction millis) {
        var times = new Histogram(5);
        for (int i = 0; i < requests; i++) times.recordValue(millis.applyAsLong(i));
        return times;
    }

    @Test
    void the_interval_of_a_mean_is_students_and_a_single_run_has_none() {
        Estimate three = Estimate.of(58, 58.3, 58.6);
        assertEquals(58.3, three.mean(), 1e-9);
        assertEquals(4.3027 * 0.3 / Math.sqrt(3), three.half(), 1e-4); // t of 2 degrees of freedom
        assertEquals("58.3 ± 0.7", three.toString());
        assertEquals("12512 ± 71", Estimate.of(12_487, 12_506, 12_543).toString());
        assertNull(Estimate.of(58).half());
    }

    @Test
    void the_ends_of_a_percentiles_interval_have_the_ranks_of_the_binomial_distribution() {
        // for 1 to 100 ms, ranks 40 to 61 contain the median with 96.5 % (tables of order statistics)
        assertEquals(new PercentileInterval(40, 61, false), PercentileInterval.of(times(100, i -> i + 1), 0.5));
        assertNull(PercentileInterval.of(times(100, i -> i), 0.99), "its upper end is beyond the slowest request");
    }

    @Test
    void the_interval_contains_the_true_percentile_in_19_of_20_runs() {
        int held = 0;
        for (int run = 0; run < 400; run++) {
            var random = new Random(run);
            var p95 = PercentileInterval.of(times(500, i -> random.nextInt(10_000)), 0.95);
            if (p95.low() <= 9_500 && p95.high() >= 9_500) held++;
        }
        assertTrue(held >= 375 && held <= 396, "held " + held + " of 400"); // 95 % of 400 is 380, sd 4.4
    }

    @Test
    void a_percentile_between_two_hold_times_is_on_a_step() {
        assertTrue(PercentileInterval.of(times(1_000, i -> i < 500 ? 1_000 : 4_000), 0.5)
                .onStep());
        assertFalse(PercentileInterval.of(times(1_000, i -> i < 800 ? 1_000 : 4_000), 0.5)
                .onStep());
        assertFalse(PercentileInterval.of(times(1_000, i -> i), 0.5).onStep(), "its ends differ, without a gap");
        assertFalse(
                PercentileInterval.of(times(1_000, i -> i < 500 ? 1 : 3), 0.5).onStep(), "too short to count");
    }

    @Test
    void a_run_has_the_intervals_of_its_percentiles_by_the_names_of_the_percentiles() {
        var trace = new Trace(1);
        for (int i = 0; i < 1_000; i++) trace.add(i, 0, 100 + i, i % 10 > 0);
        var intervals =
                Measured.of(trace, Map.of(), Map.of("503", 100), List.of()).percentileIntervals();
        assertEquals(
                "[p50Ms, p75Ms, p90Ms, p95Ms, p99Ms, goodP95Ms]",
                intervals.keySet().toString());
        assertTrue(intervals.get("p50Ms").low() < 600 && intervals.get("p50Ms").high() > 600);
    }
}
