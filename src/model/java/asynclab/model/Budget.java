package asynclab.model;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The cost limit of one computation: simulated requests over all its runs, time, and memory. Every computation that a client
 * asks for has one. The budget counts what happens and does not trust an estimate. A workload with a mean of ten minutes may
 * have mostly hold times of 0, so an estimate from means can be far too low. Not thread-safe, so each computation needs its own. Only an
 * unlimited one, which counts nothing, may be shared.
 *
 * <p>The number of requests in one run bounds the memory. A {@link Trace} has one row for each request, and each request has a
 * few entries in queues and events. The memory of a run is free before the next run begins.
 */
public final class Budget {

    /** The budget is used up, and the computation has no result. The message names the limit. */
    public static final class Exceeded extends RuntimeException {
        Exceeded(String what, long most) {
            super(String.format(Locale.ROOT, "The computation would " + what + ".", most), null, false, false);
        }
    }

    private static final int REQUESTS_PER_TIME_CHECK = 1024; // a power of two

    private final long requests;
    private final long startedNanos = System.nanoTime();
    private final long millis;
    private final int requestsOfARun;
    private long spent;

    private Budget(long requests, long millis, int requestsOfARun) {
        this.requests = requests;
        this.millis = millis;
        this.requestsOfARun = requestsOfARun;
    }

    /**
     * @param requests the limit of simulated requests, over all runs of the computation
     * @param millis the limit of time, which starts now
     * @param requestsOfARun the limit of requests in one run, all of which are in memory
     */
    public static Budget of(long requests, long millis, int requestsOfARun) {
        return new Budget(requests, millis, requestsOfARun);
    }

    public static Budget unlimited() {
        return new Budget(Long.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE);
    }

    /** Counts one simulated request. */
    void spendOne() {
        if (requests == Long.MAX_VALUE && millis == Long.MAX_VALUE) return;
        spent++;
        if (spent > requests) throw new Exceeded("simulate more than %,d requests in all", requests);
        if ((spent & REQUESTS_PER_TIME_CHECK - 1) == 0 && isLate()) throw new Exceeded("take more than %,d ms", millis);
    }

    private boolean isLate() {
        boolean stopped = Thread.currentThread().isInterrupted(); // the application stops
        return stopped || TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos) > millis;
    }

    /** An empty trace for a run. Its {@code add} throws {@link Exceeded} if the run has too many requests. */
    Trace trace(int expectedSize) {
        return new Trace(Math.min(expectedSize, requestsOfARun), requestsOfARun);
    }
}
