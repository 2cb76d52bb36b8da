package asynclab.run.result.figures;

import asynclab.model.Prediction;
import asynclab.model.Trace;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Response times in milliseconds, failed requests included. Percentiles are by nearest rank. A figure that does not exist is
 * null and is not stored.
 *
 * @param p90Ms not predicted
 * @param p999Ms p99.9, not predicted
 * @param goodMeanMs of the requests that succeeded; null if none did
 * @param goodP95Ms of the requests that succeeded
 * @param eachMs every response time in ascending order, if there are no more than twenty
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Latencies(
        Double meanMs,
        Double sdMs,
        Double p50Ms,
        Double p75Ms,
        Double p90Ms,
        Double p95Ms,
        Double p99Ms,
        Double p999Ms,
        Double maxMs,
        Double goodMeanMs,
        Double goodP95Ms,
        List<Long> eachMs) {

    /** The shares of the percentiles of all requests, by their names. */
    public static final Map<String, Double> PERCENTILES = percentiles();

    private static final int FEW = 20;

    private static Map<String, Double> percentiles() {
        var shares = new LinkedHashMap<String, Double>();
        shares.put("p50Ms", 0.5);
        shares.put("p75Ms", 0.75);
        shares.put("p90Ms", 0.9);
        shares.put("p95Ms", 0.95);
        shares.put("p99Ms", 0.99);
        shares.put("p999Ms", 0.999);
        return shares;
    }

    public static Latencies of(Trace trace) {
        Histogram all = trace.histogram();
        Histogram good = trace.succeeded().histogram();
        boolean none = good.getTotalCount() == 0;
        return new Latencies(
                all.getMean(),
                all.getStdDeviation(),
                percentile(all, 50),
                percentile(all, 75),
                percentile(all, 90),
                percentile(all, 95),
                percentile(all, 99),
                percentile(all, 99.9),
                (double) all.getMaxValue(),
                none ? null : (Double) good.getMean(),
                none ? null : (Double) percentile(good, 95),
                trace.size() > FEW ? null : trace.responseMillis());
    }

    static Latencies of(Prediction p) {
        return new Latencies(
                p.meanMs(),
                p.sdMs(),
                p.p50Ms(),
                p.p75Ms(),
                null,
                p.p95Ms(),
                p.p99Ms(),
                null,
                p.maxMs(),
                finite(p.goodMeanMs()),
                p.goodP95Ms(),
                p.eachMs());
    }

    /** Null for a figure that does not exist: an infinite one, or one that is not a number. */
    public static Double finite(double value) {
        return Double.isFinite(value) ? (Double) value : null;
    }

    private static double percentile(Histogram times, double percent) {
        return times.getValueAtPercentile(percent);
    }
}
