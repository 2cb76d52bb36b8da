package asynclab.queueing;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SplittableRandom;

/**
 * Simulates a closed workload of blocking requests in Jetty's default order of service (9.4 to 12.1 at least). Once the pool is
 * busy, this is not the order of arrival:
 *
 * <ul>
 *   <li>A new connection is a job in the pool's queue. Its first request arrives when the connection is open.
 *   <li>If a <em>reserved</em> thread is idle, an arriving request gets it at once and bypasses the queue.
 *   <li>If no reserved thread is idle, two jobs go to the end of the pool's queue: first a job that asks for one more reserved
 *       thread, then the request.
 *   <li>A pool thread that takes such a job becomes an idle reserved thread if there are not yet enough of them, even if
 *       requests are queued.
 *   <li>After its request, a reserved thread becomes idle and reserved again. If there are enough of these already, it returns
 *       to the pool and serves the queue.
 * </ul>
 *
 * <p>So threads stop serving the queue and serve arriving requests. Most requests never queue, and the queued ones wait for
 * a few threads. In experiment E1 the median request is served at once. The slowest takes a minute, three times as long as in
 * order of arrival. Jetty's maintainers know this (jetty #13187: not first in, first out; #13707: thousands of jobs for reserved
 * threads; pull request #13208 was not merged). {@code reservedThreads} 0 turns it off.
 *
 * <p>If many requests end in the same millisecond, their order matters. So the time from a response to the next request is a random
 * part of a millisecond. With 2 µs or 20 ms the figures are the same within the seed variability.
 *
 * <p>There is one stage. The simulation is exact except for what {@link ClosedSimulation} also leaves out. n requests cost
 * n log(users + threads). Not thread-safe.
 */
final class ReservedThreads {

    private enum EventType {
        CONNECTS,
        ARRIVES,
        TIMES_OUT,
        ENDS
    }

    private static final class SimulatedRequest {
        private final int user;
        private final int loop;
        private final double sent;
        private double arrived;
        private boolean connected;
        private boolean reserved; // a reserved thread serves it
        private boolean ended; // as its client sees it

        SimulatedRequest(int user, int loop, double sent, boolean connected) {
            this.user = user;
            this.loop = loop;
            this.sent = sent;
            this.arrived = sent;
            this.connected = connected;
        }
    }

    private record SimulatedEvent(double millis, long number, EventType type, SimulatedRequest request) {}

    private static final double MOST_TURNAROUND_MILLIS = 1;
    private static final SimulatedRequest RESERVE_A_THREAD =
            new SimulatedRequest(0, 0, 0, true); // a job, not a request

    private final Workload workload;
    private final Draws draws;
    private final Occupancy occupancy;
    private final SplittableRandom random;
    private final int mostReserved;
    private final boolean connects;
    private final double[] connectedSince; // for each user, in milliseconds
    private final Trace trace;
    private final Queue<SimulatedEvent> events = new PriorityQueue<>(
            Comparator.comparingDouble(SimulatedEvent::millis).thenComparingLong(SimulatedEvent::number));
    private final Queue<SimulatedRequest> queue = new ArrayDeque<>();
    private int idle;
    private int idleReserved;
    private long number;

    private ReservedThreads(
            Workload workload, Draws draws, Station station, long seed, Budget budget, Occupancy occupancy) {
        trace = budget.trace(1024);
        this.workload = workload;
        this.draws = draws;
        this.occupancy = occupancy;
        random = new SplittableRandom(seed);
        idle = station.threads();
        mostReserved = station.reserved();
        connects = station.connects();
        connectedSince = new double[workload.users()];
    }

    /** @throws IllegalArgumentException if there is more than one stage */
    static Trace run(Workload workload, Draws draws, Stages stages, long seed, Budget budget, Occupancy occupancy) {
        if (stages.processingMillis() > 0 || !stages.second().isUnlimited())
            throw new IllegalArgumentException("reserved threads are modelled for one stage only");
        var simulation = new ReservedThreads(workload, draws, stages.first(), seed, budget, occupancy);
        for (int user = 0; user < workload.users(); user++)
            simulation.send(new SimulatedRequest(
                    user, 0, workload.startMillis(user), !stages.first().connects()));
        while (!simulation.events.isEmpty()) {
            budget.spendOne();
            simulation.handle(simulation.events.remove());
        }
        return simulation.trace;
    }

    private void send(SimulatedRequest request) {
        schedule(request.sent, request.connected ? EventType.ARRIVES : EventType.CONNECTS, request);
        if (workload.timeoutMillis() != Workload.UNLIMITED)
            schedule(request.sent + workload.timeoutMillis(), EventType.TIMES_OUT, request);
    }

    private void schedule(double millis, EventType type, SimulatedRequest request) {
        events.add(new SimulatedEvent(millis, number++, type, request));
    }

    private void handle(SimulatedEvent event) {
        SimulatedRequest request = event.request;
        switch (event.type) {
            case CONNECTS -> {
                connectedSince[request.user] = event.millis;
                queue.add(request);
            }
            case ARRIVES -> arrive(request, event.millis);
            case TIMES_OUT -> endForClient(request, event.millis, false);
            case ENDS -> {
                endForClient(request, event.millis, true);
                if (request.reserved && idleReserved < mostReserved) idleReserved++;
                else idle++;
            }
        }
        serveQueue(event.millis);
    }

    private void arrive(SimulatedRequest request, double millis) {
        request.arrived = millis;
        if (idleReserved > 0) {
            idleReserved--;
            request.reserved = true;
            serve(request, millis);
        } else {
            queue.add(RESERVE_A_THREAD);
            queue.add(request);
        }
    }

    private void serveQueue(double millis) {
        while (idle > 0 && !queue.isEmpty()) {
            SimulatedRequest job = queue.remove();
            if (job == RESERVE_A_THREAD) {
                if (idleReserved == mostReserved) continue;
                idle--;
                idleReserved++;
            } else if (job.connected) {
                idle--;
                serve(job, millis);
            } else {
                job.connected = true; // opening needs a thread, but takes no time
                occupancy.queued(job.sent, millis);
                schedule(millis, EventType.ARRIVES, job);
            }
        }
    }

    private void serve(SimulatedRequest request, double millis) {
        double ends = millis + draws.holdMillis(request.user, request.loop);
        schedule(ends, EventType.ENDS, request);
        occupancy.queued(request.arrived, millis);
        occupancy.busy(millis, ends);
        occupancy.threads(millis, ends);
    }

    private void endForClient(SimulatedRequest request, double millis, boolean answered) {
        if (request.ended) return; // after a client timeout: wasted work
        request.ended = true;
        trace.add(request.user, request.sent, millis, answered);
        double next = millis + workload.think().sampleMillis(random) + random.nextDouble() * MOST_TURNAROUND_MILLIS;
        if (request.loop + 1 < workload.loops() && next < workload.endMillis(request.user))
            send(new SimulatedRequest(
                    request.user,
                    request.loop + 1,
                    next,
                    !connects || answered && workload.keepsConnection(connectedSince[request.user], next)));
    }
}
