package asynclab.model.station;

import java.util.ArrayDeque;
import java.util.Queue;

/** Order of arrival: one queue without a limit, first come, first served. */
public final class ArrivalOrder implements StationQueue {

    public static final Rule RULE = (servers, decisions, random) -> new ArrivalOrder(servers, decisions);

    private final Decisions decisions;
    private final Queue<Job> queue = new ArrayDeque<>();
    private int idle;
    private boolean serving; // those of the queue, one after the other

    private ArrivalOrder(int servers, Decisions decisions) {
        this.decisions = decisions;
        idle = servers;
    }

    @Override
    public void arrive(Job job, double now) {
        if (idle == 0 || !queue.isEmpty()) queue.add(job);
        else serve(job, now); // nobody waits while a server is idle
    }

    /**
     * A job may need its server for no time. It then frees the server while it is served here, and the loop goes on with the next
     * one.
     */
    @Override
    public void free(Job job, double now) {
        idle++;
        if (serving) return; // else a long queue of such jobs would overflow the stack, and the last would go on first
        serving = true;
        while (idle > 0 && !queue.isEmpty()) {
            Job next = queue.remove();
            if (!next.isGone()) serve(next, now);
        }
        serving = false;
    }

    private void serve(Job job, double now) {
        idle--;
        decisions.serve(job, now);
    }
}
