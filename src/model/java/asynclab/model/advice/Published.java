package asynclab.model.advice;

import asynclab.model.Latencies;
import asynclab.model.Trace;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;

/**
 * The published figures of a whole run, at least one. Immutable.
 *
 * @param given throughput in requests per second, response times in milliseconds
 */
public record Published(Map<Statistic, Double> given) {

    /** A figure that a load generator prints for a whole run. */
    public enum Statistic {
        THROUGHPUT("throughput", (trace, times) -> trace.throughput()),
        MEAN("meanMs", (trace, times) -> times.meanMs()),
        P50("p50Ms", (trace, times) -> times.p50Ms()),
        P99("p99Ms", (trace, times) -> times.p99Ms()),
        MAX("maxMs", (trace, times) -> times.maxMs());

        private final String label;
        private final ToDoubleBiFunction<Trace, Latencies> figure;

        Statistic(String label, ToDoubleBiFunction<Trace, Latencies> figure) {
            this.label = label;
            this.figure = figure;
        }
    }

    /** @throws IllegalArgumentException if no figure is given */
    public Published {
        if (given.isEmpty()) throw new IllegalArgumentException("at least one published figure must be given");
        given = Collections.unmodifiableMap(new EnumMap<>(given));
    }

    /** The names of the given figures, in the order of {@link #values} and {@link #of}. */
    List<String> names() {
        return given.keySet().stream().map(statistic -> statistic.label).toList();
    }

    /**
     * The positions of the figures that the model is fitted to. Throughput and mean hold for any order of service, by Little's
     * law. The other figures depend on the queue discipline, so they can tell it (E3's DeferredResult arm).
     * The model is fitted to them only if neither throughput nor mean is given.
     */
    int[] fitted() {
        int robust = (given.containsKey(Statistic.THROUGHPUT) ? 1 : 0) + (given.containsKey(Statistic.MEAN) ? 1 : 0);
        return IntStream.range(0, robust == 0 ? given.size() : robust).toArray();
    }

    /** Whether the figure at this position is a throughput. The others are times. */
    boolean isRate(int figure) {
        return figure == 0 && given.containsKey(Statistic.THROUGHPUT);
    }

    double[] values() {
        return given.values().stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** The shortest of the times; infinite without one. */
    double shortestMillis() {
        return given.entrySet().stream()
                .filter(it -> it.getKey() != Statistic.THROUGHPUT)
                .mapToDouble(Map.Entry::getValue)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** Requests per second, or null if not published. */
    Double throughput() {
        return given.get(Statistic.THROUGHPUT);
    }

    /** The same figures of a simulated run. */
    double[] of(Trace trace) {
        Latencies times = Latencies.of(trace);
        return given.keySet().stream()
                .mapToDouble(statistic -> statistic.figure.applyAsDouble(trace, times))
                .toArray();
    }
}
