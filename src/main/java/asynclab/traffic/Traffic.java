package asynclab.traffic;

import asynclab.accesslog.LoggedRequest;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The requests of a log in order of their starts. Times are in microseconds, and the first start is 0. Immutable; 20 bytes for
 * each request.
 */
public final class Traffic {

    private final long[] startMicros;
    private final long[] durationMicros;
    private final int[] endpoint;
    private final List<String> endpoints;

    private Traffic(long[] startMicros, long[] durationMicros, int[] endpoint, List<String> endpoints) {
        this.startMicros = startMicros;
        this.durationMicros = durationMicros;
        this.endpoint = endpoint;
        this.endpoints = endpoints;
    }

    public int size() {
        return startMicros.length;
    }

    /** The start of request {@code i}, after the start of the first one. */
    public long startMicros(int i) {
        return startMicros[i];
    }

    public long durationMicros(int i) {
        return durationMicros[i];
    }

    /** The endpoint of request {@code i}: an index of {@link #endpoints}. */
    public int endpoint(int i) {
        return endpoint[i];
    }

    /** The names of the endpoints, such as {@code GET /orders/{id}}. */
    public List<String> endpoints() {
        return endpoints;
    }

    /** Collects the requests in any order. Not thread-safe. */
    public static final class Builder {

        private final Map<String, Integer> numbers = new LinkedHashMap<>();
        private long[] starts = new long[1024];
        private long[] durations = new long[1024];
        private int[] endpoints = new int[1024];
        private int size;

        /** Adds a request under the name of its endpoint. */
        public void add(LoggedRequest request, String endpoint) {
            if (size == starts.length) grow();
            starts[size] = request.startMicros();
            durations[size] = request.durationMicros();
            Integer known = numbers.putIfAbsent(endpoint, numbers.size());
            endpoints[size++] = known == null ? numbers.size() - 1 : known;
        }

        private void grow() {
            starts = Arrays.copyOf(starts, 2 * size);
            durations = Arrays.copyOf(durations, 2 * size);
            endpoints = Arrays.copyOf(endpoints, 2 * size);
        }

        /** The traffic. Requests with equal starts keep their order. */
        public Traffic build() {
            long[] order = sorted();
            var startMicros = new long[size];
            var durationMicros = new long[size];
            var endpoint = new int[size];
            for (int i = 0; i < size; i++) {
                int from = (int) order[i];
                startMicros[i] = starts[from] - starts[(int) order[0]];
                durationMicros[i] = durations[from];
                endpoint[i] = endpoints[from];
            }
            return new Traffic(startMicros, durationMicros, endpoint, List.copyOf(numbers.keySet()));
        }

        private long[] sorted() {
            Integer[] order = new Integer[size];
            Arrays.setAll(order, i -> i);
            Arrays.sort(order, (a, b) -> Long.compare(starts[a], starts[b]));
            return Arrays.stream(order).mapToLong(Integer::longValue).toArray();
        }
    }
}
