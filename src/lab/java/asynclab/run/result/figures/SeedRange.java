package asynclab.run.result.figures;

import asynclab.model.Latencies;
import asynclab.model.Prediction;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The lowest and the highest predicted figures over other seeds (seed variability).
 *
 * @param times the range of each response time, by its name in {@link Latencies}; empty in an older result
 * @param meanOf the predicted response times are the mean over this number of seeds; null in an older result
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record SeedRange(double throughputLow, double throughputHigh, Map<String, Range> times, Integer meanOf) {

    private static final Map<String, ToDoubleFunction<Latencies>> TIMES = Map.of(
            "meanMs", Latencies::meanMs,
            "sdMs", Latencies::sdMs,
            "p50Ms", Latencies::p50Ms,
            "p75Ms", Latencies::p75Ms,
            "p95Ms", Latencies::p95Ms,
            "p99Ms", Latencies::p99Ms,
            "maxMs", Latencies::maxMs);

    public SeedRange {
        if (times == null) times = Map.of();
    }

    /** Whether the predicted response times are the mean over seeds. */
    public boolean hasMeanTimes() {
        return meanOf != null && meanOf > 1;
    }

    /** The range of one figure. */
    public record Range(double low, double high) {

        public boolean contains(double figure) {
            return low <= figure && figure <= high;
        }
    }

    static SeedRange of(Prediction p) {
        var times = new TreeMap<String, Range>();
        TIMES.forEach((name, time) -> times.put(name, range(p.times().ofOtherSeeds(), time)));
        return new SeedRange(
                p.throughputLow(), p.throughputHigh(), times, p.times().meanOf());
    }

    private static Range range(List<Latencies> others, ToDoubleFunction<Latencies> time) {
        return new Range(
                others.stream().mapToDouble(time).min().orElseThrow(),
                others.stream().mapToDouble(time).max().orElseThrow());
    }

    /**
     * The range of a figure by its name, such as {@code throughput} or {@code p95Ms}; null if the model did not predict it for
     * other seeds.
     */
    public Range of(String figure) {
        return figure.equals("throughput") ? new Range(throughputLow, throughputHigh) : times.get(figure);
    }
}
