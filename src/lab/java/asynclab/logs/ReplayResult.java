package asynclab.logs;

import static asynclab.document.Document.column;
import static asynclab.document.Document.items;
import static asynclab.document.Texts.text;

import asynclab.document.Document.Section;
import asynclab.document.Document.Table;
import asynclab.model.Latencies;
import asynclab.model.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The traffic of a log, replayed on a real server, beside its prediction. Immutable.
 *
 * @param server and its version
 * @param threads the size of the pool
 * @param usableThreads those that can serve requests, with which the prediction computes
 * @param seconds of the log
 */
public record ReplayResult(String server, int threads, int usableThreads, double seconds, List<ReplayRun> runs) {

    private static final double THROUGHPUT_TOLERANCE = 0.02;
    private static final double TIME_TOLERANCE = 0.1;
    private static final double NEARLY_SATURATED = 0.9;

    /** Requests per second over the whole run, and response times. */
    public record ReplayFigures(double throughput, Latencies times) {

        static ReplayFigures of(Trace trace) {
            return new ReplayFigures(trace.throughput(), Latencies.of(trace));
        }

        /** The lowest, or the highest, of each figure. */
        static ReplayFigures extreme(List<ReplayFigures> all, boolean highest) {
            var each = all.stream().mapToDouble(ReplayFigures::throughput);
            return new ReplayFigures(
                    (highest ? each.max() : each.min()).orElseThrow(),
                    Latencies.extreme(all.stream().map(ReplayFigures::times).toList(), highest));
        }

        private double meanMs() {
            return times.meanMs();
        }

        private double p99Ms() {
            return times.p99Ms();
        }
    }

    /**
     * JMeter may send late. The response times of {@link ReplayRun} count from the intended start, so they include that lateness. The
     * figures here count from the real start, and their prediction is for the real starts.
     *
     * @param lateness how late
     */
    public record ReplaySends(Latencies lateness, ReplayFigures predicted, ReplayFigures measured) {}

    /**
     * A multiple of the traffic on one threading model.
     *
     * @param mode blocking, asynchronous, or virtual threads
     * @param times the multiple
     * @param load the mean number of requests in service ÷ usable threads, of a blocking server; 0 for an asynchronous one
     * @param predicted for the arrivals that JMeter sent
     * @param low the lowest figures over other seeds, whose arrivals have other times within each second
     * @param high the highest ones
     * @param failed requests that got no answer or a refusal
     * @param predictedFailed how many the model expects, because they wait too long for a connection
     * @param sent the same for the times at which JMeter really sent its requests
     */
    public record ReplayRun(
            String mode,
            double times,
            int requests,
            double load,
            ReplayFigures predicted,
            ReplayFigures low,
            ReplayFigures high,
            ReplayFigures measured,
            int failed,
            int predictedFailed,
            ReplaySends sent) {

        /**
         * Whether the throughput is within 2 %, and mean and p99 within 10 % or within the range over seeds. If requests fail as
         * expected, their share of all is within 2 points.
         */
        public boolean isAsPredicted() {
            return hasFailedAsPredicted()
                    && isNear(ReplayFigures::throughput, THROUGHPUT_TOLERANCE)
                    && isNear(ReplayFigures::meanMs, TIME_TOLERANCE)
                    && isNear(ReplayFigures::p99Ms, TIME_TOLERANCE);
        }

        private boolean hasFailedAsPredicted() {
            return failed == predictedFailed
                    || predictedFailed > 0 && Math.abs(failed - predictedFailed) <= THROUGHPUT_TOLERANCE * requests;
        }

        private boolean isNear(ToDoubleFunction<ReplayFigures> figure, double tolerance) {
            double expected = figure.applyAsDouble(predicted);
            double actual = figure.applyAsDouble(measured);
            boolean inRange = actual >= figure.applyAsDouble(low) && actual <= figure.applyAsDouble(high);
            return inRange || Math.abs(actual / expected - 1) <= tolerance;
        }

        private String multiple() {
            return text(times == Math.rint(times) ? "%.0f" : "%.2f", times);
        }

        private String cell(ToDoubleFunction<ReplayFigures> figure, String format) {
            return text(format, figure.applyAsDouble(predicted))
                    + " ("
                    + text(format, figure.applyAsDouble(low))
                    + "–"
                    + text(format, figure.applyAsDouble(high))
                    + ") / "
                    + text(format, figure.applyAsDouble(measured));
        }
    }

    /** The table, and what it means. */
    public Section section() {
        var sentences = new ArrayList<>(List.of(
                text("The traffic was sent again to %s, with %d usable threads of %d.", server, usableThreads, threads),
                "Each cell: predicted (range over seeds) / measured.",
                "As predicted: throughput within 2 %, mean and p99 within 10 % or within the range over seeds.",
                "A response time counts from the time when the request should have been sent.",
                "As sent: it counts from the time when JMeter sent it, and the prediction is for these times."));
        if (runs.stream().anyMatch(run -> run.load > NEARLY_SATURATED))
            sentences.add(
                    "Near saturation the waiting depends on chance: a small difference of the arrivals or of a service time changes it by a multiple.");
        for (ReplayRun run : runs)
            if (run.failed + run.predictedFailed > 0)
                sentences.add(text(
                        "%s, %s times the traffic: %,d of %,d requests failed. The model expects %,d.",
                        run.mode, run.multiple(), run.failed, run.requests, run.predictedFailed));
        return Section.of(
                "Measured beside predicted",
                items(sentences),
                Table.of(
                        runs,
                        column("mode", ReplayRun::mode),
                        column("times the traffic", ReplayRun::multiple),
                        column("req/s", run -> run.cell(ReplayFigures::throughput, "%.1f")),
                        column("mean ms", run -> run.cell(ReplayFigures::meanMs, "%.0f")),
                        column("p50 ms", run -> run.cell(figures -> figures.times.p50Ms(), "%.0f")),
                        column("p95 ms", run -> run.cell(figures -> figures.times.p95Ms(), "%.0f")),
                        column("p99 ms", run -> run.cell(ReplayFigures::p99Ms, "%.0f")),
                        column("sent late, p99 ms", run -> text("%.0f", run.sent.lateness.p99Ms())),
                        column(
                                "as sent: mean ms",
                                run -> text("%.0f / %.0f", run.sent.predicted.meanMs(), run.sent.measured.meanMs())),
                        column(
                                "as sent: p99 ms",
                                run -> text("%.0f / %.0f", run.sent.predicted.p99Ms(), run.sent.measured.p99Ms())),
                        column(
                                "as predicted",
                                run -> (run.isAsPredicted() ? "yes" : "no")
                                        + (run.load > NEARLY_SATURATED ? ", near saturation" : ""))));
    }
}
