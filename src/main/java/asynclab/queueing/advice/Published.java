package asynclab.queueing.advice;

import asynclab.queueing.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * The figures somebody published of a whole run, null where they did not. Throughput in requests per second, response times in
 * milliseconds.
 */
public record Published(Double throughput, Double meanMs, Double p50Ms, Double p99Ms, Double maxMs) {

    public Published {
        if (throughput == null && meanMs == null && p50Ms == null && p99Ms == null && maxMs == null)
            throw new IllegalArgumentException("at least one published figure must be given");
    }

    /** The names of the figures that are given, in the order of {@link #values} and {@link #of}. */
    List<String> names() {
        return given("throughput", "meanMs", "p50Ms", "p99Ms", "maxMs");
    }

    /**
     * Which of the given figures the model is fitted to, by position. Throughput and mean hold for any order of service, by
     * Little's law; the others hold for service in order of arrival only, which the pool of E3's DeferredResult arm did not keep.
     * So they count only where there is nothing better, and are shown beside the model's otherwise.
     */
    int[] fitted() {
        int robust = (throughput == null ? 0 : 1) + (meanMs == null ? 0 : 1);
        return IntStream.range(0, robust == 0 ? names().size() : robust).toArray();
    }

    double[] values() {
        return given(throughput, meanMs, p50Ms, p99Ms, maxMs).stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    /** The same figures of a simulated run. */
    double[] of(Trace trace) {
        Histogram times = trace.histogram();
        return given(
                        trace.throughput(),
                        times.getMean(),
                        (double) times.getValueAtPercentile(50),
                        (double) times.getValueAtPercentile(99),
                        (double) times.getMaxValue())
                .stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    private <T> List<T> given(T forThroughput, T forMean, T forP50, T forP99, T forMax) {
        var chosen = new ArrayList<T>();
        if (throughput != null) chosen.add(forThroughput);
        if (meanMs != null) chosen.add(forMean);
        if (p50Ms != null) chosen.add(forP50);
        if (p99Ms != null) chosen.add(forP99);
        if (maxMs != null) chosen.add(forMax);
        return chosen;
    }
}
