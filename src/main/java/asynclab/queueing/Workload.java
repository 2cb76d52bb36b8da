package asynclab.queueing;

import asynclab.delay.HoldTime;

/**
 * A closed workload: users who loop over request and think. Immutable. Times are milliseconds.
 *
 * @param users how many; they start evenly over the ramp, the first at 0, the last just before its end
 * @param rampMillis over how long they start
 * @param loops requests of each user, or {@link #UNLIMITED}
 * @param durationMillis how long each user goes on from its own start, or {@link #UNLIMITED}
 * @param hold how long a request's work takes
 * @param think the pause between a response and the same user's next request
 * @param stopMillis when the whole plan is stopped: from then on nobody sends another request; or {@link #UNLIMITED}
 * @param timeoutMillis how long a client waits before it gives up and thinks, or {@link #UNLIMITED}; the server works on
 * @param connectionMillis how long a client keeps a connection before it opens a new one, or {@link #UNLIMITED}
 */
public record Workload(
        int users,
        long rampMillis,
        int loops,
        long durationMillis,
        HoldTime hold,
        HoldTime think,
        long stopMillis,
        long timeoutMillis,
        long connectionMillis)
        implements Load {

    public static final int UNLIMITED = Integer.MAX_VALUE;

    public Workload {
        if (users < 1 || loops < 1 || rampMillis < 0 || durationMillis < 1 || stopMillis < 1 || timeoutMillis < 1)
            throw new IllegalArgumentException(
                    "users, loops, duration, stop and timeout must be above 0, and the ramp must not be negative");
        if (loops == UNLIMITED && durationMillis == UNLIMITED)
            throw new IllegalArgumentException("loops or a duration must be given, so that the workload ends");
    }

    /** Users who loop a number of times and wait as long as it takes. */
    public static Workload ofLoops(int users, long rampMillis, int loops, HoldTime hold, HoldTime think) {
        return new Workload(users, rampMillis, loops, UNLIMITED, hold, think, UNLIMITED, UNLIMITED, UNLIMITED);
    }

    /** Users who each loop for the duration and wait as long as it takes. */
    public static Workload ofDuration(int users, long rampMillis, long durationMillis, HoldTime hold, HoldTime think) {
        return new Workload(users, rampMillis, UNLIMITED, durationMillis, hold, think, UNLIMITED, UNLIMITED, UNLIMITED);
    }

    public Workload withTimeout(long millis) {
        return new Workload(
                users, rampMillis, loops, durationMillis, hold, think, stopMillis, millis, connectionMillis);
    }

    public Workload stoppedAfter(long millis) {
        return new Workload(
                users, rampMillis, loops, durationMillis, hold, think, millis, timeoutMillis, connectionMillis);
    }

    public Workload withThink(HoldTime pause) {
        return new Workload(
                users, rampMillis, loops, durationMillis, hold, pause, stopMillis, timeoutMillis, connectionMillis);
    }

    public Workload withConnectionsFor(long millis) {
        return new Workload(users, rampMillis, loops, durationMillis, hold, think, stopMillis, timeoutMillis, millis);
    }

    /**
     * How many requests come of it at most, on average, if no request ever waits for a thread; infinite if neither work nor think
     * time takes time and only a duration ends it. An estimate from means: where most draws are far below the mean there are
     * many more, which a {@link Budget} ends.
     */
    public double mostRequests() {
        double cycleMillis = Math.min(hold.meanDrawnMillis(), timeoutMillis) + think.meanDrawnMillis();
        double byTime = durationMillis == UNLIMITED ? UNLIMITED : Math.ceil(durationMillis / cycleMillis);
        return loops == UNLIMITED ? users * byTime : users * Math.min(loops, byTime);
    }

    /** When a user starts, in milliseconds; users are numbered from 0. */
    public double startMillis(int user) {
        return (double) rampMillis * user / users;
    }

    /** From when on a user sends no further request, in milliseconds. */
    double endMillis(int user) {
        return Math.min(startMillis(user) + durationMillis, stopMillis);
    }

    /** Requests ÷ ramp if every user has a number of them; with a duration there are as many as the answers allow. */
    @Override
    public double arrivalsPerSecond() {
        return loops == UNLIMITED ? Double.POSITIVE_INFINITY : (double) users * loops / (rampMillis / 1_000.0);
    }

    @Override
    public double usersPerSecond(double responseSeconds) {
        return users / (responseSeconds + think.meanMillis() / 1_000);
    }

    @Override
    public Trace simulate(Draws draws, Stages stages, long seed, Budget budget, Occupancy occupancy) {
        return stages.first().reserved() > 0
                ? ReservedThreads.run(this, draws, stages, seed, budget, occupancy)
                : ClosedSimulation.run(this, draws, stages, seed, budget, occupancy);
    }

    /** When all users were at work: {@link Trace#steady}. */
    @Override
    public Trace.Window steady(Trace trace, Bounds bounds) {
        return trace.steady();
    }
}
