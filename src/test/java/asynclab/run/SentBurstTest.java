package asynclab.run;

import static asynclab.FixtureResult.late;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.document.Document.CheckStatus;
import asynclab.document.ResultJson;
import asynclab.model.Latencies;
import asynclab.model.Trace;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.Model;
import asynclab.run.plan.PlannedArm;
import asynclab.run.result.RunResult;
import asynclab.run.result.ValidityCheck;
import asynclab.run.result.figures.Measured;
import asynclab.run.result.figures.SentBurst;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** E4's burst, sent late: one request every tenth of a millisecond. */
class SentBurstTest {

    private static final LoadPlan LOAD = Experiment.named("future").workload();
    private static final int USERS = LOAD.users();

    /** @param responseMs of every request */
    private static Trace sent(double responseMs) {
        var trace = new Trace(USERS);
        IntStream.range(0, USERS).forEach(user -> {
            double start = 70_000 + (USERS - 1 - user) / 10.0; // the last user first
            trace.add(user, start, start + responseMs, true);
        });
        return trace;
    }

    private static SentBurst split(String name) {
        PlannedArm arm = Experiment.named("future").arm(name);
        var samples = new Samples(sent(1_010), Map.of(), Map.of(), 0, 0, 0, 0, null);
        return samples.burst(new Model(LOAD, 42).predict(arm, 200, 0, true), null);
    }

    @Test
    void the_spread_of_the_sends_is_counted_from_the_first() {
        Latencies sent = split("async").sent();
        assertEquals(
                List.of(49.9, 98.9, 99.9),
                Stream.of(sent.p50Ms(), sent.p99Ms(), sent.maxMs())
                        .map(SentBurstTest::rounded)
                        .toList());
    }

    private static double rounded(double ms) {
        return Math.round(ms * 10) / 10.0;
    }

    @Test
    void the_replay_differs_from_the_ideal_burst_by_the_late_sends_only() {
        assertEquals(1_000 / 1.0999, split("async").replayed().throughput(), 1e-6); // 1 s after the last send
        assertEquals(1_000, split("async").replayed().times().maxMs());
        // The last wave of 500 begins when the first one ends, so only the sends of the first wave delay it.
        assertEquals(1_000 / 2.0499, split("future").replayed().throughput(), 1e-6);
        assertEquals(1_000 / 5.0199, split("blocking").replayed().throughput(), 1e-6);
    }

    @Test
    void the_check_is_amber_above_a_fifth_of_the_hold_time() {
        assertEquals(CheckStatus.GREEN, check(200).status());
        ValidityCheck late = check(201);
        assertEquals(CheckStatus.AMBER, late.status());
        assertEquals("sent within 201 ms, 20 % of the hold time, limit 20 %", late.detail());
    }

    @Test
    void sends_that_are_half_a_hold_time_apart_leave_no_verdict() {
        assertFalse(check(500).serious());
        assertTrue(check(501).serious());
        assertFalse(check(501).ok());
    }

    private static ValidityCheck check(double maxMs) {
        var burst = new SentBurst(
                late(1, 2, maxMs),
                new SentBurst.Replayed(1, late(1, 1, 1)),
                split("async").crossCheck());
        return RunChecks.burst("async", burst, LOAD);
    }

    @Test
    void a_stored_run_has_the_field_only_if_it_was_a_burst() throws Exception {
        var measured = Measured.of(sent(1_010), Map.of(), Map.of(), List.of());
        String none = ResultJson.mapper().writeValueAsString(new RunResult(1, measured, null));
        assertFalse(none.contains("burst"), none);
        assertNull(ResultJson.mapper().readValue(none, RunResult.class).burst());

        SentBurst burst = new SentBurst(
                late(1, 2, 3),
                new SentBurst.Replayed(900, late(1_000, 1_000, 1_000)),
                new SentBurst.CrossCheck("ab -n 1000", 1_000, 0, 1_082, 924.214));
        String with = ResultJson.mapper().writeValueAsString(new RunResult(1, measured, null, burst));
        assertEquals(burst, ResultJson.mapper().readValue(with, RunResult.class).burst());
    }

    @Test
    void only_a_load_without_a_ramp_is_a_burst() {
        assertEquals(
                List.of("five-threads", "future"),
                Experiment.names().stream()
                        .filter(name -> Experiment.named(name).workload().isBurst())
                        .toList());
        assertTrue(LOAD.faster(10).isBurst());
    }
}
