package asynclab.queueing;

import java.util.SplittableRandom;

/**
 * Plays an open workload against a server of one or two {@link Stages}, or against one that holds requests without a thread. The
 * counterpart of {@link ClosedSimulation}, exact in the same sense and with the
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
            double gaveUp = arrival + workload.timeoutMillis();
            boolean answered = ends <= gaveUp || workload.timeoutMillis() == Workload.UNLIMITED;
            trace.add(request, arrival, answered ? ends : gaveUp, answered);
            // a multiple, not a sum of gaps: a million roundings add up
            arrival = poisson ? arrival + exponential(random, gapMillis) : (request + 1) * gapMillis;
        }
        return trace;
    }

    private static double exponential(SplittableRandom random, double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }
}
