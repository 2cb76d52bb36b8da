package asynclab.queueing;

import asynclab.delay.HoldTime;

/** What is asked of a server: a closed {@link Workload} or an {@link OpenWorkload}. Immutable. */
public sealed interface Load permits Workload, OpenWorkload {

    /** How long a request's work takes. */
    public HoldTime hold();

    /** The rate at which the plan brings requests along, in requests per second; infinite if nothing but the answers sets it. */
    double arrivalsPerSecond();

    /**
     * The most requests per second its users can send; infinite for an open one.
     *
     * @param responseSeconds the shortest mean response time, without any queue
     */
    double usersPerSecond(double responseSeconds);

    /**
     * Plays it once.
     *
     * @param seed for think times or times of arrival
     * @param occupancy is filled in
     * @throws Budget.Exceeded when it would cost more than there is
     */
    Trace simulate(Draws draws, Stages stages, long seed, Budget budget, Occupancy occupancy);

    /** When the run was in a steady state, or null if it never was. */
    Trace.Window steady(Trace trace, Bounds bounds);
}
