package asynclab.model;

import asynclab.delay.HoldTime;
import java.util.List;
import java.util.SplittableRandom;

/** Every request's hold time, fixed in advance. Runs with common random numbers differ only in the server. */
@FunctionalInterface
public interface Draws {

    /** The hold time of one request, in milliseconds. It is always the same for the same user and loop, both from 0. */
    double holdMillis(int user, int loop);

    /** What a request of this user needs. @param usual what the server's requests need, {@link Stages#phases} */
    default List<Phase> phases(int user, List<Phase> usual) {
        return usual;
    }

    /** Whether a request of this user keeps its thread to the end. @param usual whether the server's requests do, {@link Stages#kept} */
    default boolean keepsThread(int user, boolean usual) {
        return usual;
    }

    /** Independent draws from a distribution, reproducible by seed. */
    static Draws of(HoldTime hold, long seed) {
        if (hold instanceof HoldTime.Fixed fixed) return (user, loop) -> fixed.millis();
        long start = start(seed);
        return (user, loop) -> hold.sampleMillis(random(start, user, loop));
    }

    /** Where the random numbers of a seed start, for {@link #random}. Neighbouring seeds start far apart. */
    static long start(long seed) {
        return new SplittableRandom(seed).nextLong();
    }

    /** Random numbers for one request; always the same for the same start, user and loop. */
    static SplittableRandom random(long start, int user, int loop) {
        return new SplittableRandom(start + (((long) user << 32) | loop) * 0x9E3779B97F4A7C15L);
    }
}
