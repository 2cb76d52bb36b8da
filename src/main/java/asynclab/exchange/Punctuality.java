package asynclab.exchange;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;

/**
 * How much longer than planned requests were held: held time = planned time + error, from entering the servlet to the moment
 * the answer is written, in microseconds. Thread-safe and wait-free.
 */
public final class Punctuality {

    private static final long HIGHEST_MICROS = 3_600_000_000L;

    private final ConcurrentHistogram errorMicros = new ConcurrentHistogram(HIGHEST_MICROS, 3);
    private final AtomicLong early = new AtomicLong();

    /** @param startedNanos {@link System#nanoTime} when the request entered */
    public void record(long plannedMillis, long startedNanos) {
        long error = (System.nanoTime() - startedNanos) / 1_000 - plannedMillis * 1_000;
        if (error < 0) early.incrementAndGet();
        errorMicros.recordValue(Math.min(Math.max(error, 0), HIGHEST_MICROS));
    }

    /** Count, requests answered early (a fault), and the error's mean, percentiles and maximum in microseconds. */
    public Map<String, Long> snapshot() {
        var h = errorMicros.copy();
        var figures = new LinkedHashMap<String, Long>();
        figures.put("count", h.getTotalCount());
        figures.put("early", early.get());
        figures.put("meanMicros", h.getTotalCount() == 0 ? 0L : Math.round(h.getMean()));
        figures.put("p50Micros", h.getValueAtPercentile(50));
        figures.put("p99Micros", h.getValueAtPercentile(99));
        figures.put("p999Micros", h.getValueAtPercentile(99.9));
        figures.put("maxMicros", h.getMaxValue());
        return figures;
    }
}
