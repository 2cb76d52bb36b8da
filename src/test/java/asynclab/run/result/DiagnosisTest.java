package asynclab.run.result;

import static asynclab.FixtureResult.late;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import asynclab.model.Bounds.Limiter;
import asynclab.model.Latencies;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.LoadPlan;
import asynclab.run.result.Diagnosis.Cause;
import asynclab.run.result.figures.Measured;
import asynclab.run.result.figures.Predicted;
import asynclab.run.result.figures.SeedRange;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The probable cause of a deviation. Predicted are 100 requests per second for 100 s, after a ramp of 30 s. */
class DiagnosisTest {

    private static final LoadPlan LOAD = Experiment.named("80-20").workload();
    private static final Latencies TIMES = late(1, 2, 3);
    private static final SeedRange SEEDS = new SeedRange(100, 100, Map.of(), 1);
    private static final Predicted PREDICTED =
            new Predicted(10_000, 0, 100, SEEDS, 100.0, 100, null, 100_000, 500, null, 0, null);

    private static Diagnosis of(double perSecond, int errors, int secondsLate, double machineLoad) {
        int rampMs = 1_000 * (LOAD.rampSeconds() + secondsLate);
        var run = new Measured(
                10_000, errors, Map.of(), perSecond, null, 1.0, perSecond, TIMES, null, Map.of(), rampMs, Map.of());
        return Diagnosis.of(Limiter.USERS, LOAD, PREDICTED, List.of(run), machineLoad);
    }

    @Test
    void up_to_three_percent_are_no_deviation() {
        assertNull(of(97.1, 9, 10, 1).cause());
        assertNull(of(102.9, 9, 10, 1).deviation());
        assertEquals(-0.031, of(96.9, 0, 0, 0).deviation(), 1e-9);
    }

    /** If the last user starts 10 s late, 10,000 requests take 110 s: 90.9 requests per second. */
    @Test
    void late_users_are_the_cause_if_they_explain_most_of_a_lower_throughput() {
        assertEquals(Cause.LATE_USERS, of(91, 9, 10, 1).cause());
        assertEquals(10.0, of(91, 9, 10, 1).evidence());
        assertEquals(Cause.LATE_USERS, of(87, 0, 10, 0).cause());
        assertEquals(Cause.UNEXPLAINED, of(86, 0, 10, 0).cause(), "more than 5 % below 90.9");
        assertEquals(Cause.UNEXPLAINED, of(91, 0, 1, 0).cause(), "1 s explains 1 of 9 %");
        assertEquals(Cause.UNEXPLAINED, of(110, 0, 10, 0).cause(), "late users make no run faster");
    }

    @Test
    void errors_come_before_busy_processors_and_without_both_a_deviation_is_unexplained() {
        Diagnosis failed = of(91, 9, 0, 0.86);
        assertEquals(Cause.ERRORS, failed.cause());
        assertEquals(9.0, failed.evidence());
        Diagnosis busy = of(91, 0, 0, 0.86);
        assertEquals(Cause.PROCESSORS, busy.cause());
        assertEquals(0.86, busy.evidence());
        assertEquals(Cause.UNEXPLAINED, of(91, 0, 0, 0.85).cause());
        assertNull(of(91, 0, 0, 0.85).evidence());
    }
}
