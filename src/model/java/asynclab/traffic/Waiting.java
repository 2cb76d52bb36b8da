package asynclab.traffic;

import asynclab.model.Latencies;
import asynclab.model.RecordedWorkload;
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

    /** Counts the waiting of requests, in any order, and then says it. Not thread-safe. */
    static final class Count implements RecordedWorkload.Watch {

        private final RecordedWorkload sent;
        private final Question question;
        private final Histogram micros = new Histogram(DIGITS);
        private long overMaxWait;
        private long failed;
        private long overTimeout;

        Count(RecordedWorkload sent, Question question) {
            this.sent = sent;
            this.question = question;
        }

        @Override
        public boolean goesOn(int request, double millis, boolean answered) {
            double hold = sent.recording().holdMillis(request);
            double waited = answered ? Math.max(0, millis - hold) : millis;
            micros.recordValue(Math.round(waited * 1e3));
            if (waited > question.maxWaitMillis()) overMaxWait++;
            if (!answered) failed++;
            if (waited + hold > question.timeoutMillis()) overTimeout++;
            return true;
        }

        Waiting waiting() {
            double percent = 100.0 / Math.max(1, micros.getTotalCount());
            return new Waiting(
                    sent.loadFactor(),
                    Latencies.ofMicros(micros),
                    percent * overMaxWait,
                    percent * failed,
                    question.timeoutMillis() == 0 ? null : (Double) (percent * overTimeout));
        }
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
