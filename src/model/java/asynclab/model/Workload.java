package asynclab.model;

import asynclab.delay.HoldTime;
import java.util.Collections;
import java.util.List;

/**
 * A closed workload: each user sends a request, waits for the response, thinks, and repeats. Immutable. Times are milliseconds.
 *
 * @param users the number of users; they start evenly over the ramp, the first at 0, the last just before its end
 * @param rampMillis the ramp-up time
 * @param loops requests of each user, or {@link #UNLIMITED}
 * @param durationMillis how long each user continues after its start, or {@link #UNLIMITED}
 * @param hold the service time of a request
 * @param think the think time between a response and the same user's next request
 * @param stopMillis when the whole plan stops and no user sends another request, or {@link #UNLIMITED}
 * @param timeoutMillis the client timeout, or {@link #UNLIMITED}; after it the user thinks and the server goes on working
 * @param connectionMillis the age at which a client replaces its connection, or {@link #UNLIMITED}
 * @param falls when users leave before their time; empty if none does
 * @param startsMillis when each user starts, if that was measured; empty if the users start evenly over the ramp
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
        long connectionMillis,
        List<Fall> falls,
        List<Double> startsMillis)
        implements Load {

    public static final int UNLIMITED = Integer.MAX_VALUE;

    /**
     * The load falls, because users leave for good. The first users of each hundred leave first.
     *
     * @param atMillis from this time on they send no further request
     * @param percent the percentage of all users that have left by then
     */
    public record Fall(long atMillis, int percent) {}

    public Workload {
        if (users < 1 || loops < 1 || rampMillis < 0 || durationMillis < 1 || stopMillis < 1 || timeoutMillis < 1)
            throw new IllegalArgumentException(
                    "users, loops, duration, stop and timeout must be above 0, and the ramp must not be negative");
        if (loops == UNLIMITED && durationMillis == UNLIMITED)
            throw new IllegalArgumentException("loops or a duration must be given, so that the workload ends");
        if (!startsMillis.isEmpty() && startsMillis.size() != users)
            throw new IllegalArgumentException("startsMillis must have a start for each of the " + users
                    + " users, but has " + startsMillis.size());
        falls = List.copyOf(falls);
        startsMillis = List.copyOf(startsMillis);
    }

    /** Users who start evenly over the ramp. */
    public Workload(
            int users,
            long rampMillis,
            int loops,
            long durationMillis,
            HoldTime hold,
            HoldTime think,
            long stopMillis,
            long timeoutMillis,
            long connectionMillis) {
        this(
                users,
                rampMillis,
                loops,
                durationMillis,
                hold,
                think,
                stopMillis,
                timeoutMillis,
                connectionMillis,
                List.of(),
                List.of());
    }

    /** The same workload with a user for each of these start times, in milliseconds from the first start. */
    public Workload startedAt(List<Double> millis) {
        return new Workload(
                millis.size(),
                (long) Math.ceil(Collections.max(millis)),
                loops,
                durationMillis,
                hold,
                think,
                stopMillis,
                timeoutMillis,
                connectionMillis,
                falls,
                millis);
    }

    /** Users with a number of loops, without a client timeout. */
    public static Workload ofLoops(int users, long rampMillis, int loops, HoldTime hold, HoldTime think) {
        return new Workload(users, rampMillis, loops, UNLIMITED, hold, think, UNLIMITED, UNLIMITED, UNLIMITED);
    }

    /** Users who each loop for the duration, without a client timeout. */
    public static Workload ofDuration(int users, long rampMillis, long durationMillis, HoldTime hold, HoldTime think) {
        return new Workload(users, rampMillis, UNLIMITED, durationMillis, hold, think, UNLIMITED, UNLIMITED, UNLIMITED);
    }

    /** The same workload with another client timeout. */
    public Workload withTimeout(long millis) {
        return with(think, stopMillis, millis, connectionMillis, falls);
    }

    /** The same workload, stopped at the given time. */
    public Workload stoppedAfter(long millis) {
        return with(think, millis, timeoutMillis, connectionMillis, falls);
    }

    /** The same workload with another think time. */
    public Workload withThink(HoldTime other) {
        return with(other, stopMillis, timeoutMillis, connectionMillis, falls);
    }

    /** The same workload, whose users leave at these times. */
    public Workload falling(List<Fall> others) {
        return with(think, stopMillis, timeoutMillis, connectionMillis, others);
    }

    private Workload with(
            HoldTime otherThink, long otherStop, long otherTimeout, long otherConnection, List<Fall> otherFalls) {
        return new Workload(
                users,
                rampMillis,
                loops,
                durationMillis,
                hold,
                otherThink,
                otherStop,
                otherTimeout,
                otherConnection,
                otherFalls,
                startsMillis);
    }

    /**
     * The mean number of requests if no request ever waits for a thread; infinite if all times are 0 and only a duration ends the run.
     * This is an estimate from means. If most hold times are far below the mean, there are many more requests; a {@link Budget} then
     * ends the computation.
     *
     * @param processingMillis of a request, before its hold time
     */
    public double mostRequests(double processingMillis) {
        double cycleMillis =
                Math.min(processingMillis + hold.meanDrawnMillis(), timeoutMillis) + think.meanDrawnMillis();
        double byTime = durationMillis == UNLIMITED ? UNLIMITED : Math.ceil(durationMillis / cycleMillis);
        return loops == UNLIMITED ? users * byTime : users * Math.min(loops, byTime);
    }

    /** The start time of a user, in milliseconds; users are numbered from 0. */
    public double startMillis(int user) {
        return startsMillis.isEmpty() ? (double) rampMillis * user / users : startsMillis.get(user);
    }

    /** The time after which a user sends no further request, in milliseconds; infinite if only its loops end it. */
    double endMillis(int user) {
        double end = stopMillis == UNLIMITED ? Double.POSITIVE_INFINITY : stopMillis;
        if (durationMillis != UNLIMITED) end = Math.min(end, startMillis(user) + durationMillis);
        for (Fall fall : falls) if (user % 100 < fall.percent) end = Math.min(end, fall.atMillis);
        return end;
    }

    /** Whether a client that has been connected since then still uses the same connection. */
    boolean keepsConnection(double sinceMillis, double nowMillis) {
        return connectionMillis == UNLIMITED || nowMillis < sinceMillis + connectionMillis;
    }

    /** Requests ÷ the start of the last user if every user has a number of loops. With a duration, only the answers limit the rate. */
    @Override
    public double arrivalsPerSecond() {
        if (loops == UNLIMITED) return Double.POSITIVE_INFINITY;
        return 1_000.0 * users * loops / lastStartMillis();
    }

    private double lastStartMillis() {
        return startsMillis.isEmpty() ? startMillis(users - 1) : Collections.max(startsMillis);
    }

    /**
     * A user whose client gives up goes on at its timeout. If the first users end before the last one starts, only those count that are
     * active at the same time.
     */
    @Override
    public double usersPerSecond(double responseSeconds) {
        double beforeMillis = 1_000 * responseSeconds - hold.meanMillis();
        double untilMillis = timeoutMillis == UNLIMITED
                ? 1_000 * responseSeconds
                : Math.min(timeoutMillis, beforeMillis + hold.meanMillisUpTo(timeoutMillis - beforeMillis));
        double cycleMillis = untilMillis + think.meanMillis();
        double active = durationMillis == UNLIMITED
                ? 1
                : Math.min(1, (durationMillis + cycleMillis) / Math.max(1, lastStartMillis()));
        return 1_000 * users * active / cycleMillis;
    }

    @Override
    public Trace simulate(Draws draws, Stages stages, long seed, Budget budget, Occupancy occupancy) {
        return Simulation.run(
                new Users(this, stages.first(), seed), timeoutMillis, stages, draws, seed, budget, occupancy);
    }
}
