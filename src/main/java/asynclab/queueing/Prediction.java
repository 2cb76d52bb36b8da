package asynclab.queueing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongFunction;
import org.HdrHistogram.Histogram;

/**
 * What the model says of one load on one server. Throughput in requests per second, times in milliseconds. Response times
 * are those of every request, given up or not, as JMeter counts them.
 *
 * @param requests how many were sent
 * @param failed how many of them the client gave up
 * @param throughput over the whole run, for the draws of the seed asked for
 * @param throughputLow the lowest of other seeds: how much of the figure is the luck of the draw
 * @param throughputHigh the highest
 * @param throughputs of each of these seeds, in their order
 * @param steadyThroughput while the run is in a steady state ({@link Load#steady}), or null if it never is
 * @param steadyInFlight requests between their start and end, on average over the same window, or null
 * @param durationMs from the first start to the last end
 * @param maxInFlight the most requests between their start and end at once, queueing included
 * @param goodMeanMs the mean of the requests that were not given up; NaN if all were
 * @param eachMs every response time in ascending order, if there are no more than twenty; else null
 * @param occupancy of the server over the run
 */
public record Prediction(
        int requests,
        int failed,
        double throughput,
        double throughputLow,
        double throughputHigh,
        List<Double> throughputs,
        Double steadyThroughput,
        Double steadyInFlight,
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
        double goodMeanMs,
        double goodP95Ms,
        List<Long> eachMs,
        Bounds bounds,
        Occupancy occupancy) {

    private static final int FEW = 20;
    private static final int MOST_OTHER_SEEDS = 40;
    private static final int FEWEST_OTHER_SEEDS = 3;
    private static final int REQUESTS_FOR_OTHER_SEEDS = 2_000_000; // a second or two of simulation

    /**
     * @param draws the hold times of every seed; the run's own seed gives the figures, three to forty others the range
     */
    public static Prediction of(Load load, LongFunction<Draws> draws, long seed, Station station) {
        return of(load, draws, seed, Stages.of(station), Budget.unlimited());
    }

    /** @throws Budget.Exceeded when it would cost more than there is */
    public static Prediction of(Load load, LongFunction<Draws> draws, long seed, Stages stages, Budget budget) {
        var bounds = Bounds.of(load, stages);
        var occupancy = new Occupancy();
        Trace trace = load.simulate(draws.apply(seed), stages, seed, budget, occupancy);
        var throughputs = new ArrayList<Double>();
        int others = Math.max(FEWEST_OTHER_SEEDS, Math.min(MOST_OTHER_SEEDS, REQUESTS_FOR_OTHER_SEEDS / trace.size()));
        for (long other = seed + 1; other <= seed + others; other++)
            throughputs.add(load.simulate(draws.apply(other), stages, other, budget, new Occupancy())
                    .throughput());
        Trace.Window steady = load.steady(trace, bounds);
        Histogram times = trace.histogram();
        Histogram goodTimes = trace.succeeded().histogram();
        return new Prediction(
                trace.size(),
                trace.failures(),
                trace.throughput(),
                Collections.min(throughputs),
                Collections.max(throughputs),
                throughputs,
                steady == null ? null : trace.throughput(steady),
                steady == null ? null : trace.meanInFlight(steady),
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
                goodTimes.getMean(),
                goodTimes.getValueAtPercentile(95),
                trace.size() > FEW ? null : trace.responseMillis(),
                bounds,
                occupancy);
    }
}
