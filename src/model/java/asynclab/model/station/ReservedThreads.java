package asynclab.model.station;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;

/**
 * Jetty's default order of service. Once the pool is busy, this is not the order of arrival:
 *
 * <ul>
 *   <li>A new connection is a job in the pool's queue. Its first request arrives when the connection is open.
 *   <li>If a <em>reserved</em> thread is idle, an arriving request gets it at once and bypasses the queue.
 *   <li>If no reserved thread is idle, two jobs go to the end of the pool's queue: first a job that asks for one more reserved
 *       thread, then the request. Since Jetty 12.1.4 the queue has at most as many of the first as there may be reserved threads.
 *   <li>A pool thread that takes such a job becomes an idle reserved thread if there are not yet enough of them, even if
 *       requests are queued.
 *   <li>After its request, a reserved thread becomes idle and reserved again. If there are enough of these already, it returns
 *       to the pool and serves the queue.
 * </ul>
 *
 * <p>So threads stop serving the queue and serve arriving requests. The queued requests wait for the other threads. Before Jetty
 * 12.1.4 nearly all threads do so: in experiment E1 the median request is served at once, and the slowest takes a minute, three
 * times as long as in order of arrival. Jetty's maintainers know this (jetty #13187: not first in, first out; #13707: thousands
 * of jobs for reserved threads, which 12.1.4 mends). {@code reservedThreads} 0 turns it off.
 *
 * <p>If many requests end in the same millisecond, their order matters. So the time from a response to the next request is a
 * random part of a millisecond. With 2 µs or 20 ms the figures are the same within the seed variability.
 */
public final class ReservedThreads implements StationQueue {

    /**
     * @param most the maximum number of idle reserved threads, at least 1
     * @param mostAsked the maximum number of queued jobs that ask for one ({@code maxPending} of Jetty's ReservedThreadExecutor)
     */
    public record ReservedRule(int most, int mostAsked) implements Rule {

        public ReservedRule {
            if (most < 1) throw new IllegalArgumentException("reserved must be at least 1, but was " + most);
        }

        /** The rule since Jetty 12.1.4. */
        public static ReservedRule of(int most) {
            return new ReservedRule(most, most);
        }

        /** The rule of Jetty 9.4 to 12.1.3. */
        public static ReservedRule before12_1_4(int most) {
            return new ReservedRule(most, Integer.MAX_VALUE);
        }

        @Override
        public StationQueue start(int servers, Decisions decisions, SplittableRandom random) {
            return new ReservedThreads(servers, this, decisions);
        }

        @Override
        public double mostTurnaroundMillis() {
            return 1;
        }
    }

    private static final Job RESERVE_A_THREAD = new Job(0, 0, true) {};
    private static final int BY_RESERVED_THREAD = 1;

    private final ReservedRule rule;
    private final Decisions decisions;
    private final Queue<Job> queue = new ArrayDeque<>();
    private int idle;
    private int idleReserved;
    private int asked;

    private ReservedThreads(int threads, ReservedRule rule, Decisions decisions) {
        idle = threads;
        this.rule = rule;
        this.decisions = decisions;
    }

    @Override
    public void arrive(Job job, double now) {
        if (job.isConnection()) {
            queue.add(job);
        } else if (idleReserved > 0) {
            idleReserved--;
            job.placeAt(BY_RESERVED_THREAD);
            decisions.serve(job, now);
        } else {
            if (asked < rule.mostAsked) {
                asked++;
                queue.add(RESERVE_A_THREAD);
            }
            queue.add(job);
        }
        serveQueue(now);
    }

    @Override
    public void free(Job job, double now) {
        if (job.place() == BY_RESERVED_THREAD && idleReserved < rule.most) idleReserved++;
        else idle++;
        serveQueue(now);
    }

    private void serveQueue(double now) {
        while (idle > 0 && !queue.isEmpty()) {
            Job next = queue.remove();
            if (next == RESERVE_A_THREAD) asked--;
            if (next == RESERVE_A_THREAD && idleReserved == rule.most) continue;
            idle--;
            if (next == RESERVE_A_THREAD) idleReserved++;
            else decisions.serve(next, now);
        }
    }
}
