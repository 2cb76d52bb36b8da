package asynclab.calibration;

import asynclab.model.Latencies;
import asynclab.model.Trace;
import asynclab.run.result.figures.Measured;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.EnumMap;
import java.util.Map;

/** A figure that is predicted and measured. Rates are in requests per second, times in milliseconds. */
enum CalibrationFigure {
    @JsonProperty("throughput")
    THROUGHPUT("throughput"),
    @JsonProperty("goodput")
    GOODPUT("goodput"),
    @JsonProperty("mean")
    MEAN("mean response time"),
    @JsonProperty("p99")
    P99("p99 response time");

    private final String label;

    CalibrationFigure(String label) {
        this.label = label;
    }

    String label() {
        return label;
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
