package asynclab.plan;

import asynclab.delay.HoldTime;
import asynclab.options.LabException;
import asynclab.queueing.Workload;
import java.util.List;
import java.util.Locale;

/**
 * The load of an experiment.
 *
 * @param loops requests of each user, or null if the duration limits them
 * @param durationSeconds how long each user sends requests from its own start, or null
 * @param longPercent how many percent of the requests take the long hold
 * @param shortHold the hold of the other requests
 * @param longHold null if there is none
 * @param client how the client treats connections and responses; the usual way if absent
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
        long seed) {

    public LoadPlan {
        client = client == null ? ClientPlan.USUAL : client;
        if (longHold != null && longHold.processingMs() != shortHold.processingMs())
            throw new IllegalArgumentException("Both kinds of requests must have the same processing time, but had "
                    + shortHold.processingMs() + " and " + longHold.processingMs() + " ms.");
        if (!client.falls().isEmpty() && durationSeconds == null)
            throw new IllegalArgumentException("A load that falls must have a duration.");
    }

    /** @throws LabException if a time would no longer be whole */
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
                seed);
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

    private HoldTime think() {
        return new HoldTime.Uniform(thinkMinMs, thinkMaxMs);
    }

    /** Whether all users send at the same moment: each has opened its connection before, and a barrier releases them. */
    public boolean isBurst() {
        return rampSeconds == 0;
    }

    /** Requests of all users, or null if the duration limits them. */
    public Integer requests() {
        return loops == null ? null : users * loops;
    }

    /**
     * How long each user sends requests from its own start, in seconds, as {@code jmeter/plan.jmx} reads it; null if the loops alone end
     * it. If the load falls, it is a Groovy expression: the user's start is its part of the ramp.
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

    public Workload toModel(PlannedArm arm) {
        return new Workload(
                        users,
                        rampSeconds * 1_000L,
                        loops == null ? Workload.UNLIMITED : loops,
                        durationSeconds == null ? Workload.UNLIMITED : durationSeconds * 1_000L,
                        hold(),
                        think(),
                        arm.stopAfterSeconds() == null ? Workload.UNLIMITED : arm.stopAfterSeconds() * 1_000L,
                        client.timeoutMs() == null ? Workload.UNLIMITED : client.timeoutMs(),
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
