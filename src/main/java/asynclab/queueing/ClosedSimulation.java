package asynclab.queueing;

import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Simulates a closed workload on a server of one or two {@link Stages}. Each stage has a number of servers and one queue of
 * unbounded length, first come, first served. A request takes the server that is free first, holds it for its hold time and
 * returns it. The simulation is exact: requests are taken in order of arrival, and no request can arrive before the request
 * that caused it. With one priority queue for users and one for each stage, n requests cost n log(users + c).
 *
 * <p>Jetty's ManagedSelector lets pool threads open new connections. There, the first request of a connection waits in the queue
 * twice. This applies to a user's first request, to the first one after a client timeout closed the connection, and to the first
 * one after the connection reached its age limit.
 *
 * <p>The model leaves out the CPU time of server and client, the network, and any other order of service. Jetty's default
 * order is another one: {@link ReservedThreads}.
 */
public final class ClosedSimulation {

    /** No limit: there are as many threads as requests. This models requests that wait without a thread. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** @param sent when the client sent the request; {@code millis} is later if the connection had to be opened first */
    private record Arrival(double millis, int user, int loop, double sent, boolean connects) {}

    private final Workload workload;
    private final SplittableRandom random;
    private final boolean connects;
    private final Trace trace;
    private final double[] connectedSince; // for each user, in milliseconds
    private final PriorityQueue<Arrival> arrivals = new PriorityQueue<>((a, b) -> Double.compare(a.millis, b.millis));

    private ClosedSimulation(Workload workload, boolean connects, long seed, Budget budget) {
        this.workload = workload;
        trace = budget.trace(1024);
        this.connects = connects;
        connectedSince = new double[workload.users()];
        random = new SplittableRandom(seed);
    }

    /**
     * Simulates one stage without a budget, first come, first served.
     *
     * @param threads the number of threads, or {@link #UNLIMITED}
     * @param seed for the think times
     * @return every request's start and end as its client sees them, in milliseconds from the start of the ramp; requests
     *     with a client timeout are marked as failed
     */
    public static Trace run(Workload workload, Draws draws, int threads, long seed) {
        return run(workload, draws, threads, seed, Budget.unlimited());
    }

    /** @throws Budget.Exceeded if the simulation exceeds the budget */
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
            double timeout = workload.timeoutMillis() == Workload.UNLIMITED
                    ? Double.POSITIVE_INFINITY
                    : request.sent + workload.timeoutMillis();
            if (request.connects) {
                connectedSince[request.user] = request.sent;
                double opens = service.connect(request.millis);
                arrivals.add(new Arrival(opens, request.user, request.loop, request.sent, false));
                if (opens > timeout) endForClient(request, timeout, false);
                continue;
            }
            budget.spendOne();
            double begins = service.begin(request.millis);
            double ends = service.work(begins, draws.holdMillis(request.user, request.loop));
            service.leave(begins, ends); // also after a client timeout: wasted work
            if (request.millis <= timeout) endForClient(request, Math.min(ends, timeout), ends <= timeout);
        }
        return trace;
    }

    /** Ends the request for its client, which then thinks and sends the next one. */
    private void endForClient(Arrival request, double millis, boolean answered) {
        trace.add(request.user, request.sent, millis, answered);
        double next = millis + workload.think().sampleMillis(random);
        if (request.loop + 1 < workload.loops() && next < workload.endMillis(request.user))
            arrivals.add(new Arrival(
                    next,
                    request.user,
                    request.loop + 1,
                    next,
                    connects && !(answered && workload.keepsConnection(connectedSince[request.user], next))));
    }
}
