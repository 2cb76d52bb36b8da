package asynclab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.document.Document.CheckStatus;
import asynclab.exchange.Ledger;
import asynclab.model.Trace;
import asynclab.run.plan.ClientPlan;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.Model;
import asynclab.run.plan.PlanDraws;
import asynclab.run.plan.PlannedHold;
import asynclab.run.result.CheckKind;
import asynclab.run.result.Validity;
import asynclab.run.result.ValidityCheck;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Each check passes, fails or is not applicable where it should. */
class RunChecksTest {

    private static final int USERS = 50;

    /**
     * Users who send one request after another for 60 s. The mean response time is 500 ms × the factor. The factor depends on the
     * elapsed share of the time.
     */
    private static ValidityCheck halves(int seconds, DoubleUnaryOperator factor) {
        var trace = new Trace(1);
        var random = new Random(7);
        for (int user = 0; user < USERS; user++)
            for (double at = 0; at < 1_000 * seconds; ) {
                double millis = (250 + random.nextInt(500)) * factor.applyAsDouble(at / 1_000 / seconds);
                trace.add(user, at, at + millis, true);
                at += millis;
            }
        return RunChecks.stationary("async", trace);
    }

    @Test
    void a_run_that_stays_the_same_is_stationary() {
        assertEquals(CheckStatus.GREEN, halves(60, gone -> 1).status());
        assertEquals(CheckStatus.GREEN, halves(60, gone -> 1 + 0.02 * gone).status(), "within the tolerance");
    }

    @Test
    void a_run_that_drifts_or_jumps_is_not_stationary() {
        ValidityCheck drift = halves(60, gone -> 1 + 0.4 * gone);
        assertEquals(CheckStatus.AMBER, drift.status(), drift.detail());
        ValidityCheck jump = halves(60, gone -> gone < 0.5 ? 1 : 1.1);
        assertEquals(CheckStatus.AMBER, jump.status(), jump.detail());
        ValidityCheck stall = halves(60, gone -> gone < 0.5 ? 1 : 30);
        assertEquals(CheckStatus.AMBER, stall.status(), stall.detail());
    }

    @Test
    void stationarity_is_not_applicable_with_too_few_responses_or_without_a_steady_window() {
        ValidityCheck few = halves(6, gone -> 1);
        assertEquals(CheckStatus.NOT_APPLICABLE, few.status());
        assertTrue(few.detail().endsWith("responses while all users were active, 600 are needed"), few.detail());
        assertEquals(CheckStatus.NOT_APPLICABLE, halves(1, gone -> 1).status());
    }

    /** Users who wait 500 ms for each response, and then think. The plan has a think time of 500 ms. */
    private static ValidityCheck littlesLaw(int seconds, int thinkMillis) {
        var hold = PlannedHold.fixed("500 ms", 500);
        var plan = new LoadPlan(USERS, 1, null, seconds, 0, hold, null, 500, 500, ClientPlan.USUAL, 1, null);
        var trace = new Trace(1);
        for (int user = 0; user < USERS; user++)
            for (double at = 20 * user; at < 1_000 * seconds; at += 500 + thinkMillis)
                trace.add(user, at, at + 500, true);
        return RunChecks.littlesLaw("async", trace, plan);
    }

    /** X is 50 users ÷ (500 ms + the real think time), and R + Z is 1,000 ms. So 490 ms give 50,000 ÷ 990 = 50.5. */
    @Test
    void littles_law_must_hold_to_two_percent_with_the_planned_think_time() {
        ValidityCheck exact = littlesLaw(60, 500);
        assertEquals(CheckStatus.GREEN, exact.status(), exact.detail());
        assertTrue(exact.detail().startsWith("X·(R+Z) = 50 for 50 users "), exact.detail());
        assertEquals(CheckStatus.GREEN, littlesLaw(60, 490).status(), "50.5 users: +1.0 %");
        assertEquals(CheckStatus.RED, littlesLaw(60, 470).status(), "51.5 users: +3.1 %");
        assertEquals(CheckStatus.RED, littlesLaw(60, 530).status(), "48.5 users: -2.9 %");
        assertEquals(CheckStatus.NOT_APPLICABLE, littlesLaw(2, 500).status(), "all are active for 520 ms only");
    }

    @Test
    void more_than_one_failed_request_in_a_hundred_leaves_no_verdict() {
        assertFalse(RunChecks.areSerious(10, 1_000));
        assertTrue(RunChecks.areSerious(11, 1_000));
    }

    @Test
    void a_series_leaves_out_a_run_that_is_not_fit_for_a_reference_and_has_a_check_about_it() {
        var green = CheckKind.LEDGER.of("async", true, true, "");
        var amber = CheckKind.ORDER.of("async", false, false, "");
        assertNull(Validity.leftOut(2, 100, List.of(green, amber)));
        var drift = CheckKind.STATIONARY.of("async", false, false, "mean +8 %");
        ValidityCheck leftOut = Validity.leftOut(2, 100, List.of(green, drift, amber));
        assertEquals(CheckStatus.AMBER, leftOut.status());
        assertEquals(
                "run 2 was not valid and was measured again; it had 100.0 req/s; halves of the steady window (stationary): mean +8 %",
                leftOut.detail());
        assertTrue(Validity.isFitForReference(leftOut));
        for (CheckKind failed :
                List.of(CheckKind.ERRORS, CheckKind.LEDGER)) // the server's own fault is no reason to measure again
        assertNull(Validity.leftOut(2, 100, List.of(drift, failed.of("async", false, true, ""))));
        assertFalse(Validity.isFitForReference(CheckKind.ORDER.of("async", false, true, "")));
    }

    private static ValidityCheck draws(String experiment, int others) {
        var load = Experiment.named(experiment).workload();
        return RunChecks.draws("async", others, new PlanDraws(load, load.seed()));
    }

    @Test
    void hold_times_are_checked_only_where_labels_can_show_them() {
        assertEquals(CheckStatus.GREEN, draws("80-20", 0).status());
        assertEquals(CheckStatus.RED, draws("80-20", 3).status());
        ValidityCheck one = draws("80-20-one-second", 0);
        assertEquals(CheckStatus.NOT_APPLICABLE, one.status());
        assertEquals("every request has the same label", one.detail());
        ValidityCheck drawn = draws("c10k", 0);
        assertEquals(CheckStatus.NOT_APPLICABLE, drawn.status());
        assertEquals("the server draws the hold times", drawn.detail());
    }

    private static Samples withoutQueueing(int unqueued) {
        var trace = new Trace(1);
        for (int i = 0; i < 1_000; i++) trace.add(i, 0, 10, true);
        return new Samples(trace, Map.of(), Map.of(), 0, 0, unqueued, 0, null);
    }

    /** E4's burst: the first 200 of 1,000 requests find an idle thread, in order of arrival. */
    @Test
    void requests_overtook_the_queue_if_more_of_them_than_predicted_did_not_wait() {
        Experiment burst = Experiment.named("future");
        Trace predicted = new Model(burst.workload(), 42)
                .predict(burst.arm("blocking"), 200, 0, true)
                .run();
        int unqueued = Samples.unqueued(predicted, new PlanDraws(burst.workload(), 42));
        assertEquals(200, unqueued);
        assertFalse(RunChecks.overtook(withoutQueueing(200), unqueued, 0));
        assertTrue(RunChecks.overtook(withoutQueueing(320), unqueued, 0));
        assertTrue(RunChecks.overtook(withoutQueueing(200), unqueued, 1), "reserved threads bypass the queue");
        assertFalse(RunChecks.overtook(withoutQueueing(950), unqueued, 0), "there was no queue");
    }

    /** The check of a run of 100 requests, of which some failed. */
    private static ValidityCheck ledger(int started, int answered, int inFlight, int failed) {
        var trace = new Trace(1);
        for (int i = 0; i < 100; i++) trace.add(i, 0, 10, i >= failed);
        var ledger = Ledger.Snapshot.of(
                Map.of("started", (long) started, "answered", (long) answered, "inFlight", (long) inFlight));
        var errors = failed == 0 ? Map.<String, Integer>of() : Map.of("timeout", failed);
        return RunChecks.ledger("async", ledger, new Samples(trace, Map.of(), errors, 0, 0, 0, 0, null));
    }

    @Test
    void the_request_ledger_fails_if_a_request_is_missing_in_flight_or_unknown() {
        assertEquals(CheckStatus.GREEN, ledger(100, 100, 0, 0).status());
        assertEquals(CheckStatus.RED, ledger(100, 99, 0, 0).status(), "an end is missing");
        assertEquals(CheckStatus.RED, ledger(100, 99, 1, 0).status(), "one is in flight");
        assertEquals(CheckStatus.RED, ledger(99, 99, 0, 0).status(), "one never reached the server");
        assertEquals(CheckStatus.RED, ledger(101, 101, 0, 0).status(), "one request has no client");
    }

    @Test
    void a_host_may_take_five_percent_of_the_processor_time() {
        assertEquals(CheckStatus.GREEN, RunChecks.stolen("async", 0.05).status());
        ValidityCheck stolen = RunChecks.stolen("async", 0.12);
        assertEquals(CheckStatus.AMBER, stolen.status());
        assertEquals("the host took 12 % of the wanted processor time, limit 5 %", stolen.detail());
        assertTrue(Validity.isFitForReference(stolen), "the check states the size of the doubt");
        assertFalse(RunChecks.stolen("async", Double.NaN).applicable(), "the system does not say it");
    }

    @Test
    void only_a_failed_request_may_be_missing_in_the_ledger() {
        assertEquals(CheckStatus.GREEN, ledger(97, 97, 0, 3).status());
        assertEquals(CheckStatus.RED, ledger(96, 96, 0, 3).status());
        assertEquals(CheckStatus.RED, ledger(101, 101, 0, 3).status());
    }
}
