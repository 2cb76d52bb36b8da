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
 * <p>What it leaves out: the processor time of server and client, the network, and any order of service but arrival. Some
 * servers have another: under experiment E1 Jetty answers most requests at once while others wait for a minute. What share is
 * served ahead of the queue depends on client and machine and cannot be predicted, but it can be counted; with the counted share
 * as {@code overtaking} the simulation says what such an order explains, of a single stage.
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
        return run(workload, draws, threads, 0, seed, Budget.unlimited());
    }

    /** @throws Budget.Exceeded when it would cost more than there is */
    public static Trace run(Workload workload, Draws draws, int threads, long seed, Budget budget) {
        return run(workload, draws, threads, 0, seed, budget);
    }

    /** @param overtaking the share of users' next requests that are served ahead of the queue, by the thread of the one before: 0 to 1 */
    public static Trace run(Workload workload, Draws draws, int threads, double overtaking, long seed, Budget budget) {
        Stages stages = Stages.of(Station.requestThreads(threads));
        return run(workload, draws, stages, overtaking, seed, budget, new Occupancy());
    }

    static Trace run(
            Workload workload,
            Draws draws,
            Stages stages,
            double overtaking,
            long seed,
            Budget budget,
            Occupancy occupancy) {
        var random = new SplittableRandom(seed);
        var trace = new Trace(1024);
        var arrivals = new PriorityQueue<Arrival>(workload.users(), (a, b) -> Double.compare(a.millis, b.millis));
        for (int user = 0; user < workload.users(); user++)
            arrivals.add(new Arrival(workload.startMillis(user), user, 0));
        var service = new Service(stages, occupancy);
        while (!arrivals.isEmpty()) {
            Arrival request = arrivals.remove();
            double took = service.begin(request.millis);
            double begins = took;
            while (true) {
                budget.spendOne();
                double ends = service.work(begins, draws.holdMillis(request.user, request.loop));
                double gaveUp = request.millis + workload.timeoutMillis();
                boolean answered = ends <= gaveUp || workload.timeoutMillis() == Workload.UNLIMITED;
                double seen = answered ? ends : gaveUp;
                trace.add(request.user, request.millis, seen, answered);

                var next = new Arrival(seen + workload.think().sampleMillis(random), request.user, request.loop + 1);
                boolean goesOn = next.loop < workload.loops() && next.millis < workload.endMillis(request.user);
                if (goesOn && answered && next.millis == ends && random.nextDouble() < overtaking) {
                    request = next;
                    begins = ends;
                    continue;
                }
                service.leave(took, ends); // also if nobody waits for the answer any more: dead work
                if (goesOn) arrivals.add(next);
                break;
            }
        }
        return trace;
    }
}
