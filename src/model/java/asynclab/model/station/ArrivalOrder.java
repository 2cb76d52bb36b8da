package asynclab.model.station;

import java.util.ArrayDeque;
import java.util.Queue;

/** Order of arrival: one queue without a limit, first come, first served. */
public final class ArrivalOrder implements StationQueue {

    public static final Rule RULE = (servers, decisions, random) -> new ArrivalOrder(servers, decisions);

    private final Decisions decisions;
    private final Queue<Job> queue = new ArrayDeque<>();
    private int idle;

    private ArrivalOrder(int servers, Decisions decisions) {
        this.decisions = decisions;
        idle = servers;
    }

    @Override
    public void arrive(Job job, double now) {
        if (idle == 0) queue.add(job);
        else serve(job, now); // nobody waits while a server is idle
    }

    @Override
    public void free(Job job, double now) {
        idle++;
        while (idle > 0 && !queue.isEmpty()) {
            Job next = queue.remove();
            if (!next.isGone()) serve(next, now);
        }
    }

    private void serve(Job job, double now) {
        idle--;
        decisions.serve(job, now);
    }
}
