package asynclab.queueing;

import asynclab.delay.HoldTime;

/**
 * An open workload: requests arrive at a rate of their own, whether or not earlier ones have been answered, as on the internet;
 * a server too small for it has no steady state, its queue grows. Immutable.
 *
 * @param requestsPerSecond the mean rate
 * @param durationMillis for how long requests arrive, the first at 0; those that are there by then are served to the end
 * @param hold how long a request's work takes
 * @param timeoutMillis how long a client waits before it gives up, or {@link Workload#UNLIMITED}; the server works on
 */
public record OpenWorkload(
        Arrivals arrivals, double requestsPerSecond, long durationMillis, HoldTime hold, long timeoutMillis)
        implements Load {

    /** How the requests follow one another. */
    public enum Arrivals {
        POISSON, // independent of each other, as many users who do not know of each other make them
        CONSTANT // evenly, as a load generator with a timer sends them
    }

    public OpenWorkload {
        if (!(requestsPerSecond > 0) || durationMillis < 1 || timeoutMillis < 1)
            throw new IllegalArgumentException("rate, duration and timeout must be above 0");
    }

    /** Clients wait as long as it takes. */
    public OpenWorkload(Arrivals arrivals, double requestsPerSecond, long durationMillis, HoldTime hold) {
        this(arrivals, requestsPerSecond, durationMillis, hold, Workload.UNLIMITED);
    }

    public OpenWorkload withTimeout(long millis) {
        return new OpenWorkload(arrivals, requestsPerSecond, durationMillis, hold, millis);
    }

    /** How many requests arrive, on average. */
    public double meanRequests() {
        return requestsPerSecond * durationMillis / 1_000;
    }

    /** λ S: the threads the work keeps busy on average, if there are as many (Little's law). */
    public double offeredThreads() {
        return requestsPerSecond * hold.meanMillis() / 1_000;
    }

    @Override
    public double arrivalsPerSecond() {
        return requestsPerSecond;
    }

    @Override
    public double usersPerSecond(double responseSeconds) {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    public Trace simulate(Draws draws, Stages stages, long seed, Budget budget, Occupancy occupancy) {
        return OpenSimulation.run(this, draws, stages, seed, budget, occupancy);
    }

    /** The second half of the arrivals, if the server keeps up and no response took longer than the first half. */
    @Override
    public Trace.Window steady(Trace trace, Bounds bounds) {
        var half = new Trace.Window(durationMillis / 2.0, durationMillis);
        boolean settled = trace.size() > 0 && trace.histogram().getMaxValue() <= half.millis();
        boolean keepsUp = bounds.limiter() == Bounds.Limiter.ARRIVALS;
        return keepsUp && settled && trace.endedIn(half) > 0 ? half : null;
    }
}
