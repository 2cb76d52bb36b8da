package asynclab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.run.result.StolenTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeastDisturbedTest {

    private static final Duration A_QUARTER = LeastDisturbed.MOST_TIME.dividedBy(4);

    @Test
    void a_measurement_is_repeated_until_little_was_stolen() {
        assertEquals(List.of(2.0, 0.05, 2.0), taken(0.2, 0.05, 0));
        assertEquals(List.of(1.0, 0.0, 1.0), taken(0, 0.2));
    }

    @Test
    void after_the_most_time_the_least_disturbed_is_taken() {
        assertEquals(List.of(3.0, 0.06, 4.0), taken(0.2, 0.1, 0.06, 0.3, 0));
    }

    @Test
    void a_system_that_does_not_say_it_is_measured_once() {
        double[] times = {0};
        LeastDisturbed.of(A_QUARTER, () -> Map.of("TIME", ++times[0]), () -> new StolenTime(0, 0));
        assertEquals(1, times[0]);
    }

    @Test
    void figures_without_a_stolen_share_are_not_disturbed() {
        assertFalse(LeastDisturbed.isDisturbed(Map.of("TIME", 1.0)));
        assertFalse(LeastDisturbed.isDisturbed(Map.of(LeastDisturbed.STOLEN, LeastDisturbed.MOST_SHARE)));
        assertTrue(LeastDisturbed.isDisturbed(Map.of(LeastDisturbed.STOLEN, 0.06)));
    }

    @Test
    void the_rounds_that_count_are_the_least_disturbed_in_their_order() {
        assertEquals(List.of(1, 3, 4), LeastDisturbed.rounds(List.of(0.3, 0.04, 0.2, 0.0, 0.01), 3));
        assertEquals(List.of(0, 1), LeastDisturbed.rounds(List.of(0.0, 0.0, 0.0), 2), "the first of equal ones");
        assertEquals(List.of(0), LeastDisturbed.rounds(List.of(0.3), 2), "there are no others");
    }

    @Test
    void a_host_that_disturbs_most_of_a_start_is_busy() {
        assertTrue(LeastDisturbed.isBusy(List.of(List.of(0.3), List.of(0.06), List.of(0.04)), 1));
        assertFalse(LeastDisturbed.isBusy(List.of(List.of(0.3), List.of(0.04)), 1));
        assertFalse(LeastDisturbed.isBusy(List.of(), 1));
    }

    /** A run that continues has only the first of them left to measure. */
    @Test
    void a_start_is_judged_by_all_loads_that_it_has_measured() {
        List<Double> disturbed = List.of(0.0, 0.3);
        List<Double> measuredWell = List.of(0.3, 0.0);
        List<Double> notMeasured = List.of(0.3);
        assertFalse(LeastDisturbed.isBusy(List.of(disturbed, measuredWell, notMeasured), 2));
        assertTrue(LeastDisturbed.isBusy(List.of(disturbed, notMeasured), 2));
    }

    /** Which measurement was taken, its stolen share, and how many there were. */
    private static List<Double> taken(double... shares) {
        var readings = new ArrayList<StolenTime>();
        for (double share : shares) {
            readings.add(new StolenTime(1_000, 0));
            readings.add(new StolenTime(1_100, Math.round(100 * share)));
        }
        Iterator<StolenTime> clock = readings.iterator();
        double[] times = {0};
        Map<String, Double> taken = LeastDisturbed.of(A_QUARTER, () -> Map.of("TIME", ++times[0]), clock::next);
        return List.of(taken.get("TIME"), taken.get(LeastDisturbed.STOLEN), times[0]);
    }
}
