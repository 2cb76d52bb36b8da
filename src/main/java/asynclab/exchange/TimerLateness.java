package asynclab.exchange;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Timer lateness: how much longer than planned requests were held, in microseconds. The held time runs from the servlet's entry until
 * the answer is made, shortly before it is written. Also the recent held times. Thread-safe; recording is wait-free.
 */
public final class TimerLateness {

    private static final long HIGHEST_MICROS = 3_600_000_000L;

    private final Recorder errorMicros = new Recorder(HIGHEST_MICROS, 3);
    // The values taken out of errorMicros so far. Guarded by this.
    private final Histogram allErrorMicros = new Histogram(HIGHEST_MICROS, 3);
    private Histogram latestErrorMicros;
    private final Recorder heldMicros = new Recorder(HIGHEST_MICROS, 2);
    private final AtomicLong early = new AtomicLong();

    /** Records one request. */
    public void record(long plannedMillis, long heldNanos) {
        long held = heldNanos / 1_000;
        heldMicros.recordValue(Math.min(Math.max(held, 0), HIGHEST_MICROS));
        long error = held - plannedMillis * 1_000;
        if (error < 0) early.incrementAndGet();
        errorMicros.recordValue(Math.min(Math.max(error, 0), HIGHEST_MICROS));
    }

    /**
     * Held times of the requests whose answers were written since the last call of this method, in milliseconds. Without such requests,
     * only the count. A servlet cannot see how long a request waited for a thread before (jetty #2492).
     */
    public synchronized Map<String, Double> heldLately() {
        var h = heldMicros.getIntervalHistogram();
        var figures = new LinkedHashMap<String, Double>();
        figures.put("count", (double) h.getTotalCount());
        if (h.getTotalCount() == 0) return figures;
        figures.put("meanMs", h.getMean() / 1_000);
        for (int percentile : new int[] {50, 95, 99})
            figures.put("p" + percentile + "Ms", h.getValueAtPercentile(percentile) / 1_000.0);
        figures.put("maxMs", h.getMaxValue() / 1_000.0);
        return figures;
    }

    /** Clears the record of timer lateness. A value that is recorded meanwhile may be lost. */
    public synchronized void begin() {
        errorMicros.reset();
        allErrorMicros.reset();
        early.set(0);
    }

    /**
     * The count, the requests answered early (a bug), and the mean, percentiles and maximum in microseconds. Many callers may ask at
     * once, so this keeps one histogram: to copy a histogram that others write to would take a lock for each of its 25,000 counts.
     */
    public synchronized Map<String, Long> snapshot() {
        latestErrorMicros = errorMicros.getIntervalHistogram(latestErrorMicros);
        allErrorMicros.add(latestErrorMicros);
        var h = allErrorMicros;
        var figures = new LinkedHashMap<String, Long>();
        figures.put("count", h.getTotalCount());
        figures.put("early", early.get());
        figures.put("meanMicros", h.getTotalCount() == 0 ? 0L : Math.round(h.getMean()));
        figures.put("p50Micros", h.getValueAtPercentile(50));
        figures.put("p99Micros", h.getValueAtPercentile(99));
        figures.put("p999Micros", h.getValueAtPercentile(99.9));
        figures.put("p9999Micros", h.getValueAtPercentile(99.99));
        figures.put("maxMicros", h.getMaxValue());
        return figures;
    }
}
