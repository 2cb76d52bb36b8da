package asynclab.run.plan;

import asynclab.model.Draws;

/**
 * The random hold times of {@code jmeter/plan.jmx}, computed as its Switch Controller computes them. So the prediction and the run
 * have the same requests. Two rounds of x⁵ + c modulo a prime mix seed, user and loop; each round is a permutation. The last two
 * decimal digits select the hold time.
 */
public record PlanDraws(LoadPlan load, long seed) implements Draws {

    private static final long PRIME = 2_147_483_647;
    private static final long STEP = 305_419_896;

    @Override
    public double holdMillis(int user, int loop) {
        PlannedHold hold = isLong(user, loop) ? load.longHold() : load.shortHold();
        return hold.ms() != null ? hold.ms() : Draws.of(hold.time(), seed).holdMillis(user, loop);
    }

    /** The time of a request that does not queue: processing and hold time. */
    public double serviceMillis(int user, int loop) {
        return load.processingMs() + holdMillis(user, loop);
    }

    /** Whether the client chooses each hold time. Otherwise the server draws it, and the prediction has other hold times. */
    public boolean exact() {
        return load.shortHold().ms() != null;
    }

    /** Why the samples cannot show whether each request had its predicted hold time; null if their labels show it. */
    public String unknown() {
        if (!exact()) return "the server draws the hold times";
        return load.longPercent() % 100 == 0 ? "every request has the same label" : null;
    }

    /** The name of the sampler the plan uses for a user's request; users and loops are numbered from 0. */
    public String label(int user, int loop) {
        return (isLong(user, loop) ? load.longHold() : load.shortHold()).label();
    }

    private boolean isLong(int user, int loop) {
        if (load.longPercent() == 0) return false;
        long x = (seed * 1_000_000_007 + user * 100_003L + loop) % PRIME;
        return round(round(x)) % 100 < load.longPercent();
    }

    private static long round(long x) {
        long square = x * x % PRIME;
        return (square * square % PRIME * x + STEP) % PRIME;
    }
}
