package asynclab.delay;

import asynclab.parameter.Parameters;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * Draws the hold time of each request. One for each deployment. Thread-safe.
 *
 * <p>The first of these that is given counts: the query, the default of the servlet, the default set by {@link #setDefault}, the default
 * of the deployment. {@code minMs=0&maxMs=0}, in a query or as the default of a servlet, means the default that was set, as in the
 * project of experiment E2. If none was set, it means 0.
 *
 * <p>The random numbers: {@code seed=} in the query makes that one draw a function of the seed. A seed of the deployment makes the
 * sequence of draws reproducible in order of arrival. Without a seed each draw is random.
 */
public final class HoldPlanner {

    private static final HoldTime.Uniform USE_DEFAULT = new HoldTime.Uniform(0, 0);

    private final HoldTime deploymentDefault;
    private final Long seed;
    private final AtomicLong draws = new AtomicLong();
    private volatile HoldTime.Uniform setDefault;

    /** @param seed the deployment's seed, or null for none */
    public HoldPlanner(HoldTime deploymentDefault, Long seed) {
        this.deploymentDefault = deploymentDefault;
        this.seed = seed;
    }

    /** Replaces the default for requests that name no hold time; {@code minMs=0&maxMs=0} restores the default of the deployment. */
    public HoldTime setDefault(Parameters query) {
        HoldTime.Uniform uniform = uniform(query);
        setDefault = uniform.equals(USE_DEFAULT) ? null : uniform;
        return currentDefault();
    }

    /** What {@link #setDefault} would answer. It sets nothing. */
    public HoldTime wouldBeDefault(Parameters query) {
        HoldTime.Uniform uniform = uniform(query);
        return uniform.equals(USE_DEFAULT) ? deploymentDefault : uniform;
    }

    private static HoldTime.Uniform uniform(Parameters query) {
        return new HoldTime.Uniform(
                query.whole("minMs", 0, HoldTime.MAX_MILLIS, 0), query.whole("maxMs", 0, HoldTime.MAX_MILLIS, 0));
    }

    /** The hold time now for requests that name no hold time. */
    public HoldTime currentDefault() {
        HoldTime.Uniform set = setDefault;
        return set == null ? deploymentDefault : set;
    }

    /**
     * The hold time of one request, in milliseconds.
     *
     * @throws BadParameter when the query cannot be understood
     */
    public long planMillis(Parameters query) {
        return planMillis(query, null);
    }

    /**
     * The same for a servlet that has a default of its own.
     *
     * @param ownDefault for a request that names no hold time. Null means {@link #currentDefault}. From 0 to 0 ms means the default that
     *     was set, or 0 ms if none was set
     */
    public long planMillis(Parameters query, HoldTime ownDefault) {
        HoldTime asked = HoldTime.of(query);
        HoldTime hold = asked == null ? ownDefault : asked;
        HoldTime set = setDefault;
        if (hold == null || hold.equals(USE_DEFAULT) && set != null) hold = set == null ? deploymentDefault : set;
        return hold.sampleMillis(random(query, "seed"));
    }

    /**
     * The generator for one draw, of a hold time or of anything else.
     *
     * @param seedName the parameter that makes this one draw a function of its value
     */
    public RandomGenerator random(Parameters query, String seedName) {
        if (query.has(seedName)) return new SplittableRandom(query.whole(seedName, 0, Long.MAX_VALUE / 10, 0));
        // Each draw has a generator of its own, so there is no lock. Only the counter is shared.
        if (seed != null) return new SplittableRandom(mix(seed, draws.getAndIncrement()));
        return ThreadLocalRandom.current();
    }

    private static long mix(long seed, long draw) {
        return new SplittableRandom(seed).nextLong() + draw * 0x9E3779B97F4A7C15L; // SplittableRandom's own step
    }
}
