package asynclab.run.result.figures;

import asynclab.model.Latencies;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The 95 % interval of a percentile within one run, in milliseconds. Its ends are two response times. The binomial distribution gives
 * their ranks, for any distribution of response times (David and Nagaraja, Order Statistics, 2003, 7.1). It takes the requests as
 * independent. Requests that share a queue are not, so the true interval is wider.
 *
 * @param onStep whether the interval spans a gap: two neighbouring response times in it differ by more than 25 %, and by more than 10
 *     ms. One more slow request may then move the percentile across the gap.
 */
public record PercentileInterval(double low, double high, boolean onStep) {

    private static final double MISSES = 0.05;
    private static final double GAP = 1.25;
    private static final double MILLIS_THAT_COUNT = 10; // below, whole milliseconds are gaps

    /** The intervals, by the names of {@link Latencies}. A percentile is absent if there are too few requests for its interval. */
    static Map<String, PercentileInterval> of(Histogram all, Histogram good) {
        var intervals = new LinkedHashMap<String, PercentileInterval>();
        Latencies.PERCENTILES.forEach((name, share) -> put(intervals, name, of(all, share)));
        if (good.getTotalCount() > 0) put(intervals, "goodP95Ms", of(good, 0.95));
        return intervals;
    }

    private static void put(Map<String, PercentileInterval> intervals, String name, PercentileInterval interval) {
        if (interval != null) intervals.put(name, interval);
    }

    /** The interval of the percentile of a share, 0 to 1; null if its ends would be beyond the fastest or the slowest request. */
    static PercentileInterval of(Histogram times, double share) {
        int requests = (int) times.getTotalCount();
        var below = BinomialDistribution.of(requests, share);
        int first = below.inverseCumulativeProbability(MISSES / 2);
        int last = below.inverseSurvivalProbability(MISSES / 2) + 1;
        if (first < 1 || last > requests) return null;
        double low = Double.NaN;
        double before = Double.NaN;
        boolean gap = false;
        for (HistogramIterationValue value : times.recordedValues()) {
            if (value.getTotalCountToThisValue() < first) continue;
            double millis = value.getValueIteratedTo();
            if (Double.isNaN(low)) low = millis;
            else gap |= millis > before * GAP && millis > before + MILLIS_THAT_COUNT;
            before = millis;
            if (value.getTotalCountToThisValue() >= last) break;
        }
        return new PercentileInterval(low, before, gap);
    }
}
