package asynclab.bench;

import asynclab.run.Progress;
import java.util.function.LongSupplier;

/**
 * The remaining time of a series of steps. An interrupted benchmark continues, so the steps before the first one that is announced here
 * have taken no time. Only one thread uses an object of this class.
 */
final class StepsLeft {

    private final LongSupplier clock;
    private long startedNanos;
    private int doneBefore;
    private int last = Integer.MAX_VALUE;

    /** @param clock nanoseconds, as {@link System#nanoTime} */
    StepsLeft(LongSupplier clock) {
        this.clock = clock;
    }

    /** The remaining time in words; empty before the first step. @param done fewer than before if another series begins */
    String words(int done, int of) {
        if (done < last) {
            startedNanos = clock.getAsLong();
            doneBefore = done;
        }
        last = done;
        if (done == doneBefore) return "";
        double seconds = (clock.getAsLong() - startedNanos) / 1e9;
        return ", about " + Progress.duration(seconds / (done - doneBefore) * (of - done)) + " left";
    }
}
