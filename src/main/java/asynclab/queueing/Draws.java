package asynclab.queueing;

import asynclab.delay.HoldTime;
import java.util.SplittableRandom;

/** Every request's hold time, fixed in advance. Runs with common random numbers differ only in the server. */
@FunctionalInterface
public interface Draws {

    /** The hold time of one request, in milliseconds. It is always the same for the same user and loop, both from 0. */
    long holdMillis(int user, int loop);

    /** Independent draws from a distribution, reproducible by seed. */
    static Draws of(HoldTime hold, long seed) {
        return (user, loop) -> hold.sampleMillis(random(seed, user, loop));
    }

    /** Random numbers for one request; always the same for the same seed, user and loop. */
    static SplittableRandom random(long seed, int user, int loop) {
        return new SplittableRandom(
                new SplittableRandom(seed).nextLong() + (((long) user << 32) | loop) * 0x9E3779B97F4A7C15L);
    }
}
