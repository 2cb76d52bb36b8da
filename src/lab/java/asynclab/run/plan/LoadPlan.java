package asynclab.run.plan;

import asynclab.delay.HoldTime;
import asynclab.model.Load;
import asynclab.model.OpenWorkload;
import asynclab.model.Workload;
import asynclab.options.LabException;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;

/**
 * The load of an experiment: closed, with users, or open, with arrivals. An open load has no users, loops and think times.
 *
 * @param loops requests of each user, or null if the duration limits them
 * @param durationSeconds how long each user sends requests from its own start, or null
 * @param longPercent the percentage of requests that have the long hold time
 * @param shortHold the hold time of the other requests
 * @param longHold null if there is none
 * @param client how the client treats connections and responses; the usual way if absent
 * @param arrivals when the requests of an open load arrive; null if the load is closed
 */
public record LoadPlan(
        int users,
        int rampSeconds,
        Integer loops,
        Integer durationSeconds,
        int longPercent,
        PlannedHold shortHold,
        PlannedHold longHold,
        int thinkMinMs,
        int thinkMaxMs,
        ClientPlan client,
        long seed,
        @JsonInclude(JsonInclude.Include.NON_NULL) ArrivalPlan arrivals) {

    public LoadPlan {
        client = client == null ? ClientPlan.USUAL : client;
        if (longHold != null && longHold.processingMs() != shortHold.processingMs())
            throw new IllegalArgumentException("Both kinds of requests must have the same processing time, but had "
                    + shortHold.processingMs() + " and " + longHold.processingMs() + " ms.");
        if (!client.falls().isEmpty() && durationSeconds == null)
            throw new IllegalArgumentException("A load that falls must have a duration.");
        if ((users > 0) == (arrivals != null))
            throw new IllegalArgumentException("A load must have either users or arrivals.");
        if (users > 0 && loops == null && durationSeconds == null)
            throw new IllegalArgumentException("A load with users must have loops or a duration, or it would not end.");
        if (longPercent != 0 && (shortHold.ms() == null || longHold == null || longHold.ms() == null))
            throw new IllegalArgumentException("A load with a longPercent must have ms in shortHold and in longHold.");
    }

    /** An open load. */
    public LoadPlan(
            ArrivalPlan arrivals,
            int longPercent,
            PlannedHold shortHold,
            PlannedHold longHold,
            ClientPlan client,
            long seed) {
        this(0, 0, null, null, longPercent, shortHold, longHold, 0, 0, client, seed, arrivals);
    }

    /** The load of an arm. If the arm has a level, it is the load of this level. */
    public LoadPlan of(PlannedArm arm) {
        if (arm.percent() == null) return this;
        return new LoadPlan(arrivals.times(arm.percent() / 100.0), longPercent, shortHold, longHold, client, seed);
    }

    /** @throws LabException if a time divided by the speed is not a whole number */
    public LoadPlan faster(int speed) {
        return new LoadPlan(
                users,
                divided("ramp (s)", rampSeconds, speed),
                loops,
                durationSeconds == null ? null : (Integer) divided("duration (s)", durationSeconds, speed),
                longPercent,
                shortHold.faster(speed),
                longHold == null ? null : longHold.faster(speed),
                divided("think time (ms)", thinkMinMs, speed),
                divided("think time (ms)", thinkMaxMs, speed),
                client.faster(speed),
                seed,
                arrivals == null ? null : arrivals.faster(speed));
    }

    public HoldTime hold() {
        if (longPercent == 0) return shortHold.time();
        return new HoldTime.Mix(List.of(
                new HoldTime.Mix.Share(100 - longPercent, shortHold.ms()),
                new HoldTime.Mix.Share(longPercent, longHold.ms())));
    }

    /** The query of the warm-up. Its requests take as long as those of the load; the server draws their hold times. */
    public String warmupQuery() {
        return longPercent == 0
                ? shortHold.query()
                : "mix=" + (100 - longPercent) + ":" + shortHold.ms() + "," + longPercent + ":" + longHold.ms();
    }

    public double holdMeanMs() {
        return hold().meanMillis();
    }

    /** How long a request occupies a request thread before its hold time, in milliseconds. */
    public int processingMs() {
        return shortHold.processingMs();
    }

    /** The mean time of a request that does not queue: processing and hold time. */
    public double serviceMeanMs() {
        return processingMs() + holdMeanMs();
    }

    public double thinkMeanMs() {
        return think().meanMillis();
    }

    /** JMeter also draws the maximum itself. That is half a millisecond more on average, and the stored predictions do not have it. */
    private HoldTime think() {
        return new HoldTime.Uniform(thinkMinMs, thinkMaxMs);
    }

    /** Whether all users send at the same moment. Each user has opened its connection before, and a barrier releases all users. */
    public boolean isBurst() {
        return rampSeconds == 0 && !isOpen();
    }

    /** Whether the load is open: requests also arrive while earlier requests have not been answered. */
    public boolean isOpen() {
        return arrivals != null;
    }

    /** The number of different clients. In an open load each arrival is a different client. */
    public int clients() {
        return isOpen() ? arrivals.requests() : users;
    }

    /** Requests of all users, or null if the duration limits them. */
    public Integer requests() {
        if (isOpen()) return (Integer) arrivals.requests();
        return loops == null ? null : users * loops;
    }

    /**
     * How long each user sends requests from its own start, in seconds, as {@code jmeter/plan.jmx} reads it; null if the loops
     * alone end it. If the load falls, the result is a Groovy expression. It subtracts the user's start, which is the user's
     * share of the ramp.
     */
    public String duration() {
        String all = durationSeconds == null ? null : durationSeconds.toString();
        if (client.falls().isEmpty()) return all;
        var expression = new StringBuilder();
        for (ClientPlan.PlannedFall fall : client.falls())
            expression.append(String.format(
                    Locale.ROOT,
                    "ctx.threadNum %% 100 < %d ? %d - ctx.threadNum * %d.0 / %d : ",
                    fall.percent(),
                    fall.atSeconds(),
                    rampSeconds,
                    users));
        return "(" + expression + all + ")";
    }

    public Load toModel(PlannedArm arm) {
        if (!isOpen()) return closed(arm);
        return new OpenWorkload.Scheduled(
                arrivals,
                arrivals.meanPerSecond(),
                Math.round(arrivals.seconds() * 1_000),
                hold(),
                timeoutMillis(),
                true);
    }

    private long timeoutMillis() {
        return client.timeoutMs() == null ? Workload.UNLIMITED : client.timeoutMs();
    }

    /** The model of a closed load. */
    public Workload closed(PlannedArm arm) {
        return new Workload(
                        users,
                        rampSeconds * 1_000L,
                        loops == null ? Workload.UNLIMITED : loops,
                        durationSeconds == null ? Workload.UNLIMITED : durationSeconds * 1_000L,
                        hold(),
                        think(),
                        arm.stopAfterSeconds() == null ? Workload.UNLIMITED : arm.stopAfterSeconds() * 1_000L,
                        timeoutMillis(),
                        client.keepAlive() ? client.connectionMs() : 0)
                .falling(client.falls().stream()
                        .map(ClientPlan.PlannedFall::toModel)
                        .toList());
    }

    static int divided(String what, int value, int speed) {
        if (value % speed != 0)
            throw new LabException("-Dspeed must divide every time of the experiment, but was " + speed + ": the "
                    + what + " is " + value + ". Try 1, 2, 5 or 10.");
        return value / speed;
    }
}
