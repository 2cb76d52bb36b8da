package asynclab.traffic;

import asynclab.model.Latencies;
import asynclab.model.RecordedWorkload;
import asynclab.model.Trace;
import org.HdrHistogram.Histogram;

/**
 * How long requests wait for a thread or a processor before they are served. Immutable.
 *
 * @param traffic the multiple of the log's traffic
 * @param over100Percent the share of the requests that wait for more than 100 ms
 * @param overTimeoutPercent the share whose waiting and service exceed the time-out together; null without a time-out
 */
public record Waiting(double traffic, Latencies times, double over100Percent, Double overTimeoutPercent) {

    /** A p99 of the waiting up to this is held. */
    public static final double HELD_MILLIS = 100;

    private static final int DIGITS = 3;

    /**
     * @param all the requests with their whole durations
     * @param sent those that may wait
     * @param trace their simulation
     */
    static Waiting of(RecordedWorkload all, RecordedWorkload sent, Trace trace, long timeoutMillis) {
        var micros = new Histogram(DIGITS);
        long[] late = new long[1];
        trace.forEach((request, start, end, ok) -> {
            double waited = Math.max(0, end - start - sent.recording().holdMillis(request));
            micros.recordValue(Math.round(waited * 1e3));
            if (waited + all.recording().holdMillis(request) > timeoutMillis) late[0]++;
        });
        double others = 0;
        double lateOthers = 0;
        for (int i = 0; i < all.recording().size(); i++) {
            if (sent.recording().includes(i)) continue;
            others++;
            if (all.recording().holdMillis(i) > timeoutMillis) lateOthers++;
        }
        micros.recordValueWithCount(0, Math.round(all.loadFactor() * others));
        double requests = Math.max(1, micros.getTotalCount());
        double over = requests - micros.getCountBetweenValues(0, Math.round(HELD_MILLIS * 1e3));
        return new Waiting(
                all.loadFactor(),
                Latencies.ofMicros(micros),
                100 * Math.max(0, over) / requests,
                timeoutMillis == 0 ? null : (Double) (100 * (late[0] + all.loadFactor() * lateOthers) / requests));
    }

    /** What this waiting adds to another, which the durations of the log contain. */
    Waiting beyond(Waiting logged, Waiting none) {
        return new Waiting(
                traffic,
                times.with(logged.times, (here, there) -> Math.max(0, here - there)),
                Math.max(0, over100Percent - logged.over100Percent),
                overTimeoutPercent == null
                        ? null
                        : (Double)
                                Math.max(0, none.overTimeoutPercent + overTimeoutPercent - logged.overTimeoutPercent));
    }

    /** Each figure of the one that is worse. */
    Waiting orLonger(Waiting other) {
        return new Waiting(
                traffic,
                times.with(other.times, Math::max),
                Math.max(over100Percent, other.over100Percent),
                overTimeoutPercent == null ? null : (Double) Math.max(overTimeoutPercent, other.overTimeoutPercent));
    }

    boolean isHeld() {
        return times.p99Ms() <= HELD_MILLIS;
    }
}
