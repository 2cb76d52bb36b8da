package asynclab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.exchange.Ledger;
import asynclab.model.Bounds.Limiter;
import asynclab.model.Budget;
import asynclab.model.Prediction;
import asynclab.model.Stages;
import asynclab.model.Station;
import asynclab.model.Trace;
import asynclab.run.plan.ArmPrediction;
import asynclab.run.plan.ClientPlan;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.Model;
import asynclab.run.plan.PlanDraws;
import asynclab.run.plan.PlannedArm;
import asynclab.run.plan.PlannedArm.HeldBy;
import asynclab.run.plan.PlannedHold;
import asynclab.run.plan.PlannedPool;
import asynclab.run.plan.PlannedStations;
import asynclab.run.plan.PublishedFigures;
import asynclab.run.result.ArmResult;
import asynclab.run.result.CheckKind;
import asynclab.run.result.Conclusion;
import asynclab.run.result.Diagnosis;
import asynclab.run.result.Diagnosis.Cause;
import asynclab.run.result.Figure;
import asynclab.run.result.RunResult;
import asynclab.run.result.Summary;
import asynclab.run.result.ValidityCheck;
import asynclab.run.result.figures.Measured;
import asynclab.run.result.figures.Predicted;
import asynclab.run.result.figures.ServerFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class VerdictTextTest {

    private static final Experiment E1 = Experiment.named("80-20");
    private static final LoadPlan LOAD = E1.workload().faster(1);
    // Other test classes use these arms at the same time, on threads of their own.
    private static final Map<Station, Prediction> PREDICTIONS = new ConcurrentHashMap<>();
    static final ServerFigures SERVER = server(98);

    private static ServerFigures server(int usableThreads) {
        return new ServerFigures(
                1.0,
                new ServerFigures.ThreadFigures(100, usableThreads, 0, usableThreads, null, false),
                120,
                0,
                0,
                0,
                null,
                new ServerFigures.ClientFigures(0, 0),
                0.1,
                0,
                0,
                Ledger.Snapshot.of(Map.of()));
    }

    /** Runs with these throughputs. */
    static List<RunResult> runs(double... throughputs) {
        var runs = new ArrayList<RunResult>();
        for (double throughput : throughputs) {
            var trace = new Trace(1);
            trace.add(0, 0, 1_000 / throughput, true);
            runs.add(new RunResult(runs.size() + 1, Measured.of(trace, Map.of(), Map.of(), List.of()), SERVER));
        }
        return runs;
    }

    /** An arm whose runs have these throughputs. */
    private static ArmResult arm(String name, Station station, double... throughputs) {
        Stages stages = Stages.of(station);
        Prediction prediction = PREDICTIONS.computeIfAbsent(
                station,
                any -> Prediction.of(
                        LOAD.toModel(E1.arms().get(0)),
                        seed -> new PlanDraws(LOAD, seed),
                        42,
                        stages,
                        Budget.unlimited()));
        var predicted = Predicted.of(prediction, stages);
        List<RunResult> runs = runs(throughputs);
        Measured first = runs.get(0).measured();
        return new ArmResult(
                name,
                "/" + name,
                PublishedFigures.NONE,
                predicted,
                null,
                first,
                SERVER,
                Diagnosis.of(
                        prediction.bounds().limiter(),
                        LOAD,
                        predicted,
                        runs.stream().map(RunResult::measured).toList(),
                        0.1),
                runs,
                null);
    }

    private static ArmResult blocking(double... throughputs) {
        return arm("blocking", Station.requestThreads(98), throughputs);
    }

    static ArmResult async(double... throughputs) {
        return arm("async", Station.unlimited(), throughputs);
    }

    private static Summary summary(List<ArmResult> arms, ValidityCheck... checks) {
        return new Summary(
                Summary.SCHEMA,
                "80-20",
                "E1",
                1,
                "jetty",
                Map.of("seed", 42),
                "mvn",
                LOAD,
                arms,
                List.of(checks),
                List.of(),
                Conclusion.of(arms, List.of(checks)));
    }

    @Test
    void a_clear_gain_pays_and_the_sentence_names_the_limit_of_blocking_and_the_pool_with_the_same_throughput() {
        Summary summary = summary(List.of(blocking(60), async(173)));
        assertEquals(Conclusion.Kind.PAYS, summary.conclusion().kind());
        assertEquals(2.883, summary.conclusion().ratio().mean(), 0.001);
        String verdict = VerdictText.of(summary);
        assertTrue(verdict.startsWith("Asynchronous processing pays"), verdict);
        assertTrue(verdict.contains("2.88 times"), verdict);
        assertTrue(verdict.contains("98 usable threads ÷ 1.6 s"), verdict);
        assertTrue(verdict.contains("A blocking pool of about 542 threads"), verdict);
    }

    @Test
    void a_gain_over_a_worker_pool_names_the_workers_as_the_limit() {
        ArmResult workers = arm("future", Station.workers(100), 60);
        String verdict = VerdictText.of(summary(List.of(workers, async(173))));
        assertTrue(verdict.contains(" Blocking is limited to 100 workers ÷ 1.6 s. "), verdict);
    }

    @Test
    void async_changes_nothing_if_the_upper_end_of_the_interval_is_no_gain() {
        Summary summary = summary(List.of(blocking(60, 60.1), async(60.4, 60.5)));
        assertEquals(Conclusion.Kind.CHANGES_NOTHING, summary.conclusion().kind());
        assertTrue(VerdictText.of(summary).startsWith("Asynchronous processing changes nothing"));
    }

    @Test
    void a_single_pair_of_runs_pays_above_five_percent() {
        for (var gain : Map.of(104.9, Conclusion.Kind.CHANGES_NOTHING, 105.1, Conclusion.Kind.PAYS)
                .entrySet())
            assertEquals(
                    gain.getValue(),
                    summary(List.of(blocking(100), async(gain.getKey())))
                            .conclusion()
                            .kind());
    }

    /** Else the verdict of gateway-pools would be that of its arm virtual, because its two other arms are pools. */
    @Test
    void blocking_on_virtual_threads_is_not_taken_for_asynchronous_processing() {
        ArmResult virtual = arm("virtual", Station.unlimited(), 173);
        Summary alone = summary(List.of(blocking(60), virtual));
        assertEquals(Conclusion.Kind.NOT_COMPARED, alone.conclusion().kind());
        Summary beside = summary(List.of(blocking(60), virtual, async(60)));
        assertEquals(1, beside.conclusion().ratio().mean(), 1e-9);
    }

    @Test
    void an_interval_from_no_gain_to_a_gain_leaves_the_verdict_undecided() {
        Summary summary = summary(List.of(blocking(60, 70), async(72, 68)));
        assertEquals(Conclusion.Kind.UNDECIDED, summary.conclusion().kind());
        assertTrue(VerdictText.of(summary).startsWith("These runs do not decide"), VerdictText.of(summary));
    }

    @Test
    void a_mean_gain_whose_interval_reaches_below_5_percent_does_not_pay() {
        Summary doubtful = summary(List.of(blocking(60, 60), async(60, 120)));
        assertEquals(Conclusion.Kind.UNDECIDED, doubtful.conclusion().kind(), "1.4 times as a mean");
        Summary clear = summary(List.of(blocking(60, 60, 60), async(119, 120, 121)));
        assertEquals(Conclusion.Kind.PAYS, clear.conclusion().kind());
        assertFalse(VerdictText.of(clear).contains("one run"), VerdictText.of(clear));
    }

    @Test
    void a_verdict_of_one_run_says_so_and_has_no_interval() {
        for (double async : new double[] {60, 173}) {
            String verdict = VerdictText.of(summary(List.of(blocking(60), async(async))));
            assertTrue(verdict.endsWith("This verdict comes from one run and has no interval."), verdict);
        }
    }

    @Test
    void figures_of_several_runs_are_their_mean_with_an_interval() {
        ArmResult arm = blocking(58, 58.3, 58.6);
        assertEquals("58.3 ± 0.7", Figure.THROUGHPUT.measured(arm));
        assertEquals(58.3 / arm.predicted().throughput() - 1, Figure.THROUGHPUT.offPrediction(arm), 1e-9);
        assertEquals("1", Figure.REQUESTS.measured(arm), "the same in every run");
        assertEquals("58.3", Figure.THROUGHPUT.measured(blocking(58.3)));
        assertTrue(Report.quoted(summary(List.of(arm))).startsWith("Mean of up to 3 runs ±"));
    }

    @Test
    void the_diagnosis_uses_the_mean_of_all_runs() {
        assertNull(async(172, 174).diagnosis().deviation());
        assertEquals(-0.31, async(100, 140).diagnosis().deviation(), 0.01);
    }

    @Test
    void a_percentile_on_a_step_says_so_instead_of_a_deviation() {
        var trace = new Trace(1);
        for (int i = 0; i < 1_000; i++) trace.add(i, 0, i < 500 ? 1_000 : 4_000, true);
        var run = new RunResult(1, Measured.of(trace, Map.of(), Map.of(), List.of()), SERVER);
        ArmResult arm = blocking(60).with(List.of(run));
        assertEquals("1000 (1000 to 4000)", Figure.P50.measured(arm));
        assertEquals("on a step", Figure.P50.deviation(arm));
        assertNull(Figure.P50.offPrediction(arm));
        assertTrue(Figure.P99.deviation(arm).endsWith(" %"));
        assertTrue(Report.quoted(summary(List.of(arm))).contains("On a step: "));
    }

    @Test
    void a_run_with_a_serious_failed_check_gets_no_verdict() {
        var check = CheckKind.ERRORS.of("async", false, true, "500 of 10000 failed");
        Summary summary = summary(List.of(blocking(60), async(173)), check);
        assertEquals(Conclusion.Kind.INVALID, summary.conclusion().kind());
        assertEquals(
                "No verdict: the run is not valid. async, failed requests (errors): 500 of 10000 failed.",
                VerdictText.of(summary));
    }

    /** An arm with this prediction on a server with so many usable threads. Its figures are of no account. */
    private static ArmResult predicted(ArmPrediction prediction, int usableThreads) {
        ArmResult other = async(900);
        var predicted = Predicted.of(prediction.figures(), prediction.stages());
        Limiter limiter = prediction.figures().bounds().limiter();
        return new ArmResult(
                prediction.arm().name(),
                prediction.arm().path(),
                PublishedFigures.NONE,
                predicted,
                null,
                other.measured(),
                server(usableThreads),
                Diagnosis.of(limiter, prediction.load(), predicted, List.of(other.measured()), 0.1),
                other.runs(),
                null);
    }

    @Test
    void threads_limit_asynchronous_requests_too_by_their_processing_time() {
        Experiment e5 = Experiment.named("sizing-1000");
        var model = new Model(e5.workload(), 42);
        ArmResult arm = predicted(model.predict(e5.arm("async-18"), 18, 0, false), 18);
        assertNull(arm.predicted().station());
        String limit = Reasons.why(e5.workload(), arm);
        assertTrue(limit.startsWith("limited by request threads: 18 usable threads ÷ 0.02 s = 900.0 req/s"), limit);
        assertTrue(Reasons.shortLimit(e5.workload(), arm).startsWith("18 threads ÷ 0.02 s"));
    }

    /** 100 ms on a connection, and 100 ms without. */
    @Test
    void the_time_on_a_connection_is_in_the_arithmetic_of_threads_and_of_users() {
        var load = new LoadPlan(
                100, 1, 10, null, 0, PlannedHold.fixed("100 ms", 100), null, 0, 0, ClientPlan.USUAL, 1, null);
        var enough = new PlannedStations(0, 0, 100, 500, null, false, null);
        PlannedArm planned = PlannedArm.of("blocking", "/phases", HeldBy.REQUEST_THREADS, PlannedPool.NONE, enough);
        var model = new Model(load, 1);
        String threads = Reasons.why(load, predicted(model.predict(planned, 10, 0, false), 10));
        assertTrue(threads.startsWith("limited by request threads: 10 usable threads ÷ 0.2 s = 50.0 req/s"), threads);
        String users = Reasons.why(load, predicted(model.predict(planned, 200, 0, false), 200));
        assertTrue(
                users.startsWith(
                        "limited by the number of users: 100 users ÷ (0.2 s time of a request + 0 s think time)"
                                + " = 500 req/s"),
                users);
    }

    @Test
    void a_single_arm_is_not_compared() {
        Summary summary = summary(List.of(blocking(60)));
        assertEquals(Conclusion.Kind.NOT_COMPARED, summary.conclusion().kind());
        assertEquals(
                "blocking is limited by request threads: 98 usable threads ÷ 1.6 s = 61.3 req/s.",
                VerdictText.of(summary));
    }

    @Test
    void a_deviation_without_a_known_cause_is_unexplained() {
        Diagnosis far = async(120).diagnosis();
        assertEquals(Limiter.ARRIVALS, far.limiter());
        assertEquals(Cause.UNEXPLAINED, far.cause());
        assertEquals("Measured throughput deviates from the prediction by -31 %: unexplained", Reasons.deviation(far));
        assertNull(Reasons.deviation(async(172).diagnosis()));
    }

    @Test
    void each_cause_has_its_sentence_with_its_evidence() {
        for (var cause : Map.of(
                        new Diagnosis(Limiter.USERS, -0.1, Cause.LATE_USERS, 1.5),
                        "-10 %: JMeter started its last user 1.5 s late",
                        new Diagnosis(Limiter.USERS, 0.1, Cause.ERRORS, 1_200.0),
                        "+10 %: possibly because of its 1,200 errors",
                        new Diagnosis(Limiter.USERS, -0.1, Cause.PROCESSORS, 0.9),
                        "-10 %: possibly because client and server used 90 % of the processors")
                .entrySet())
            assertEquals(
                    "Measured throughput deviates from the prediction by " + cause.getValue(),
                    Reasons.deviation(cause.getKey()));
    }
}
