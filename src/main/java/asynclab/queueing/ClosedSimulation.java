package asynclab.queueing;

import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Plays a closed workload against a server of one or two {@link Stages}, each with a number of places and one
 * first-come-first-served queue of unbounded length: each request takes the thread that is free first, holds it for its hold
 * time and gives it back. Without a limit it only holds. Exact, not approximate: requests are taken in order of arrival, and no
 * request can arrive before the one that caused it. One priority queue for users, one for each stage: n requests cost
 * n log(users + c).
 *
 * <p>What it leaves out: the processor time of server and client, the network, and any order of service but arrival; Jetty has
 * another one unless it is told not to, {@link ReservedThreads}.
 */
public final class ClosedSimulation {

    /** As many threads as requests: what a request costs that holds none. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    private ClosedSimulation() {}

    private record Arrival(double millis, int user, int loop) {}

    /**
     * First come, first served.
     *
     * @param threads how many requests can be held at once, or {@link #UNLIMITED}
     * @param seed for the think times
     * @return every request's start and end as its client sees them, in milliseconds from the start of the ramp; those whose
     *     client gave up are marked as failed
     */
    public static Trace run(Workload workload, Draws draws, int threads, long seed) {
        return run(workload, draws, threads, seed, Budget.unlimited());
    }

    /** @throws Budget.Exceeded when it would cost more than there is */
    public static Trace run(Workload workload, Draws draws, int threads, long seed, Budget budget) {
        return run(workload, draws, Stages.of(Station.requestThreads(threads)), seed, budget, new Occupancy());
    }

    static Trace run(Workload workload, Draws draws, Stages stages, long seed, Budget budget, Occupancy occupancy) {
        var random = new SplittableRandom(seed);
        var trace = new Trace(1024);
        var arrivals = new PriorityQueue<Arrival>(workload.users(), (a, b) -> Double.compare(a.millis, b.millis));
        for (int user = 0; user < workload.users(); user++)
            arrivals.add(new Arrival(workload.startMillis(user), user, 0));
        var service = new Service(stages, occupancy);
        while (!arrivals.isEmpty()) {
            Arrival request = arrivals.remove();
            budget.spendOne();
            double begins = service.begin(request.millis);
            double ends = service.work(begins, draws.holdMillis(request.user, request.loop));
            service.leave(begins, ends); // also if nobody waits for the answer any more: dead work
            double gaveUp = request.millis + workload.timeoutMillis();
            boolean answered = ends <= gaveUp || workload.timeoutMillis() == Workload.UNLIMITED;
            double seen = answered ? ends : gaveUp;
            trace.add(request.user, request.millis, seen, answered);
            var next = new Arrival(seen + workload.think().sampleMillis(random), request.user, request.loop + 1);
            if (next.loop < workload.loops() && next.millis < workload.endMillis(request.user)) arrivals.add(next);
        }
        return trace;
    }
}
