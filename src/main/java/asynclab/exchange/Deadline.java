package asynclab.exchange;

import java.util.concurrent.TimeUnit;

/**
 * The moment by which a request must have its answer, for whoever waits several times on its way there. Immutable.
 *
 * @param millis how far away it was in the beginning
 * @param atNanos when it is, by {@link System#nanoTime}
 */
public record Deadline(long millis, long atNanos) {

    private static final long NANOS_PER_MILLI = 1_000_000;

    public static Deadline in(long millis) {
        return new Deadline(millis, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
    }

    /**
     * How long it is until then, rounded up, so that whoever waits this long does not wake too early.
     *
     * @throws Passed if it is over
     */
    public long remainingMillis() throws Passed {
        long nanos = atNanos - System.nanoTime();
        if (nanos <= 0) throw passed();
        return (nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI;
    }

    public Passed passed() {
        return new Passed(millis);
    }

    /** The time was over before there was anything to answer: the request ends as {@link Ending#TIMED_OUT} with 503. */
    public static final class Passed extends Exception {

        private static final long serialVersionUID = 1;

        Passed(long millis) {
            super("No answer within " + millis + " ms.", null, false, false);
        }
    }
}
