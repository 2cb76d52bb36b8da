package asynclab.model.station;

import asynclab.discipline.QueueSetting;
import asynclab.discipline.QueueSettings;
import asynclab.discipline.QueuedRequest;
import asynclab.discipline.RequestQueue;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * The queue that the application owns. This is no copy of its disciplines: it runs {@link RequestQueue}, the class that queues real
 * requests, by the simulated clock. A client that leaves is noticed by neither, so its request may be served: wasted work.
 */
public final class ApplicationQueue implements StationQueue {

    /**
     * A queue with these settings. The station has the number of servers.
     *
     * @param settings if {@link QueueSetting#EXPECTED_MILLIS} is 0, the queue knows the hold time of each request, as in the servlets here
     * @param mostWaitMillis the server's own timeout: a request that waits for so long leaves the line. The client timeout must be
     *     shorter. 0 for no such timeout
     */
    public record QueueRule(QueueSettings settings, long mostWaitMillis) implements Rule {

        @Override
        public StationQueue start(int servers, Decisions decisions, SplittableRandom random) {
            return new ApplicationQueue(settings.with(QueueSetting.SERVERS, servers), mostWaitMillis, decisions);
        }
    }

    private static final double NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final long expectedMillis;
    private final long clientTimeoutMillis;
    private final Decisions decisions;
    private final RequestQueue room;
    private final double mostWaitMillis;
    private final Queue<Job> waiting = new ArrayDeque<>(); // in order of arrival; also some that wait no more
    private double nowMillis;

    private ApplicationQueue(QueueSettings settings, long mostWaitMillis, Decisions decisions) {
        expectedMillis = settings.get(QueueSetting.EXPECTED_MILLIS);
        clientTimeoutMillis = settings.get(QueueSetting.CLIENT_TIMEOUT_MILLIS);
        this.mostWaitMillis = mostWaitMillis;
        this.decisions = decisions;
        room = new RequestQueue(settings, () -> Math.round(nowMillis * NANOS), ApplicationQueue::rethrow);
    }

    private static void rethrow(Throwable thrown) {
        if (thrown instanceof Error error) throw error;
        throw (RuntimeException) thrown; // the code that is called declares no others
    }

    @Override
    public void arrive(Job job, double now) {
        nowMillis = now;
        giveUp();
        long expected = expectedMillis > 0 ? expectedMillis : Math.round(job.plannedMillis());
        QueuedRequest request = room.enter(expected, clientTimeoutMillis);
        if (request == null) {
            decisions.refuse(job, now);
            return;
        }
        job.queueAs(request);
        if (mostWaitMillis > 0) waiting.add(job);
        request.whenDecided(() -> decisions.serve(job, nowMillis), () -> refuse(job));
    }

    /** A request leaves at the next event after its timeout, because nothing depends on it in between. */
    private void giveUp() {
        if (mostWaitMillis == 0) return;
        while (!waiting.isEmpty() && nowMillis - waiting.peek().arrivedMillis() >= mostWaitMillis) {
            Job job = waiting.remove();
            QueuedRequest request = job.queued();
            if (request == null || request.isServed()) continue;
            request.giveUp();
            refuse(job);
        }
    }

    private void refuse(Job job) {
        job.queueAs(null);
        decisions.refuse(job, nowMillis);
    }

    @Override
    public void free(Job job, double now) {
        nowMillis = now;
        giveUp();
        QueuedRequest served = job.queued();
        job.queueAs(null);
        served.leave();
    }
}
