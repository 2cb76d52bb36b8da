package asynclab.result;

import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.experiment.Samples;
import asynclab.plan.Experiment;
import asynclab.plan.PlanDraws;
import asynclab.queueing.ClosedSimulation;
import asynclab.queueing.Prediction;
import asynclab.queueing.Station;
import asynclab.queueing.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerdictTest {

    private static final Experiment.Load E1 =
            Experiment.named("80-20").workload().faster(1);

    /** An arm whose runs measured the given throughputs. */
    private static Summary.Arm arm(String name, int threads, double... throughputs) {
        var station = threads == ClosedSimulation.UNLIMITED ? Station.unlimited() : Station.requestThreads(threads);
        var predicted = Summary.Predicted.of(
                Prediction.of(
                        E1.toModel(Experiment.named("80-20").arms().get(0)),
                        seed -> new PlanDraws(E1, seed),
                        42,
                        station),
                station);
        var server = new Summary.ServerFigures(1, 100, 98, 0, 98, 120, 0, 0, 0, null, 0, 0, 0, 0, 0, Map.of());
        var runs = new ArrayList<Summary.Run>();
        for (double throughput : throughputs) {
            var trace = new Trace(1);
            trace.add(0, 0, 1_000 / throughput, true);
            var samples = new Samples(trace, Map.of(), Map.of(), 0, 0, 0, 0);
            runs.add(new Summary.Run(runs.size() + 1, samples.measured(), server));
        }
        var measured = runs.get(0).measured();
        return new Summary.Arm(
                name,
                "/" + name,
                new Experiment.Figures(
                        null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
                        null),
                predicted,
                measured,
                server,
                Verdict.why(E1, predicted, measured, 0.1),
                Verdict.word(E1, predicted, 0.1),
                runs);
    }

    private static String verdict(Summary.Arm blocking, Summary.Arm async, Validity.Check... checks) {
        return Verdict.of(E1, List.of(blocking, async), List.of(checks));
    }

    @Test
    void a_clear_gain_pays_and_the_sentence_says_what_limits_blocking_and_what_would_do_the_same() {
        String verdict = verdict(arm("blocking", 98, 60), arm("async", ClosedSimulation.UNLIMITED, 173));
        assertTrue(verdict.startsWith("Asynchronous processing pays"), verdict);
        assertTrue(verdict.contains("2.9 times"), verdict);
        assertTrue(verdict.contains("98 usable threads ÷ 1.6 s"), verdict);
        assertTrue(verdict.contains("A blocking pool of about 542 threads"), verdict);
    }

    @Test
    void a_gain_that_is_within_the_noise_changes_nothing() {
        String verdict = verdict(arm("blocking", 98, 60, 70), arm("async", ClosedSimulation.UNLIMITED, 72, 68));
        assertTrue(verdict.startsWith("Asynchronous processing changes nothing"), verdict);
    }

    @Test
    void a_run_with_a_serious_failed_check_gets_no_verdict() {
        var check = new Validity.Check("errors", "async", false, true, "500 of 10000 failed");
        String verdict = verdict(arm("blocking", 98, 60), arm("async", ClosedSimulation.UNLIMITED, 173), check);
        assertTrue(verdict.startsWith("No verdict"), verdict);
        assertTrue(verdict.contains("500 of 10000 failed"), verdict);
    }

    @Test
    void a_measurement_far_from_its_prediction_is_called_unexplained_unless_something_explains_it() {
        assertTrue(arm("async", ClosedSimulation.UNLIMITED, 120).why().contains("unexplained"));
        assertTrue(!arm("async", ClosedSimulation.UNLIMITED, 172).why().contains("unexplained"));
    }
}
