package asynclab.model;

import asynclab.model.station.Outcomes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * The model's figures for one load on one server. They count every request, also those that fail, as JMeter does. They
 * are those of one simulated run, for the given seed, except {@code times} with a queue that draws at random. Immutable but for the
 * occupancy.
 *
 * @param requests the number of requests sent
 * @param failed how many of them had a client timeout, were refused, or got no connection in time
 * @param durationMs from the first start to the last end
 * @param maxInFlight the maximum number of requests in flight, including queued ones
 * @param steadyInFlight the mean number of requests in flight during the steady state, or null without one
 * @param times the response times, for the given seed; the mean over all seeds if they depend much on what a queue draws
 * @param lastMinute what clients get in the last minute of full load, for the given seed; null without such a time
 * @param occupancy how busy the server is over the run
 */
public record Prediction(
        int requests,
        int failed,
        double durationMs,
        int maxInFlight,
        Double steadyInFlight,
        Rates rates,
        SeedTimes times,
        Bounds bounds,
        Outcomes lastMinute,
        Occupancy occupancy) {

    /**
     * Requests per second.
     *
     * @param wholeRun throughput over the whole run, for the given seed
     * @param ofOtherSeeds throughput over the whole run, for each of the other seeds, in their order
     * @param steady throughput during the steady state ({@link Load#steady}), or null without one
     * @param goodput the rate of requests that did not fail, over the whole run
     */
    public record Rates(double wholeRun, List<Double> ofOtherSeeds, Double steady, double goodput) {}

    /**
     * Response times.
     *
     * @param mean over {@code meanOf} seeds
     * @param meanOf 1 for the given seed alone
     * @param ofOtherSeeds for each of the other seeds, in their order
     */
    public record SeedTimes(Latencies mean, int meanOf, List<Latencies> ofOtherSeeds) {}

    private static final double MINUTE_MILLIS = 60_000;
    private static final int MOST_OTHER_SEEDS = 40;
    private static final int FEWEST_OTHER_SEEDS = 3;
    private static final int REQUESTS_FOR_OTHER_SEEDS = 2_000_000; // a second or two of simulation

    /**
     * Predicts a load.
     *
     * @param draws the hold times for each seed. The given seed has the figures; 3 to 40 other seeds have their range.
     * @throws Budget.Exceeded if the simulations exceed the budget
     */
    public static Prediction of(Load load, LongFunction<Draws> draws, long seed, Stages stages, Budget budget) {
        var occupancy = new Occupancy();
        Trace trace = load.simulate(draws.apply(seed), stages, seed, budget, occupancy);
        return of(load, draws, seed, stages, budget, trace, occupancy);
    }

    /** The same of a run that has been simulated. */
    public static Prediction of(
            Load load,
            LongFunction<Draws> draws,
            long seed,
            Stages stages,
            Budget budget,
            Trace trace,
            Occupancy occupancy) {
        var alone = Bounds.of(load, stages);
        boolean outrun = alone.limiter() == Bounds.Limiter.ARRIVALS
                && Double.isFinite(capacity(alone))
                && load.outruns(trace, capacity(alone));
        Bounds bounds = outrun ? alone.limitedByServer(load, stages) : alone;
        var runs = new ArrayList<>(List.of(SeedRun.of(trace)));
        int others = Math.max(FEWEST_OTHER_SEEDS, Math.min(MOST_OTHER_SEEDS, REQUESTS_FOR_OTHER_SEEDS / trace.size()));
        for (long other = seed + 1; other <= seed + others; other++)
            runs.add(SeedRun.of(load.simulate(draws.apply(other), stages, other, budget, Occupancy.NONE)));
        Trace.Window steady = load.steady(trace, bounds);
        Trace.Window loaded = load.fullLoad(trace);
        return new Prediction(
                trace.size(),
                trace.failures(),
                trace.whole().millis(),
                trace.maxInFlight(),
                steady == null ? null : trace.meanInFlight(steady),
                new Rates(
                        trace.throughput(),
                        others(runs, SeedRun::throughput),
                        steady == null ? null : trace.throughput(steady),
                        trace.goodput()),
                times(runs, stages.varyByDraws()),
                bounds,
                loaded == null ? null : outcomes(trace, occupancy, loaded.last(MINUTE_MILLIS), bounds),
                occupancy);
    }

    /** What is kept of the run of one seed. */
    private record SeedRun(double throughput, Latencies times) {
        static SeedRun of(Trace trace) {
            return new SeedRun(trace.throughput(), Latencies.exact(trace));
        }
    }

    private static <T> List<T> others(List<SeedRun> runs, Function<SeedRun, T> figure) {
        return runs.stream().skip(1).map(figure).toList();
    }

    private static SeedTimes times(List<SeedRun> runs, boolean mean) {
        List<Latencies> others = others(runs, SeedRun::times);
        List<SeedRun> of = mean ? runs : runs.subList(0, 1);
        return new SeedTimes(Latencies.mean(of.stream().map(SeedRun::times).toList()), of.size(), others);
    }

    /** The requests per second that the servers can serve; infinite without a limit. */
    public static double capacity(Bounds bounds) {
        return Math.min(Math.min(bounds.limit(), bounds.threads()), Math.min(bounds.second(), bounds.processors()));
    }

    /** What clients and the server get in a window of a simulated run. */
    public static Outcomes outcomes(Trace trace, Occupancy occupancy, Trace.Window window, Bounds bounds) {
        return trace.outcomes(window, occupancy.wasted(window) * 1_000 / window.millis(), capacity(bounds));
    }

    /** Requests per second over the whole run, for the given seed. */
    public double throughput() {
        return rates.wholeRun;
    }

    /** The throughput of each other seed. */
    public List<Double> throughputs() {
        return rates.ofOtherSeeds;
    }

    /** The lowest throughput of the other seeds. */
    public double throughputLow() {
        return Collections.min(rates.ofOtherSeeds);
    }

    /** The highest throughput of the other seeds. */
    public double throughputHigh() {
        return Collections.max(rates.ofOtherSeeds);
    }

    /** Requests per second during the steady state, or null without one. */
    public Double steadyThroughput() {
        return rates.steady;
    }

    /** Requests per second without those that failed. */
    public double goodput() {
        return rates.goodput;
    }

    /** Requests per second that the server serves in the last minute of full load, also for clients that have left. */
    public double servedPerSecond() {
        return lastMinute.goodput() + lastMinute.waste();
    }

    /** Response times, for the given seed or the mean over seeds, as in {@link SeedTimes}. */
    public Latencies latencies() {
        return times.mean;
    }
}
