package asynclab.run;

import static asynclab.document.Texts.text;

import asynclab.model.Trace;
import asynclab.run.result.CheckKind;
import asynclab.run.result.ValidityCheck;
import asynclab.run.result.figures.Estimate;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/**
 * Whether throughput and mean response time stay the same over the steady window: its first half against its second half.
 *
 * <p>The tolerance is 5 %. A drift of 5 % between the halves moves the mean of the window by 2.5 %. A report explains only
 * deviations above 3 %. The halves of a stationary run also differ by chance. So the check fails only if the difference is also
 * outside the 99 % interval (Welch) for two equal halves. This interval is computed from the means of {@value #BATCHES} batches
 * in each half, because neighbouring requests share a queue (Law 2015, 9.5.3).
 */
final class Stationarity {

    private static final double TOLERANCE = 0.05;
    private static final double MISSES = 0.01;
    private static final int BATCHES = 10;
    private static final int LEAST_RESPONSES = 30; // in a batch, as a mean

    private Stationarity() {}

    /** The check of an arm. Not applicable without a steady window, or with too few responses in it. Not serious. */
    static ValidityCheck check(String arm, Trace trace) {
        Trace.Window settled = RunChecks.settled(trace);
        if (settled == null) return CheckKind.STATIONARY.notApplicable(arm, RunChecks.NO_STEADY_STATE);
        int responses = trace.endedIn(settled);
        if (responses < 2 * BATCHES * LEAST_RESPONSES)
            return CheckKind.STATIONARY.notApplicable(
                    arm,
                    text(
                            "only %,d responses while all users were active, %,d are needed",
                            responses, 2 * BATCHES * LEAST_RESPONSES));
        var throughput = new Halves(settled, trace::throughput);
        var mean = new Halves(settled, trace::meanMillis);
        return CheckKind.STATIONARY.of(
                arm,
                !throughput.differ() && !mean.differ(),
                false,
                text(
                        "second half against first: req/s %+.1f %%, mean ms %+.1f %% over %.0f s",
                        100 * throughput.change(), 100 * mean.change(), settled.millis() / 1_000));
    }

    /** A figure of the batches of each half. A batch without a response has no mean. */
    private record Halves(Estimate first, Estimate second) {

        Halves(Trace.Window whole, ToDoubleFunction<Trace.Window> figure) {
            this(batches(whole, 0, figure), batches(whole, BATCHES, figure));
        }

        private static Estimate batches(Trace.Window whole, int from, ToDoubleFunction<Trace.Window> figure) {
            double length = whole.millis() / (2 * BATCHES);
            double[] batches = new double[BATCHES];
            for (int i = 0; i < BATCHES; i++) {
                double start = whole.fromMillis() + (from + i) * length;
                batches[i] = figure.applyAsDouble(new Trace.Window(start, start + length));
            }
            double[] answered = Arrays.stream(batches).filter(Double::isFinite).toArray();
            return answered.length < 2 ? new Estimate(Double.NaN, 0.0, 0) : Estimate.of(MISSES, answered);
        }

        double change() {
            return second.mean() / first.mean() - 1;
        }

        boolean differ() {
            return Math.abs(change()) > TOLERANCE
                    && Math.abs(second.mean() - first.mean()) > Math.hypot(first.half(), second.half());
        }
    }
}
