package asynclab.model;

import asynclab.delay.HoldTime;

/**
 * The requests to a server: a closed {@link Workload}, which may be {@linkplain DrivenWorkload driven} by a tool, or an {@link OpenWorkload},
 * which may be {@linkplain OpenWorkload.Scheduled scheduled}. Immutable.
 */
public sealed interface Load permits Workload, DrivenWorkload, OpenWorkload, OpenWorkload.Scheduled {

    /** The service time of a request. */
    HoldTime hold();

    /** The rate at which the plan sends requests, in requests per second; infinite if only the answers limit it. */
    double arrivalsPerSecond();

    /**
     * The maximum request rate of the users, per second; infinite for an open workload.
     *
     * @param responseSeconds the shortest mean response time, without any queue
     */
    default double usersPerSecond(double responseSeconds) {
        return Double.POSITIVE_INFINITY;
    }

    /**
     * Simulates it once.
     *
     * @param draws hold times; every request of an open workload is a separate user with one loop
     * @param seed for think times or arrival times
     * @param occupancy receives the occupancy of the server
     * @return every request's start and end as its client sees them, in milliseconds; those with a client timeout are marked as
     *     failed, and those that the server refused
     * @throws Budget.Exceeded if the simulation exceeds the budget
     */
    Trace simulate(Draws draws, Stages stages, long seed, Budget budget, Occupancy occupancy);

    /**
     * Whether more requests arrive than the server can serve, though no single bound says so.
     *
     * @param capacity the lowest bound of the server, in requests per second
     */
    default boolean outruns(Trace trace, double capacity) {
        return false;
    }

    /** The time window of the full load, steady or not; null without one. */
    default Trace.Window fullLoad(Trace trace) {
        return trace.steady();
    }

    /** The time window of the steady state, or null without one. For a closed workload it is {@link Trace#steady}. */
    default Trace.Window steady(Trace trace, Bounds bounds) {
        return trace.steady();
    }
}
