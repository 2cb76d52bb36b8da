package asynclab.queueing;

import asynclab.delay.HoldTime;

/**
 * An open workload: requests arrive at a rate of their own, whether or not earlier ones have been answered, as on the internet;
 * a server too small for it has no steady state, its queue grows. Immutable.
 *
 * @param requestsPerSecond the mean rate
 * @param durationMillis for how long requests arrive; those that are there by then are served to the end
 * @param hold how long a request's work takes
 */
public record OpenWorkload(Arrivals arrivals, double requestsPerSecond, long durationMillis, HoldTime hold) {

    /** How the requests follow one another. */
    public enum Arrivals {
        POISSON, // independent of each other, as many users who do not know of each other make them
        CONSTANT // evenly, the first at 0, as a load generator with a timer sends them
    }

    public OpenWorkload {
        if (!(requestsPerSecond > 0) || durationMillis < 1)
            throw new IllegalArgumentException("an open workload needs a rate and a duration above 0");
    }

    /** λ S: the threads the work keeps busy on average, if there are as many (Little's law). */
    public double offeredThreads() {
        return requestsPerSecond * hold.meanMillis() / 1_000;
    }
}
