package asynclab.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import org.HdrHistogram.Histogram;

/**
 * Times of requests in milliseconds, failed requests included: how long they took, waited, or were late. Percentiles are by nearest
 * rank. A figure that does not exist is null and is not stored. Immutable.
 *
 * @param samples the number of requests
 * @param p999Ms p99.9
 * @param goodMeanMs of the requests that succeeded; null if none did
 * @param goodP95Ms of the requests that succeeded
 * @param eachMs every time in ascending order, if there are no more than twenty
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Latencies(
        Long samples,
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
    private static final double MICROS = 1e3;

    private static Map<String, Double> percentiles() {
        var shares = new LinkedHashMap<String, Double>();
        shares.put("p50Ms", 0.5);
        shares.put("p75Ms", 0.75);
        shares.put("p90Ms", 0.9);
        shares.put("p95Ms", 0.95);
        shares.put("p99Ms", 0.99);
        shares.put("p999Ms", 0.999);
        return Collections.unmodifiableMap(shares);
    }

    /** The response times of a run, with those of the requests that succeeded. */
    public static Latencies of(Trace trace) {
        Latencies all = ofSorted(trace.sortedMillis());
        Latencies good =
                trace.failures() == 0 ? all : ofSorted(trace.succeeded().sortedMillis());
        return all.with(good.meanMs, good.p95Ms, trace.size() > FEW ? null : trace.responseMillis());
    }

    /** The same with a mean that is not of whole milliseconds. */
    static Latencies exact(Trace trace) {
        if (trace.size() == 0) return of(trace);
        Latencies all = of(trace);
        Trace good = trace.succeeded();
        Double mean = good.size() == 0 ? null : (Double) good.meanMillis();
        return all.withMean(trace.meanMillis()).with(mean, all.goodP95Ms, all.eachMs);
    }

    /** @param millis in ascending order */
    static Latencies ofSorted(long[] millis) {
        Double none = null;
        if (millis.length == 0)
            return new Latencies(0L, none, none, none, none, none, none, none, none, none, none, none, null);
        long sum = 0;
        for (long each : millis) sum += each;
        double mean = (double) sum / millis.length;
        double squares = 0;
        for (long each : millis) squares += (each - mean) * (each - mean);
        double[] at = PERCENTILES.values().stream()
                .mapToDouble(share -> millis[(int) Math.max(1, Math.ceil(share * millis.length)) - 1])
                .toArray();
        return new Latencies(
                (long) millis.length,
                mean,
                Math.sqrt(squares / millis.length),
                at[0],
                at[1],
                at[2],
                at[3],
                at[4],
                at[5],
                (double) millis[millis.length - 1],
                none,
                none,
                null);
    }

    public static Latencies ofMillis(Histogram millis) {
        return of(millis, 1);
    }

    public static Latencies ofMicros(Histogram micros) {
        return of(micros, MICROS);
    }

    private static Latencies of(Histogram h, double unitsAMilli) {
        if (h.getTotalCount() == 0) return ofSorted(new long[0]);
        Double none = null;
        return new Latencies(
                h.getTotalCount(),
                h.getMean() / unitsAMilli,
                h.getStdDeviation() / unitsAMilli,
                at(h, 50, unitsAMilli),
                at(h, 75, unitsAMilli),
                at(h, 90, unitsAMilli),
                at(h, 95, unitsAMilli),
                at(h, 99, unitsAMilli),
                at(h, 99.9, unitsAMilli),
                h.getMaxValue() / unitsAMilli,
                none,
                none,
                null);
    }

    private static double at(Histogram h, double percent, double unitsAMilli) {
        return h.getValueAtPercentile(percent) / unitsAMilli;
    }

    private Latencies with(Double goodMean, Double goodP95, List<Long> each) {
        return new Latencies(
                samples, meanMs, sdMs, p50Ms, p75Ms, p90Ms, p95Ms, p99Ms, p999Ms, maxMs, goodMean, goodP95, each);
    }

    /** The same with an exact mean, because a histogram and whole milliseconds are rounded. */
    public Latencies withMean(double exactMs) {
        return new Latencies(
                samples,
                exactMs,
                sdMs,
                p50Ms,
                p75Ms,
                p90Ms,
                p95Ms,
                p99Ms,
                p999Ms,
                maxMs,
                goodMeanMs,
                goodP95Ms,
                eachMs);
    }

    /** Combines each figure of both. A figure is null if one of the two is. {@code samples} and {@code eachMs} stay those of this one. */
    public Latencies with(Latencies other, DoubleBinaryOperator together) {
        return new Latencies(
                samples,
                both(meanMs, other.meanMs, together),
                both(sdMs, other.sdMs, together),
                both(p50Ms, other.p50Ms, together),
                both(p75Ms, other.p75Ms, together),
                both(p90Ms, other.p90Ms, together),
                both(p95Ms, other.p95Ms, together),
                both(p99Ms, other.p99Ms, together),
                both(p999Ms, other.p999Ms, together),
                both(maxMs, other.maxMs, together),
                both(goodMeanMs, other.goodMeanMs, together),
                both(goodP95Ms, other.goodP95Ms, together),
                eachMs);
    }

    private static Double both(Double one, Double other, DoubleBinaryOperator together) {
        return one == null || other == null ? null : (Double) together.applyAsDouble(one, other);
    }

    /** The mean of each figure over several runs. */
    static Latencies mean(List<Latencies> runs) {
        Latencies first = runs.get(0);
        Latencies sum = runs.stream().skip(1).reduce(first, (a, b) -> a.with(b, Double::sum));
        return runs.size() == 1 ? first : sum.with(first, (total, unused) -> total / runs.size());
    }

    /** The lowest of each figure, or the highest, over several runs. */
    public static Latencies extreme(List<Latencies> runs, boolean highest) {
        return runs.stream()
                .reduce((a, b) -> a.with(b, highest ? Math::max : Math::min))
                .orElseThrow();
    }
}
