package asynclab.model;

import java.util.List;

/**
 * A part of a request: it needs something for a time. The time is a constant, or a share of the request's hold time, or the sum of
 * both. Immutable.
 *
 * @param millis the constant part, at least 0
 * @param share of the hold time, from 0 to 1
 */
public record Phase(Need need, double millis, double share) {

    /** What a request needs in a phase. */
    public enum Need {
        PROCESSOR, // it computes
        CONNECTION, // it waits for an answer, and holds a connection
        NOTHING // it waits, and holds nothing but what it holds for its whole time
    }

    public Phase {
        if (!(millis >= 0) || !(share >= 0 && share <= 1))
            throw new IllegalArgumentException(
                    "millis must be at least 0 and share from 0 to 1, but they were " + millis + " and " + share);
    }

    public static Phase processor(double millis) {
        return new Phase(Need.PROCESSOR, millis, 0);
    }

    public static Phase connection(double millis) {
        return new Phase(Need.CONNECTION, millis, 0);
    }

    /** The hold time, while a connection is held or nothing is. */
    public static Phase hold(Need need) {
        return new Phase(need, 0, 1);
    }

    double millis(double holdMillis) {
        return millis + share * holdMillis;
    }

    /** The time that phases need something, in milliseconds. */
    static double millis(List<Phase> phases, Need need, double holdMillis) {
        double sum = 0;
        for (Phase phase : phases) if (phase.need == need) sum += phase.millis(holdMillis);
        return sum;
    }
}
