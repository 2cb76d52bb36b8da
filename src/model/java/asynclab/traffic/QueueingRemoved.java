package asynclab.traffic;

import asynclab.model.FreeThreads;

/**
 * Subtracts the time in the queue of a thread pool from durations that contain it. Service is in order of arrival, so each request gets the
 * thread that becomes free first. Starts, ends and the number of threads then determine when each service began. No parameter is fitted.
 * Not thread-safe.
 */
final class QueueingRemoved {

    private static final double MOST_CONTRADICTED = 25; // a server with more threads contradicts most
    private static final double SOME_CONTRADICTED = 5;

    private final FreeThreads threads;
    private long requests;
    private long waited;
    private long contradicted;
    private double waitMicros;

    QueueingRemoved(int threads) {
        this.threads = new FreeThreads(threads);
    }

    /** The next requests in the order of their starts, each with its service time for its duration. */
    Traffic of(Traffic logged) {
        var service = new long[logged.size()];
        for (int i = 0; i < service.length; i++) {
            long start = logged.servedMicros(i);
            long begins = (long) threads.begins(start);
            long ends = start + logged.durationMicros(i);
            if (begins > start) waited++;
            if (begins > ends) contradicted++;
            begins = Math.min(begins, ends);
            waitMicros += begins - start;
            service[i] = ends - begins;
            threads.free(ends, Double.NEGATIVE_INFINITY); // a later request may have been served before this one
        }
        requests += service.length;
        return logged.withDurations(service);
    }

    /** The share of the requests that waited. */
    double waitedPercent() {
        return 100 * waited / (double) Math.max(1, requests);
    }

    /** Of those that waited. */
    double meanWaitMillis() {
        return waited == 0 ? 0 : waitMicros / waited / 1e3;
    }

    /** Of the requests that found no thread free, the share that ended before their service could begin. It is 0 if the assumptions hold. */
    double contradictedPercent() {
        return 100.0 * contradicted / Math.max(1, waited);
    }

    /**
     * Whether the server serves in another order at times, as Jetty's reserved threads do. The mean waiting does not depend on the order: it is the
     * time during which requests are in flight beyond the threads (Little's law).
     */
    boolean isOutOfOrder() {
        return contradictedPercent() > SOME_CONTRADICTED;
    }

    /** Whether the log can come from a blocking server with so many threads. */
    boolean isPossible() {
        return contradictedPercent() <= MOST_CONTRADICTED;
    }
}
