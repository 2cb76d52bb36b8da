package asynclab.queueing;

import java.util.function.LongFunction;
import org.HdrHistogram.Histogram;

/**
 * What the model says of one workload on one server. Throughput in requests per second, times in milliseconds. Response times
 * are those of every request, given up or not, as JMeter counts them.
 *
 * @param requests how many were sent
 * @param failed how many of them the client gave up
 * @param throughput over the whole run, for the draws of the seed asked for
 * @param throughputLow the lowest of other seeds: how much of the figure is the luck of the draw
 * @param throughputHigh the highest
 * @param steadyThroughput while all users are at work, or null if they never all are
 * @param durationMs from the first start to the last end
 * @param maxInFlight the most requests between their start and end at once, queueing included
 */
public record Prediction(
        int requests,
        int failed,
        double throughput,
        double throughputLow,
        double throughputHigh,
        Double steadyThroughput,
        double goodput,
        double meanMs,
        double sdMs,
        double p50Ms,
        double p75Ms,
        double p95Ms,
        double p99Ms,
        double maxMs,
        double durationMs,
        int maxInFlight,
        Bounds bounds) {

    private static final int MOST_OTHER_SEEDS = 40;
    private static final int FEWEST_OTHER_SEEDS = 3;
    private static final int REQUESTS_FOR_OTHER_SEEDS = 2_000_000; // a second or two of simulation

    /**
     * @param draws the hold times of every seed; the run's own seed gives the figures, three to forty others the range
     */
    public static Prediction of(Workload workload, LongFunction<Draws> draws, long seed, Station station) {
        return of(workload, draws, seed, station, Budget.unlimited());
    }

    /** @throws Budget.Exceeded when it would cost more than there is */
    public static Prediction of(
            Workload workload, LongFunction<Draws> draws, long seed, Station station, Budget budget) {
        Trace trace = ClosedSimulation.run(workload, draws.apply(seed), station.threads(), seed, budget);
        double low = Double.POSITIVE_INFINITY;
        double high = 0;
        int others = Math.max(FEWEST_OTHER_SEEDS, Math.min(MOST_OTHER_SEEDS, REQUESTS_FOR_OTHER_SEEDS / trace.size()));
        for (long other = seed + 1; other <= seed + others; other++) {
            double throughput = ClosedSimulation.run(workload, draws.apply(other), station.threads(), other, budget)
                    .throughput();
            low = Math.min(low, throughput);
            high = Math.max(high, throughput);
        }
        Trace.Window steady = trace.steady();
        Histogram times = trace.histogram();
        return new Prediction(
                trace.size(),
                trace.failures(),
                trace.throughput(),
                low,
                high,
                steady == null ? null : trace.throughput(steady),
                trace.goodput(),
                times.getMean(),
                times.getStdDeviation(),
                times.getValueAtPercentile(50),
                times.getValueAtPercentile(75),
                times.getValueAtPercentile(95),
                times.getValueAtPercentile(99),
                times.getMaxValue(),
                trace.whole().millis(),
                trace.maxInFlight(),
                Bounds.of(workload, station));
    }
}
