package asynclab.calibration;

import asynclab.model.Latencies;
import asynclab.model.Trace;
import asynclab.run.result.figures.Measured;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A figure that is predicted and measured. Rates are in requests per second, times in milliseconds. The errors of the measurement were
 * seen in five workloads of another seed. JMeter's load does not begin and end to the millisecond, and the slowest requests have more
 * overhead.
 */
enum CalibrationFigure {
    @JsonProperty("throughput")
    THROUGHPUT("throughput", 0.01, 0),
    @JsonProperty("goodput")
    GOODPUT("goodput", 0.01, 0),
    @JsonProperty("mean")
    MEAN("mean response time", 0, 1),
    @JsonProperty("p99")
    P99("p99 response time", 0, 5);

    private final String label;
    private final double errorShare;
    private final double error;

    CalibrationFigure(String label, double errorShare, double error) {
        this.label = label;
        this.errorShare = errorShare;
        this.error = error;
    }

    String label() {
        return label;
    }

    /** @param alone the figure of each seed @param withOverhead the same with an overhead */
    FigureForecast forecast(List<Double> alone, List<Double> withOverhead) {
        return FigureForecast.of(alone, withOverhead, errorShare, error);
    }

    /** The figures of a simulated run. */
    static Map<CalibrationFigure, Double> of(Trace trace) {
        return of(trace.throughput(), trace.goodput(), Latencies.of(trace));
    }

    /** The figures of a measured run. */
    static Map<CalibrationFigure, Double> of(Measured measured) {
        return of(measured.throughput(), measured.goodput(), measured.times());
    }

    private static Map<CalibrationFigure, Double> of(double throughput, double goodput, Latencies times) {
        return new EnumMap<>(
                Map.of(THROUGHPUT, throughput, GOODPUT, goodput, MEAN, times.meanMs(), P99, times.p99Ms()));
    }
}
