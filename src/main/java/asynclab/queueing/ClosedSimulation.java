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
 * <p>Where connections are opened by the same threads (Jetty's ManagedSelector hands each new one to the pool), the first
 * request of a connection waits in the queue twice: a user's first, one after it has given up and closed its connection, and
 * one after it has kept a connection for as long as it does.
 *
 * <p>What it leaves out: the processor time of server and client, the network, and any order of service but arrival; Jetty has
 * another one unless it is told not to, {@link ReservedThreads}.
 */
public final class ClosedSimulation {

    /** As many threads as requests: what a request costs that holds none. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** @param sent when its client sent the request; {@code millis} is later where its connection had to be opened first */
    private record Arrival(double millis, int user, int loop, double sent, boolean connects) {}

    private final Workload workload;
    private final SplittableRandom random;
    private final boolean connects;
    private final Trace trace;
    private final double[] connected; // since when each user has its connection
    private final PriorityQueue<Arrival> arrivals = new PriorityQueue<>((a, b) -> Double.compare(a.millis, b.millis));

    private ClosedSimulation(Workload workload, boolean connects, long seed, Budget budget) {
        this.workload = workload;
        trace = budget.trace(1024);
        this.connects = connects;
        connected = new double[workload.users()];
        random = new SplittableRandom(seed);
    }

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
        return new ClosedSimulation(workload, stages.first().connects(), seed, budget)
                .run(draws, new Service(stages, occupancy), budget);
    }

    private Trace run(Draws draws, Service service, Budget budget) {
        for (int user = 0; user < workload.users(); user++) {
            double starts = workload.startMillis(user);
            arrivals.add(new Arrival(starts, user, 0, starts, connects));
        }
        while (!arrivals.isEmpty()) {
            Arrival request = arrivals.remove();
            double gaveUp = workload.timeoutMillis() == Workload.UNLIMITED
                    ? Double.POSITIVE_INFINITY
                    : request.sent + workload.timeoutMillis();
            if (request.connects) {
                connected[request.user] = request.sent;
                double opens = service.connect(request.millis);
                arrivals.add(new Arrival(opens, request.user, request.loop, request.sent, false));
                if (opens > gaveUp) over(request, gaveUp, false);
                continue;
            }
            budget.spendOne();
            double begins = service.begin(request.millis);
            double ends = service.work(begins, draws.holdMillis(request.user, request.loop));
            service.leave(begins, ends); // also if nobody waits for the answer any more: dead work
            if (request.millis <= gaveUp) over(request, Math.min(ends, gaveUp), ends <= gaveUp);
        }
        return trace;
    }

    /** The request is over for its client, who goes on. */
    private void over(Arrival request, double millis, boolean answered) {
        trace.add(request.user, request.sent, millis, answered);
        double next = millis + workload.think().sampleMillis(random);
        if (request.loop + 1 < workload.loops() && next < workload.endMillis(request.user))
            arrivals.add(new Arrival(
                    next, request.user, request.loop + 1, next, connects && !(answered && keeps(request.user, next))));
    }

    private boolean keeps(int user, double millis) {
        return workload.connectionMillis() == Workload.UNLIMITED
                || millis < connected[user] + workload.connectionMillis();
    }
}
