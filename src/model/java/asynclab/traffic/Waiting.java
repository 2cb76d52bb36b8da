package asynclab.traffic;

import asynclab.model.Latencies;
import asynclab.model.RecordedWorkload;
import asynclab.model.Trace;
import org.HdrHistogram.Histogram;

/**
 * How long requests wait: for a permit, a thread, a connection, and by sharing the processors. Immutable.
 *
 * @param traffic the multiple of the log's traffic
 * @param overMaxWaitPercent the share of the requests that wait for more than {@link Question#maxWaitMillis}
 * @param failedPercent the share that fails because no connection becomes free in time
 * @param overTimeoutPercent the share whose waiting and service exceed the clients' time-out together; null without one
 */
public record Waiting(
        double traffic, Latencies times, double overMaxWaitPercent, double failedPercent, Double overTimeoutPercent) {

    private static final int DIGITS = 3;

    /** @param trace the simulation of these requests */
    static Waiting of(RecordedWorkload sent, Trace trace, Question question) {
        var micros = new Histogram(DIGITS);
        var counts = new long[3]; // over the wait, failed, over the time-out
        trace.forEach((request, start, end, ok) -> {
            double hold = sent.recording().holdMillis(request);
            double waited = ok ? Math.max(0, end - start - hold) : end - start;
            micros.recordValue(Math.round(waited * 1e3));
            if (waited > question.maxWaitMillis()) counts[0]++;
            if (!ok) counts[1]++;
            if (waited + hold > question.timeoutMillis()) counts[2]++;
        });
        double percent = 100.0 / Math.max(1, micros.getTotalCount());
        return new Waiting(
                sent.loadFactor(),
                Latencies.ofMicros(micros),
                percent * counts[0],
                percent * counts[1],
                question.timeoutMillis() == 0 ? null : (Double) (percent * counts[2]));
    }

    /** No request waits. */
    static Waiting none(RecordedWorkload sent, Question question) {
        var micros = new Histogram(DIGITS);
        int size = sent.recording().size();
        micros.recordValueWithCount(0, Math.round(sent.loadFactor() * size));
        double late = 0;
        for (int i = 0; i < size; i++) if (sent.recording().holdMillis(i) > question.timeoutMillis()) late++;
        return new Waiting(
                sent.loadFactor(),
                Latencies.ofMicros(micros),
                0,
                0,
                question.timeoutMillis() == 0 ? null : (Double) (100 * late / size));
    }

    /** What this waiting adds to that at the log's own traffic, which the durations of the log contain. @param none as if none waited */
    Waiting beyond(Waiting logged, Waiting none) {
        return new Waiting(
                traffic,
                times.with(logged.times, (here, there) -> Math.max(0, here - there)),
                Math.max(0, overMaxWaitPercent - logged.overMaxWaitPercent),
                Math.max(0, failedPercent - logged.failedPercent),
                overTimeoutPercent == null
                        ? null
                        : (Double) Math.min(
                                100,
                                Math.max(0, none.overTimeoutPercent + overTimeoutPercent - logged.overTimeoutPercent)));
    }
}
