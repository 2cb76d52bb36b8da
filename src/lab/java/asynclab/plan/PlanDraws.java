package asynclab.plan;

import asynclab.queueing.Draws;

/**
 * The draws of {@code jmeter/plan.jmx}, computed as its Switch Controller computes them, so that a prediction is of the very
 * requests a run sends. Two rounds of x⁵ + c modulo a prime, a permutation, spread seed, user and loop; the last two decimals
 * decide.
 */
public record PlanDraws(LoadPlan load, long seed) implements Draws {

    private static final long PRIME = 2_147_483_647;
    private static final long STEP = 305_419_896;

    @Override
    public long holdMillis(int user, int loop) {
        PlannedHold hold = isLong(user, loop) ? load.longHold() : load.shortHold();
        return hold.ms() != null ? hold.ms() : Draws.of(hold.time(), seed).holdMillis(user, loop);
    }

    /** Whether the client decides each request's hold time; else the server draws it, and the prediction has other draws. */
    public boolean exact() {
        return load.shortHold().ms() != null;
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
