package asynclab.run.plan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.run.plan.ArrivalPlan.ArrivalProcess;
import asynclab.run.plan.ArrivalPlan.ArrivalStep;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArrivalPlanTest {

    private static final ArrivalPlan TWO_STEPS = new ArrivalPlan(
            ArrivalProcess.POISSON, List.of(new ArrivalStep(2.5, 2), new ArrivalStep(4, 1.5)), List.of());

    /** Computed with JMeter 5.6.3's own ThreadScheduleProcessGenerator from seed 42, after an empty step of a second. */
    private static final double[] JMETERS_MILLIS = {
        554.1570, 617.4389, 1331.0979, 1366.4469, 1455.1274, 2413.6221, 2553.1744, 2695.4804, 3174.3527, 3355.0584,
        3378.9917
    };

    @Test
    void arrivals_are_those_that_jmeter_draws_from_the_seed() {
        assertArrayEquals(JMETERS_MILLIS, TWO_STEPS.arrivalMillis(42), 1e-3);
        var even = new ArrivalPlan(
                ArrivalProcess.CONSTANT, List.of(new ArrivalStep(4, 1.5), new ArrivalStep(1, 2)), List.of());
        assertArrayEquals(new double[] {0, 250, 500, 750, 1000, 1250, 1500, 2500}, even.arrivalMillis(42), 1e-9);
    }

    @Test
    void the_schedule_has_a_constant_rate_in_each_step_and_ends_with_a_pause() {
        assertEquals(
                "rate(2.5/sec) random_arrivals(2 sec) rate(2.5/sec)"
                        + " rate(4/sec) random_arrivals(1.5 sec) rate(4/sec)"
                        + " pause(3 sec)",
                TWO_STEPS.schedule(3));
    }

    @Test
    void the_arrivals_of_each_second_of_a_log_become_a_schedule() {
        var log = ArrivalPlan.perSecond(List.of(3.0, 0.0, 2.0));
        assertEquals(5, log.requests());
        assertEquals(3, log.seconds());
        double[] millis = log.arrivalMillis(7);
        assertTrue(millis[2] < 1_000 && millis[3] >= 2_000 && millis[4] < 3_000);
        assertEquals(
                "rate(3/sec) random_arrivals(1 sec) rate(3/sec)"
                        + " rate(0/sec) random_arrivals(1 sec) rate(0/sec)"
                        + " rate(2/sec) random_arrivals(1 sec) rate(2/sec)"
                        + " pause(9 sec)",
                log.schedule(9));
    }

    @Test
    void a_warm_up_comes_first_and_its_requests_are_counted() {
        Map<String, Object> properties = TWO_STEPS.properties(40, 8, 1, 3);
        assertEquals(320, properties.get("warmupRequests"));
        assertEquals(
                "rate(40/sec) even_arrivals(8 sec) rate(40/sec) pause(1 sec) " + TWO_STEPS.schedule(3),
                properties.get("schedule"));
    }

    @Test
    void speed_divides_the_time_and_keeps_the_number() {
        ArrivalPlan fast = TWO_STEPS.faster(10);
        assertEquals(TWO_STEPS.requests(), fast.requests());
        assertEquals(0.35, fast.seconds(), 1e-9);
    }

    @Test
    void an_experiments_file_may_have_arrivals_instead_of_users() throws Exception {
        LoadPlan load = new ObjectMapper()
                .readValue(
                        """
                        {"arrivals": {"process": "poisson", "steps": [{"perSecond": 30, "seconds": 60},
                            {"perSecond": 90, "seconds": 20}]},
                         "longPercent": 0, "shortHold": {"label": "1 s", "ms": 1000}, "seed": 42}""",
                        LoadPlan.class);
        assertTrue(load.isOpen());
        assertFalse(load.isBurst());
        assertEquals(3_600, load.requests());
        assertEquals(45, load.toModel(null).arrivalsPerSecond());
    }

    @Test
    void a_load_is_either_open_or_closed() {
        PlannedHold hold = PlannedHold.fixed("1 s", 1_000);
        assertThrows(
                IllegalArgumentException.class,
                () -> new LoadPlan(5, 1, 2, null, 0, hold, null, 0, 0, ClientPlan.USUAL, 1, TWO_STEPS));
        assertThrows(
                IllegalArgumentException.class,
                () -> new LoadPlan(0, 1, 2, null, 0, hold, null, 0, 0, ClientPlan.USUAL, 1, null));
        assertThrows(
                IllegalArgumentException.class, () -> new ArrivalPlan(ArrivalProcess.POISSON, List.of(), List.of()));
        assertThrows(IllegalArgumentException.class, () -> new ArrivalStep(-1, 1));
    }

    @Test
    void a_load_that_would_not_end_or_has_no_long_hold_time_is_refused() {
        PlannedHold hold = PlannedHold.fixed("1 s", 1_000);
        for (String wrong : List.of("loops or a duration", "a longPercent")) {
            Integer loops = wrong.startsWith("loops") ? null : (Integer) 2;
            int longPercent = loops == null ? 0 : 20;
            var e = assertThrows(
                    IllegalArgumentException.class,
                    () -> new LoadPlan(5, 1, loops, null, longPercent, hold, null, 0, 0, ClientPlan.USUAL, 1, null));
            assertTrue(e.getMessage().contains(wrong), e.getMessage());
        }
    }

    @Test
    void each_arm_of_a_series_has_each_level_of_the_load() {
        Experiment series = Experiment.named("overload-open");
        PlannedArm least = series.arm("blocking-90");
        PlannedArm most = series.arm("blocking-400");
        assertEquals("blocking", least.curve());
        assertEquals("/blocking", most.path());
        assertEquals(2_700, series.workload().of(least).requests());
        assertEquals(12_000, series.workload().of(most).requests());
        series.check(List.of("blocking", "blocking-90")); // a curve, an arm
        assertThrows(RuntimeException.class, () -> series.check(List.of("blocking-91")));
    }
}
