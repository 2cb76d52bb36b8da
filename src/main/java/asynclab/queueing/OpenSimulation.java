package asynclab.queueing;

import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Plays an open workload against a server of c threads with one first-come-first-served queue of unbounded length, or against
 * one that holds requests without a thread. The counterpart of {@link ClosedSimulation}, exact in the same sense and with the
 * same omissions. n requests cost n log c.
 */
public final class OpenSimulation {

    private OpenSimulation() {}

    /**
     * @param draws hold times; every request is a user of its own with one loop
     * @param threads how many requests can be held at once, or {@link ClosedSimulation#UNLIMITED}
     * @param seed for the times of arrival
     * @return every request's start and end, in milliseconds; it has no {@link Trace#steady} window, since no user stays
     */
    public static Trace run(OpenWorkload workload, Draws draws, int threads, long seed) {
        return run(workload, draws, threads, seed, Budget.unlimited());
    }

    /** @throws Budget.Exceeded when it would cost more than there is */
    public static Trace run(OpenWorkload workload, Draws draws, int threads, long seed, Budget budget) {
        var random = new SplittableRandom(seed);
        double gapMillis = 1_000 / workload.requestsPerSecond();
        var trace = new Trace((int) Math.min(1 << 20, workload.durationMillis() / gapMillis + 1));
        var freeAt = new PriorityQueue<Double>();
        boolean poisson = workload.arrivals() == OpenWorkload.Arrivals.POISSON;
        double arrival = poisson ? exponential(random, gapMillis) : 0;
        for (int request = 0; arrival < workload.durationMillis(); request++) {
            budget.spendOne();
            double begins = freeAt.size() == threads ? Math.max(arrival, freeAt.remove()) : arrival;
            double ends = begins + draws.holdMillis(request, 0);
            if (threads != ClosedSimulation.UNLIMITED) freeAt.add(ends);
            trace.add(request, arrival, ends, true);
            // a multiple, not a sum of gaps: a million roundings add up
            arrival = poisson ? arrival + exponential(random, gapMillis) : (request + 1) * gapMillis;
        }
        return trace;
    }

    private static double exponential(SplittableRandom random, double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }
}
