package asynclab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.plan.Experiment;
import asynclab.plan.LoadPlan;
import asynclab.plan.PlanDraws;
import asynclab.plan.PublishedFigures;
import asynclab.queueing.Bounds.Limiter;
import asynclab.queueing.Prediction;
import asynclab.queueing.Station;
import asynclab.queueing.Trace;
import asynclab.result.ArmResult;
import asynclab.result.Conclusion;
import asynclab.result.Diagnosis;
import asynclab.result.Diagnosis.Cause;
import asynclab.result.Summary;
import asynclab.result.ValidityCheck;
import asynclab.result.figures.Measured;
import asynclab.result.figures.Predicted;
import asynclab.result.figures.ServerFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WordsTest {

    private static final Experiment E1 = Experiment.named("80-20");
    private static final LoadPlan LOAD = E1.workload().faster(1);
    private static final ServerFigures SERVER = new ServerFigures(
            1.0,
            new ServerFigures.ThreadFigures(100, 98, 0, 98, false),
            120,
            0,
            0,
            0,
            null,
            new ServerFigures.ClientFigures(0, 0),
            0.1,
            0,
            0,
            Map.of());

    /** An arm whose runs have these throughputs. */
    private static ArmResult arm(String name, Station station, double... throughputs) {
        var prediction = Prediction.of(LOAD.toModel(E1.arms().get(0)), seed -> new PlanDraws(LOAD, seed), 42, station);
        var predicted = Predicted.of(prediction, station);
        var runs = new ArrayList<ArmResult.Run>();
        for (double throughput : throughputs) {
            var trace = new Trace(1);
            trace.add(0, 0, 1_000 / throughput, true);
            runs.add(new ArmResult.Run(runs.size() + 1, Measured.of(trace, Map.of(), Map.of()), SERVER));
        }
        Measured first = runs.get(0).measured();
        return new ArmResult(
                name,
                "/" + name,
                PublishedFigures.NONE,
                predicted,
                first,
                SERVER,
                Diagnosis.of(prediction.bounds().limiter(), LOAD, predicted, first, 0.1),
                null,
                runs);
    }

    private static ArmResult blocking(double... throughputs) {
        return arm("blocking", Station.requestThreads(98), throughputs);
    }

    private static ArmResult async(double... throughputs) {
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
        String verdict = Words.verdict(summary);
        assertTrue(verdict.startsWith("Asynchronous processing pays"), verdict);
        assertTrue(verdict.contains("2.9 times"), verdict);
        assertTrue(verdict.contains("98 usable threads ÷ 1.6 s"), verdict);
        assertTrue(verdict.contains("A blocking pool of about 542 threads"), verdict);
    }

    @Test
    void a_gain_within_the_noise_changes_nothing() {
        Summary summary = summary(List.of(blocking(60, 70), async(72, 68)));
        assertEquals(Conclusion.Kind.CHANGES_NOTHING, summary.conclusion().kind());
        assertTrue(Words.verdict(summary).startsWith("Asynchronous processing changes nothing"));
    }

    @Test
    void a_run_with_a_serious_failed_check_gets_no_verdict() {
        var check = new ValidityCheck("errors", "async", false, true, "500 of 10000 failed");
        Summary summary = summary(List.of(blocking(60), async(173)), check);
        assertEquals(Conclusion.Kind.INVALID, summary.conclusion().kind());
        assertEquals(
                "No verdict: the run is not valid. async, failed requests (errors): 500 of 10000 failed.",
                Words.verdict(summary));
    }

    @Test
    void a_single_arm_is_not_compared() {
        Summary summary = summary(List.of(blocking(60)));
        assertEquals(Conclusion.Kind.NOT_COMPARED, summary.conclusion().kind());
        assertEquals(
                "blocking is limited by request threads: 98 usable threads ÷ 1.6 s = 61.3 req/s.",
                Words.verdict(summary));
    }

    @Test
    void a_deviation_without_a_known_cause_is_unexplained() {
        Diagnosis far = async(120).diagnosis();
        assertEquals(Limiter.ARRIVALS, far.limiter());
        assertEquals(Cause.UNEXPLAINED, far.cause());
        assertEquals("Measured throughput deviates from the prediction by -31 %: unexplained", Words.deviation(far));
        assertNull(Words.deviation(async(172).diagnosis()));
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
                    Words.deviation(cause.getKey()));
    }
}
