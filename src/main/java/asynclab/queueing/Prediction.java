package asynclab.queueing;

import java.util.Arrays;
import java.util.function.LongFunction;
import org.HdrHistogram.Histogram;

/**
 * What the model says of one workload on one server. Throughput in requests per second, times in milliseconds.
 *
 * @param throughput over the whole run, for the draws of the seed asked for
 * @param throughputLow the 2.5 % quantile over other seeds: how much of the figure is the luck of the draw
 * @param throughputHigh the 97.5 % quantile
 * @param steadyThroughput while all users are at work, or null if they never all are
 * @param durationMs from the first start to the last end
 * @param maxInFlight the most requests between their start and end at once, queueing included
 */
public record Prediction(
        double throughput,
        double throughputLow,
        double throughputHigh,
        Double steadyThroughput,
        double meanMs,
        double sdMs,
        double p50Ms,
        double p95Ms,
        double p99Ms,
        double maxMs,
        double durationMs,
        int maxInFlight,
        Bounds bounds,
        Bounds.Limiter limitedBy) {

    private static final int OTHER_SEEDS = 100;

    /**
     * @param draws the hold times of every seed; the run's own seed gives the figures, a hundred others the interval
     * @param threads usable threads, or {@link ClosedSimulation#UNLIMITED}
     */
    public static Prediction of(Workload workload, LongFunction<Draws> draws, long seed, int threads) {
        Trace trace = ClosedSimulation.run(workload, draws.apply(seed), threads, seed);
        double[] others = new double[OTHER_SEEDS];
        for (int i = 0; i < OTHER_SEEDS; i++) {
            long other = seed + 1 + i;
            others[i] = ClosedSimulation.run(workload, draws.apply(other), threads, other)
                    .throughput();
        }
        Arrays.sort(others);
        Trace.Window steady = trace.steady();
        Histogram times = trace.histogram();
        Bounds bounds = Bounds.of(workload, threads);
        return new Prediction(
                trace.throughput(),
                others[(int) (OTHER_SEEDS * 0.025)],
                others[(int) (OTHER_SEEDS * 0.975)],
                steady == null ? null : trace.throughput(steady),
                times.getMean(),
                times.getStdDeviation(),
                times.getValueAtPercentile(50),
                times.getValueAtPercentile(95),
                times.getValueAtPercentile(99),
                times.getMaxValue(),
                trace.whole().millis(),
                trace.maxInFlight(),
                bounds,
                bounds.limiter());
    }
}
