package asynclab.model;

import asynclab.delay.HoldTime;
import asynclab.model.SimulatedEvents.SimulatedRequest;
import java.util.Arrays;
import java.util.PrimitiveIterator;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;

/**
 * An open workload: requests arrive at a given rate, whether or not earlier ones have been answered, as on the internet. If the
 * server is too small, there is no steady state and its queue grows. Immutable.
 *
 * @param requestsPerSecond the mean rate
 * @param durationMillis how long requests arrive, the first one at 0; the server then serves all that have arrived
 * @param hold the service time of a request
 * @param timeoutMillis the client timeout, or {@link Workload#UNLIMITED}; the server goes on working after it
 */
public record OpenWorkload(
        Arrivals arrivals, double requestsPerSecond, long durationMillis, HoldTime hold, long timeoutMillis)
        implements Load {

    private static final double FEW = 0.03; // of the arrivals
    private static final double SIGMAS = 5;

    /** The arrival process. */
    public enum Arrivals {
        POISSON, // independent of each other, as from many independent users
        CONSTANT // at equal intervals, as from a load generator with a timer
    }

    public OpenWorkload {
        if (!(requestsPerSecond > 0) || durationMillis < 1 || timeoutMillis < 1)
            throw new IllegalArgumentException("rate, duration and timeout must be above 0, but were "
                    + requestsPerSecond + ", " + durationMillis + " and " + timeoutMillis);
    }

    /** Without a client timeout. */
    public OpenWorkload(Arrivals arrivals, double requestsPerSecond, long durationMillis, HoldTime hold) {
        this(arrivals, requestsPerSecond, durationMillis, hold, Workload.UNLIMITED);
    }

    /** The mean number of requests that arrive. */
    public double meanRequests() {
        return requestsPerSecond * durationMillis / 1_000;
    }

    /** λ S: the mean number of busy threads, if there are enough (Little's law). */
    public double offeredThreads() {
        return requestsPerSecond * hold.meanMillis() / 1_000;
    }

    @Override
    public double arrivalsPerSecond() {
        return requestsPerSecond;
    }

    @Override
    public Trace simulate(Draws draws, Stages stages, long seed, Budget budget, Occupancy occupancy) {
        var clients = new SeparateUsers(arrivals(seed), false);
        return Simulation.run(clients, timeoutMillis, stages, draws, seed, budget, occupancy);
    }

    /** The second half of the arrivals. */
    @Override
    public Trace.Window fullLoad(Trace trace) {
        return new Trace.Window(durationMillis / 2.0, durationMillis);
    }

    /** The second half of the arrivals, if the server keeps up and no response time exceeds the first half. */
    @Override
    public Trace.Window steady(Trace trace, Bounds bounds) {
        return secondHalf(durationMillis, trace, bounds);
    }

    private static Trace.Window secondHalf(long durationMillis, Trace trace, Bounds bounds) {
        var half = new Trace.Window(durationMillis / 2.0, durationMillis);
        boolean settled = trace.size() > 0 && trace.longestMillis() <= half.millis();
        boolean keepsUp = bounds.limiter() == Bounds.Limiter.ARRIVALS;
        return keepsUp && settled && trace.endedIn(half) > 0 ? half : null;
    }

    /** Random arrivals or hold times at exactly the rate of the server make a queue that grows for ever. */
    @Override
    public boolean outruns(Trace trace, double capacity) {
        boolean random = arrivals == Arrivals.POISSON || hold.maxMillis() > hold.meanMillis();
        return random && capacity <= requestsPerSecond || grows(requestsPerSecond, durationMillis, hold, trace);
    }

    /**
     * Whether more requests are in flight at the end of the arrivals than at their half, by more than chance. It can only be said if no
     * hold time is longer than that half. Otherwise their number may still rise on an idle server.
     */
    private static boolean grows(double perSecond, long durationMillis, HoldTime hold, Trace trace) {
        double half = durationMillis / 2.0;
        if (hold.maxMillis() > half && trace.longestMillis() > half) return false;
        int before = trace.inFlightAt(half);
        double chance = FEW * perSecond * half / 1_000 + SIGMAS * Math.sqrt(1 + before);
        return trace.inFlightAt(durationMillis) - before > chance;
    }

    /** The arrival times, drawn one by one: a schedule of a too large load would not fit the memory. */
    private PrimitiveIterator.OfDouble arrivals(long seed) {
        double gapMillis = 1_000 / requestsPerSecond;
        var random = new SplittableRandom(seed);
        // A multiple of the gap, because a sum of a million gaps adds up a million rounding errors.
        DoubleStream times = arrivals == Arrivals.POISSON
                ? DoubleStream.iterate(0, millis -> millis - gapMillis * Math.log(1 - random.nextDouble()))
                : DoubleStream.iterate(0, number -> number + 1).map(number -> number * gapMillis);
        return times.takeWhile(millis -> millis < durationMillis).iterator();
    }

    /** Every request is a separate user with one loop, which arrives at a given time. */
    private static final class SeparateUsers implements Clients {

        private final PrimitiveIterator.OfDouble arrivals;
        private final boolean connects;
        private int user;

        SeparateUsers(PrimitiveIterator.OfDouble arrivals, boolean connects) {
            this.arrivals = arrivals;
            this.connects = connects;
        }

        @Override
        public void arrived(SimulatedRequest before, Consumer<SimulatedRequest> sender) {
            if (arrivals.hasNext()) sender.accept(new SimulatedRequest(user++, 0, arrivals.nextDouble(), connects));
        }
    }

    /** When the requests of a {@link Scheduled} workload arrive. Thread-safe. */
    @FunctionalInterface
    public interface Schedule {

        /** The arrival times for a seed, ascending, in milliseconds. Recorded times are the same for every seed. */
        double[] arrivalMillis(long seed);

        /** Whether the rate is the same all the time, so that there can be a steady state. */
        default boolean isConstant() {
            return false;
        }
    }

    /**
     * An open workload whose arrival times are known beforehand: those of a log, or those that a load generator draws. The rate may
     * change over time. Request i is the only loop of user i, so a {@link Draws} may have its recorded hold time. Immutable.
     *
     * @param arrivalsPerSecond the mean rate
     * @param durationMillis how long requests arrive
     * @param hold the service time of a request, for the bounds; the draws have those of the single requests
     * @param timeoutMillis the client timeout, or {@link Workload#UNLIMITED}
     * @param connects whether each request opens a connection, as JMeter's arrivals do
     */
    public record Scheduled(
            Schedule schedule,
            double arrivalsPerSecond,
            long durationMillis,
            HoldTime hold,
            long timeoutMillis,
            boolean connects)
            implements Load {

        @Override
        public Trace simulate(Draws draws, Stages stages, long seed, Budget budget, Occupancy occupancy) {
            var times = Arrays.stream(schedule.arrivalMillis(seed)).iterator();
            var clients = new SeparateUsers(times, connects && stages.first().connects());
            return Simulation.run(clients, timeoutMillis, stages, draws, seed, budget, occupancy);
        }

        /** The second half of the arrivals. */
        @Override
        public Trace.Window fullLoad(Trace trace) {
            return new Trace.Window(durationMillis / 2.0, durationMillis);
        }

        @Override
        public boolean outruns(Trace trace, double capacity) {
            return schedule.isConstant() && grows(arrivalsPerSecond, durationMillis, hold, trace);
        }

        @Override
        public Trace.Window steady(Trace trace, Bounds bounds) {
            return schedule.isConstant() ? secondHalf(durationMillis, trace, bounds) : null;
        }
    }
}
