package asynclab.run.result.figures;

import asynclab.model.Latencies;
import asynclab.model.Trace;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of a run's samples.
 *
 * @param errors failed samples; they are among the samples
 * @param errorsByMessage failed samples by JMeter's message
 * @param steadyThroughput the throughput while all users were active; null if there was no such time
 * @param steadySeconds how long all users were active
 * @param classes null if the experiment has none, or if an older result did not count them
 * @param percentileIntervals the intervals of the percentiles of {@code times}, by their names; null in an older result
 * @param rampMs the time from the first user's first request to the last user's first request
 */
public record Measured(
        int samples,
        int errors,
        Map<String, Integer> errorsByMessage,
        double throughput,
        Double steadyThroughput,
        Double steadySeconds,
        double goodput,
        Latencies times,
        @JsonInclude(JsonInclude.Include.NON_NULL) TimeClasses classes,
        @JsonInclude(JsonInclude.Include.NON_NULL) Map<String, PercentileInterval> percentileIntervals,
        double rampMs,
        Map<String, Latencies> byLabel) {

    /**
     * @param errors failed samples by JMeter's message
     * @param classes the borders of the response-time classes in milliseconds; empty for no classes
     */
    public static Measured of(
            Trace trace, Map<String, Trace> byLabel, Map<String, Integer> errors, List<Integer> classes) {
        Trace.Window steady = trace.steady();
        var labels = new LinkedHashMap<String, Latencies>();
        byLabel.forEach((label, part) -> labels.put(label, Latencies.ofMillis(part.histogram())));
        return new Measured(
                trace.size(),
                errors.values().stream().mapToInt(Integer::intValue).sum(),
                errors,
                trace.throughput(),
                steady == null ? null : trace.throughput(steady),
                steady == null ? null : steady.millis() / 1_000,
                trace.goodput(),
                Latencies.of(trace),
                TimeClasses.of(trace, classes),
                PercentileInterval.of(trace.histogram(), trace.succeeded().histogram()),
                trace.rampMillis(),
                labels);
    }
}
