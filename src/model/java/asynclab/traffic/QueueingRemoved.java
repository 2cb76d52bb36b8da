package asynclab.traffic;

import java.util.PriorityQueue;

/**
 * Subtracts the time in the queue of a thread pool from durations that contain it. Service is in order of arrival, so each request gets the
 * thread that becomes free first. Starts, ends and the number of threads then determine when each service began. No parameter is fitted.
 * Immutable.
 *
 * @param traffic the same requests, each with its service time for its duration
 * @param waitedPercent the share of the requests that waited
 * @param meanWaitMillis of those that waited
 * @param contradictedPercent of the requests that found no thread free, the share that ended before their service could begin. It is
 *     0 if the assumptions hold
 */
record QueueingRemoved(Traffic traffic, double waitedPercent, double meanWaitMillis, double contradictedPercent) {

    private static final double MOST_CONTRADICTED = 25; // a server with more threads contradicts most
    private static final double SOME_CONTRADICTED = 5;

    static QueueingRemoved of(Traffic logged, int threads) {
        var freeAt = new PriorityQueue<Long>();
        var service = new long[logged.size()];
        int waited = 0;
        int contradicted = 0;
        double waitMicros = 0;
        for (int i = 0; i < service.length; i++) {
            long start = logged.servedMicros(i);
            long begins = freeAt.size() < threads ? start : Math.max(start, freeAt.poll());
            long ends = start + logged.durationMicros(i);
            if (begins > start) waited++;
            if (begins > ends) contradicted++;
            begins = Math.min(begins, ends);
            waitMicros += begins - start;
            service[i] = ends - begins;
            freeAt.add(ends);
        }
        double all = Math.max(1, service.length);
        return new QueueingRemoved(
                logged.withDurations(service),
                100 * waited / all,
                waited == 0 ? 0 : waitMicros / waited / 1e3,
                100.0 * contradicted / Math.max(1, waited));
    }

    /**
     * Whether the server serves in another order at times, as Jetty's reserved threads do. The mean waiting does not depend on the order: it is the
     * time during which requests are in flight beyond the threads (Little's law).
     */
    boolean isOutOfOrder() {
        return contradictedPercent > SOME_CONTRADICTED;
    }

    /** Whether the log can come from a blocking server with so many threads. */
    boolean isPossible() {
        return contradictedPercent <= MOST_CONTRADICTED;
    }
}
