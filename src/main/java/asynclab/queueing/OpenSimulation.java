package asynclab.queueing;

import java.util.SplittableRandom;

/**
 * Simulates an open workload on a server of one or two {@link Stages}. It is as exact as {@link ClosedSimulation} and leaves out
 * the same things. n requests cost n log c.
 */
public final class OpenSimulation {

    private OpenSimulation() {}

    /**
     * Simulates one stage without a budget.
     *
     * @param draws hold times; every request is a separate user with one loop
     * @param threads the number of threads, or {@link ClosedSimulation#UNLIMITED}
     * @param seed for the arrival times
     * @return every request's start and end, in milliseconds; without a {@link Trace#steady} window, as no user stays
     */
    public static Trace run(OpenWorkload workload, Draws draws, int threads, long seed) {
        return run(workload, draws, threads, seed, Budget.unlimited());
    }

    /** @throws Budget.Exceeded if the simulation exceeds the budget */
    public static Trace run(OpenWorkload workload, Draws draws, int threads, long seed, Budget budget) {
        return run(workload, draws, Stages.of(Station.requestThreads(threads)), seed, budget, new Occupancy());
    }

    static Trace run(OpenWorkload workload, Draws draws, Stages stages, long seed, Budget budget, Occupancy occupancy) {
        var random = new SplittableRandom(seed);
        double gapMillis = 1_000 / workload.requestsPerSecond();
        var trace = budget.trace((int) Math.min(1 << 20, workload.durationMillis() / gapMillis + 1));
        var service = new Service(stages, occupancy);
        boolean poisson = workload.arrivals() == OpenWorkload.Arrivals.POISSON;
        double arrival = 0;
        for (int request = 0; arrival < workload.durationMillis(); request++) {
            budget.spendOne();
            double begins = service.begin(arrival);
            double ends = service.work(begins, draws.holdMillis(request, 0));
            service.leave(begins, ends);
            double timeout = arrival + workload.timeoutMillis();
            boolean answered = ends <= timeout || workload.timeoutMillis() == Workload.UNLIMITED;
            trace.add(request, arrival, answered ? ends : timeout, answered);
            // A multiple of the gap, because a sum of a million gaps adds up a million rounding errors.
            arrival = poisson ? arrival + exponential(random, gapMillis) : (request + 1) * gapMillis;
        }
        return trace;
    }

    private static double exponential(SplittableRandom random, double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }
}
