package asynclab.exchange;

import java.util.concurrent.TimeUnit;

/**
 * The moment by which a request must have its answer. For requests that wait several times. Immutable.
 *
 * @param millis the time from the start of the request to the deadline
 * @param atNanos the deadline, by {@link System#nanoTime}
 */
public record Deadline(long millis, long atNanos) {

    private static final long NANOS_PER_MILLI = 1_000_000;

    public static Deadline in(long millis) {
        return new Deadline(millis, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
    }

    /**
     * The time until the deadline, rounded up, so that a wait of this time does not end too early.
     *
     * @throws Passed if the deadline has passed
     */
    public long remainingMillis() throws Passed {
        long nanos = atNanos - System.nanoTime();
        if (nanos <= 0) throw passed();
        return (nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI;
    }

    public Passed passed() {
        return new Passed(millis);
    }

    /** The deadline passed before there was an answer. The request ends as {@link Ending#TIMED_OUT} with 503. */
    public static final class Passed extends Exception {

        private static final long serialVersionUID = 1;

        Passed(long millis) {
            super("No answer within " + millis + " ms.", null, false, false);
        }
    }
}
