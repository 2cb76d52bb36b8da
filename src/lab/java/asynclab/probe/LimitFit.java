package asynclab.probe;

import asynclab.delay.HoldTime;
import asynclab.model.Budget;
import asynclab.model.Draws;
import asynclab.model.Occupancy;
import asynclab.model.Stages;
import asynclab.model.Station;
import asynclab.model.Trace;
import asynclab.model.Workload;
import asynclab.model.advice.Explanation;
import asynclab.model.advice.Explanation.FitOutcome;
import asynclab.model.advice.Published;
import asynclab.probe.ProbeResult.UnloadedRequest;
import java.util.Map;

/**
 * The concurrency limit with which the model reproduces a measured step. The time outside the service is a think time of the model's
 * users. The model's times are whole milliseconds, and those of a fast service are not. So the model's unit of time is a thousandth of
 * the time in the service. Immutable.
 *
 * @param limit requests in service at a time
 * @param from the smallest limit that fits
 * @param to the largest limit that fits
 */
record LimitFit(int limit, int from, int to) {

    private static final long UNIT = 1_000;
    private static final int ROUNDS = 60;
    private static final long SEED = 42;

    /** @return null if no limit explains the step */
    static LimitFit of(ProbeStep step, UnloadedRequest unloaded) {
        double tolerance = Explanation.USUAL_TOLERANCE_PERCENT
                + unloaded.spreadPercent()
                + (step.spreadPercent() == null ? 0 : step.spreadPercent());
        double unitMs = unloaded.inServiceMs() / UNIT;
        Explanation explanation = Explanation.ofThreads(
                load(step.users(), unloaded),
                Station::requestThreads,
                new Published(Map.of(
                        Published.Statistic.THROUGHPUT,
                        step.perSecond() * unitMs,
                        Published.Statistic.MEAN,
                        (step.meanMs() - unloaded.outsideMs()) / unitMs)),
                tolerance,
                Budget.unlimited());
        return explanation.outcome() == FitOutcome.FOUND
                ? new LimitFit(explanation.value(), explanation.from(), explanation.to())
                : null;
    }

    /** The same with the size that the service states, if it fits. */
    LimitFit orStated(double size) {
        return size >= from && size <= to ? new LimitFit((int) Math.round(size), from, to) : this;
    }

    /** Whether the size that the service states is more than a tenth outside what fits. A few threads of a pool serve the connections. */
    boolean isFarFrom(double size) {
        return size < 0.9 * from || size > 1.1 * to;
    }

    /** The mean response time that the model predicts for a number of users. */
    static double meanMs(int limit, int users, UnloadedRequest unloaded) {
        Workload load = load(users, unloaded);
        Trace trace = load.simulate(
                Draws.of(load.hold(), SEED),
                Stages.of(Station.requestThreads(limit)),
                SEED,
                Budget.unlimited(),
                Occupancy.NONE);
        return trace.meanMillis(trace.steady().last(trace.steady().millis() / 2)) * unloaded.inServiceMs() / UNIT
                + unloaded.outsideMs();
    }

    private static Workload load(int users, UnloadedRequest unloaded) {
        long outside = Math.round(unloaded.outsideMs() / unloaded.inServiceMs() * UNIT);
        return Workload.ofDuration(
                users, 0, ROUNDS * (UNIT + outside), new HoldTime.Fixed(UNIT), new HoldTime.Fixed(outside));
    }
}
