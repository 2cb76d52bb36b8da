package asynclab.queueing;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SplittableRandom;

/**
 * Plays a closed workload against blocking requests on Jetty's own order of service (9.4 to 12.1 at least), which is not that
 * of arrival once the pool is busy:
 *
 * <ul>
 *   <li>A new connection is a job in the pool's queue; its first request arrives when the connection is open.
 *   <li>A request that arrives while a <em>reserved</em> thread is idle gets it at once, whatever queues.
 *   <li>If there is none, the request goes to the end of the pool's queue, and before it a job that asks for one more reserved
 *       thread.
 *   <li>A thread of the pool that comes to such a job stays reserved if there are not yet enough idle ones, though requests queue.
 *   <li>A reserved thread whose request is done waits for a newcomer again; only if there are enough idle ones already it
 *       goes back to the pool, and so to the queue.
 * </ul>
 *
 * So threads leave the queue's service for the newcomers', most requests never queue, and those that do wait for a few threads:
 * under experiment E1 the median is served at once and the slowest takes a minute, three times as long as in order of arrival.
 * Jetty knows of it (jetty #13187: not first in, first out; #13707: thousands of jobs for reserved threads; the change of pull
 * request #13208 was not taken). {@code reservedThreads} 0 turns it off.
 *
 * <p>Where many requests end in the same millisecond it matters who comes first, so the way from a response to the next request
 * takes a random part of a millisecond; of 2 µs or 20 ms the figures are the same within the luck of the draw.
 *
 * <p>Of one stage, and exact but for what {@link ClosedSimulation} leaves out too. n requests cost n log(users + threads).
 */
final class ReservedThreads {

    private enum What {
        CONNECTS,
        ARRIVES,
        GIVES_UP,
        ENDS
    }

    private static final class Request {
        private final int user;
        private final int loop;
        private final double sent;
        private double arrived;
        private boolean connected;
        private boolean reserved; // whether a reserved thread serves it
        private boolean over; // for its client

        Request(int user, int loop, double sent, boolean connected) {
            this.user = user;
            this.loop = loop;
            this.sent = sent;
            this.arrived = sent;
            this.connected = connected;
        }
    }

    private record Event(double millis, long number, What what, Request request) {}

    private static final double TURNAROUND_MILLIS = 1;
    private static final Request RESERVE = new Request(0, 0, 0, true); // the job that asks for a reserved thread

    private final Workload workload;
    private final Draws draws;
    private final Occupancy occupancy;
    private final SplittableRandom random;
    private final int mostReserved;
    private final boolean connects;
    private final double[] connected; // since when each user has its connection
    private final Trace trace;
    private final Queue<Event> events =
            new PriorityQueue<>(Comparator.comparingDouble(Event::millis).thenComparingLong(Event::number));
    private final Queue<Request> queue = new ArrayDeque<>();
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
        connected = new double[workload.users()];
    }

    /** @throws IllegalArgumentException if there is more than one stage */
    static Trace run(Workload workload, Draws draws, Stages stages, long seed, Budget budget, Occupancy occupancy) {
        if (stages.processingMillis() > 0 || !stages.second().isUnlimited())
            throw new IllegalArgumentException("reserved threads are modelled for one stage only");
        var simulation = new ReservedThreads(workload, draws, stages.first(), seed, budget, occupancy);
        for (int user = 0; user < workload.users(); user++)
            simulation.sends(new Request(
                    user, 0, workload.startMillis(user), !stages.first().connects()));
        while (!simulation.events.isEmpty()) {
            budget.spendOne();
            simulation.happens(simulation.events.remove());
        }
        return simulation.trace;
    }

    private void sends(Request request) {
        at(request.sent, request.connected ? What.ARRIVES : What.CONNECTS, request);
        if (workload.timeoutMillis() != Workload.UNLIMITED)
            at(request.sent + workload.timeoutMillis(), What.GIVES_UP, request);
    }

    private void at(double millis, What what, Request request) {
        events.add(new Event(millis, number++, what, request));
    }

    private void happens(Event event) {
        Request request = event.request;
        switch (event.what) {
            case CONNECTS -> {
                connected[request.user] = event.millis;
                queue.add(request);
            }
            case ARRIVES -> {
                request.arrived = event.millis;
                if (idleReserved > 0) {
                    idleReserved--;
                    request.reserved = true;
                    serve(request, event.millis);
                } else {
                    queue.add(RESERVE);
                    queue.add(request);
                }
            }
            case GIVES_UP -> over(request, event.millis, false);
            case ENDS -> {
                over(request, event.millis, true);
                if (request.reserved && idleReserved < mostReserved) idleReserved++;
                else idle++;
            }
        }
        while (idle > 0 && !queue.isEmpty()) {
            Request job = queue.remove();
            if (job == RESERVE) {
                if (idleReserved == mostReserved) continue;
                idle--;
                idleReserved++;
            } else if (job.connected) {
                idle--;
                serve(job, event.millis);
            } else {
                job.connected = true; // takes a thread, for no time
                occupancy.queued(job.sent, event.millis);
                at(event.millis, What.ARRIVES, job);
            }
        }
    }

    private void serve(Request request, double millis) {
        double ends = millis + draws.holdMillis(request.user, request.loop);
        at(ends, What.ENDS, request);
        occupancy.queued(request.arrived, millis);
        occupancy.busy(millis, ends);
        occupancy.threads(millis, ends);
    }

    private void over(Request request, double millis, boolean answered) {
        if (request.over) return; // dead work
        request.over = true;
        trace.add(request.user, request.sent, millis, answered);
        double next = millis + workload.think().sampleMillis(random) + random.nextDouble() * TURNAROUND_MILLIS;
        if (request.loop + 1 < workload.loops() && next < workload.endMillis(request.user))
            sends(new Request(
                    request.user, request.loop + 1, next, !connects || answered && keeps(request.user, next)));
    }

    private boolean keeps(int user, double millis) {
        return workload.connectionMillis() == Workload.UNLIMITED
                || millis < connected[user] + workload.connectionMillis();
    }
}
