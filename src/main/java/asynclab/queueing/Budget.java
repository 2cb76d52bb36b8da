package asynclab.queueing;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * What a computation may cost: simulated requests over all its runs, time, and memory. Every computation that a client asks for
 * has one. It counts what really happens, so a workload whose size was guessed wrongly ends too: its mean may be ten minutes
 * and most of its draws nothing. Not thread-safe: one for each computation.
 *
 * <p>Memory is bounded by the requests of one run: its {@link Trace} has a row for each, and its queues and events are a few for
 * each. A run is forgotten before the next one begins.
 */
public final class Budget {

    /** The budget is used up: the computation has no result. The message says what it would cost too much of. */
    public static final class Exceeded extends RuntimeException {
        Exceeded(String what, long most) {
            super(String.format(Locale.ROOT, "The computation would " + what + ".", most), null, false, false);
        }
    }

    private static final int REQUESTS_PER_LOOK_AT_THE_CLOCK = 1024;

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
     * @param requests simulated ones, over all runs of the computation
     * @param requestsOfARun the most of one run, which are in memory at once
     */
    public static Budget of(long requests, long millis, int requestsOfARun) {
        return new Budget(requests, millis, requestsOfARun);
    }

    public static Budget unlimited() {
        return new Budget(Long.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE);
    }

    void spendOne() {
        spent++;
        if (spent > requests) throw new Exceeded("simulate more than %,d requests in all", requests);
        if (spent % REQUESTS_PER_LOOK_AT_THE_CLOCK == 0 && isLate())
            throw new Exceeded("take more than %,d ms", millis);
    }

    private boolean isLate() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos) > millis;
    }

    /** Room for a run. It throws {@link Exceeded} when there are more requests than a run may have. */
    Trace trace(int expectedSize) {
        return new Trace(Math.min(expectedSize, requestsOfARun), requestsOfARun);
    }
}
