package asynclab.queueing;

import asynclab.delay.HoldTime;
import java.util.SplittableRandom;

/** Every user's hold times, fixed in advance, so that runs of the same draws differ by the server alone. */
@FunctionalInterface
public interface Draws {

    /** The hold time of a user's request, in milliseconds; users and loops are numbered from 0. Always the same for the same pair. */
    long holdMillis(int user, int loop);

    /** Independent draws from a distribution, reproducible by seed. */
    static Draws of(HoldTime hold, long seed) {
        return (user, loop) -> hold.sampleMillis(new SplittableRandom(
                new SplittableRandom(seed).nextLong() + (((long) user << 32) | loop) * 0x9E3779B97F4A7C15L));
    }
}
