package asynclab.queueing;

import java.util.concurrent.TimeUnit;

/**
 * What a computation may cost, in simulated requests and in time; whoever asks over the network gets one. It counts what really
 * happens, so a workload whose size was guessed wrongly ends too. Not thread-safe: one for each computation.
 */
public final class Budget {

    /** The budget is used up: the computation has no result. */
    public static final class Exceeded extends RuntimeException {
        Exceeded() {
            super("The computation costs more than it may.", null, false, false);
        }
    }

    private static final int REQUESTS_PER_LOOK_AT_THE_CLOCK = 1024;

    private long requestsLeft;
    private final long startedNanos = System.nanoTime();
    private final long nanos;

    private Budget(long requests, long nanos) {
        this.requestsLeft = requests;
        this.nanos = nanos;
    }

    /** @param requests simulated ones, over all runs of the computation */
    public static Budget of(long requests, long millis) {
        return new Budget(requests, TimeUnit.MILLISECONDS.toNanos(millis));
    }

    public static Budget unlimited() {
        return new Budget(Long.MAX_VALUE, Long.MAX_VALUE);
    }

    void spendOne() {
        requestsLeft--;
        boolean late = requestsLeft % REQUESTS_PER_LOOK_AT_THE_CLOCK == 0 && System.nanoTime() - startedNanos > nanos;
        if (requestsLeft < 0 || late) throw new Exceeded();
    }
}
