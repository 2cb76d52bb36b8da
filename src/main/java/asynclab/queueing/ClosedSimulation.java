package asynclab.queueing;

import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Plays a closed workload against a server of c threads with one first-come-first-served queue of unbounded length: each
 * request takes the thread that is free first, holds it for its hold time and gives it back. Without a thread limit it only
 * holds. Exact, not approximate: requests are taken in order of arrival, and no request can arrive before the one that caused
 * it. One priority queue for users, one for threads: n requests cost n log(users + c).
 *
 * <p>What it leaves out: the processor time of server and client, the network, and any order of service but arrival.
 */
public final class ClosedSimulation {

    /** As many threads as requests: what a request costs that holds none. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    private ClosedSimulation() {}

    private record Arrival(double millis, int user, int loop) {}

    /**
     * @param threads how many requests can be held at once, or {@link #UNLIMITED}
     * @param seed for the think times
     * @return every request's start and end as its client sees them, in milliseconds from the start of the ramp; those whose
     *     client gave up are marked as failed
     */
    public static Trace run(Workload workload, Draws draws, int threads, long seed) {
        var random = new SplittableRandom(seed);
        var trace = new Trace(1024);
        var arrivals = new PriorityQueue<Arrival>(workload.users(), (a, b) -> Double.compare(a.millis, b.millis));
        for (int user = 0; user < workload.users(); user++)
            arrivals.add(new Arrival(workload.startMillis(user), user, 0));
        var freeAt = new PriorityQueue<Double>();
        while (!arrivals.isEmpty()) {
            Arrival arrival = arrivals.remove();
            double begins = arrival.millis;
            if (freeAt.size() == threads) begins = Math.max(begins, freeAt.remove());
            double ends = begins + draws.holdMillis(arrival.user, arrival.loop);
            if (threads != UNLIMITED) freeAt.add(ends); // also if nobody waits for the answer any more: dead work
            boolean givenUp =
                    workload.timeoutMillis() != Workload.UNLIMITED && ends > arrival.millis + workload.timeoutMillis();
            double seen = givenUp ? arrival.millis + workload.timeoutMillis() : ends;
            trace.add(arrival.user, arrival.millis, seen, !givenUp);
            double next = seen + workload.think().sampleMillis(random);
            double until =
                    Math.min(workload.startMillis(arrival.user) + workload.durationMillis(), workload.stopMillis());
            if (arrival.loop + 1 < workload.loops() && next < until)
                arrivals.add(new Arrival(next, arrival.user, arrival.loop + 1));
        }
        return trace;
    }
}
