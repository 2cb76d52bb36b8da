package asynclab.traffic;

import asynclab.accesslog.LoggedRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The requests of a log in order of their starts. Times are in microseconds, and the first start is 0. Immutable; 20 bytes for
 * each request, 28 if requests waited in a queue that the log knows.
 */
public final class Traffic {

    private final long[] startMicros;
    private final long[] durationMicros;
    private final int[] endpoint;
    private final List<String> endpoints;
    private final long[] waitedMicros; // null if the log knows of no waiting
    private final long unsureMicros;
    private final long epochMicros;

    private Traffic(
            long epochMicros,
            long[] startMicros,
            long[] durationMicros,
            int[] endpoint,
            List<String> endpoints,
            long[] waitedMicros,
            long unsureMicros) {
        this.epochMicros = epochMicros;
        this.startMicros = startMicros;
        this.durationMicros = durationMicros;
        this.endpoint = endpoint;
        this.endpoints = endpoints;
        this.waitedMicros = waitedMicros;
        this.unsureMicros = unsureMicros;
    }

    public int size() {
        return startMicros.length;
    }

    /** The first start on the log's clock, in microseconds since 1970. */
    public long epochMicros() {
        return epochMicros;
    }

    /** The start of request {@code i}, after the start of the first one. */
    public long startMicros(int i) {
        return startMicros[i];
    }

    public long durationMicros(int i) {
        return durationMicros[i];
    }

    /** When the server began with request {@code i}: after its start, if the log knows that it waited in a proxy's queue. */
    public long servedMicros(int i) {
        return startMicros[i] + (waitedMicros == null ? 0 : waitedMicros[i]);
    }

    /** How much longer than logged each request may have taken: a second, if the log has whole seconds; else 0. */
    public long unsureMicros() {
        return unsureMicros;
    }

    /** The same requests, each as long as it may have taken. */
    Traffic longest() {
        var longer = new long[durationMicros.length];
        Arrays.setAll(longer, i -> durationMicros[i] + unsureMicros);
        return new Traffic(epochMicros, startMicros, longer, endpoint, endpoints, waitedMicros, 0);
    }

    /** The endpoint of request {@code i}: an index of {@link #endpoints}. */
    public int endpoint(int i) {
        return endpoint[i];
    }

    /** From the first start to a mean interval after the last one; at least 1. */
    public double lengthMicros() {
        int last = startMicros.length - 1;
        return Math.max(1, startMicros[last] * (last + 1.0) / Math.max(1, last));
    }

    /** The same requests with other durations. */
    Traffic withDurations(long[] micros) {
        return new Traffic(epochMicros, startMicros, micros, endpoint, endpoints, waitedMicros, unsureMicros);
    }

    /** The names of the endpoints, such as {@code GET /orders/{id}}. */
    public List<String> endpoints() {
        return endpoints;
    }

    /**
     * Collects the requests in any order. It keeps the names of at most 2,000 endpoints, and in the end those of the 200 that take most time. The
     * others become one endpoint. Not thread-safe.
     */
    public static final class Builder {

        private static final int MOST_NAMES = 2_000;
        private static final int MOST_ENDPOINTS = 200;

        private final Map<String, Integer> numbers = new LinkedHashMap<>();
        private long[] starts = new long[1024];
        private long[] durations = new long[1024];
        private int[] endpoints = new int[1024];
        private long[] waits; // null until a request has waited
        private int size;

        /** Adds a request. Its method and its path without ids name its endpoint. */
        public void add(LoggedRequest request) {
            add(request, EndpointNames.of(request.method(), request.path()));
        }

        /** Adds a request under the name of its endpoint. */
        public void add(LoggedRequest request, String endpoint) {
            if (size == starts.length) grow();
            starts[size] = request.startMicros();
            durations[size] = request.durationMicros();
            if (request.waitedMicros() > 0 && waits == null) waits = new long[starts.length];
            if (waits != null) waits[size] = request.waitedMicros();
            endpoints[size++] = number(endpoint);
        }

        /** The number of requests so far. */
        public int size() {
            return size;
        }

        private int number(String name) {
            Integer known = numbers.get(name);
            if (known != null) return known;
            String kept = numbers.size() < MOST_NAMES ? name : EndpointNames.OTHERS;
            return numbers.computeIfAbsent(kept, any -> numbers.size());
        }

        private void grow() {
            resize(size + size / 2);
        }

        private void resize(int capacity) {
            starts = Arrays.copyOf(starts, capacity);
            durations = Arrays.copyOf(durations, capacity);
            endpoints = Arrays.copyOf(endpoints, capacity);
            if (waits != null) waits = Arrays.copyOf(waits, capacity);
        }

        /** The traffic of a log with exact durations. */
        public Traffic build() {
            return build(0);
        }

        /**
         * The traffic. Requests with equal starts keep their order. Nothing can be added or built afterwards.
         *
         * @param unsureMicros how much longer than logged each request may have taken
         */
        public Traffic build(long unsureMicros) {
            resize(size);
            int[] order = sorted();
            var names = new ArrayList<String>();
            int[] renumbered = renumbered(names);
            // one array after the other, and the old one let go: ten million requests fit into 512 MB
            long[] startMicros = picked(starts, order);
            starts = null;
            long first = size == 0 ? 0 : startMicros[0];
            for (int i = 0; i < size; i++) startMicros[i] -= first;
            long[] durationMicros = picked(durations, order);
            durations = null;
            long[] waitedMicros = waits == null ? null : picked(waits, order);
            waits = null;
            int[] endpoint = new int[size];
            for (int i = 0; i < size; i++) endpoint[i] = renumbered[endpoints[order[i]]];
            return new Traffic(
                    first, startMicros, durationMicros, endpoint, List.copyOf(names), waitedMicros, unsureMicros);
        }

        private static long[] picked(long[] values, int[] order) {
            long[] picked = new long[order.length];
            for (int i = 0; i < picked.length; i++) picked[i] = values[order[i]];
            return picked;
        }

        /** The new number of each endpoint. @param names receives the names by the new numbers */
        private int[] renumbered(List<String> names) {
            var micros = new double[numbers.size()];
            for (int i = 0; i < size; i++) micros[endpoints[i]] += durations[i];
            var all = new ArrayList<>(numbers.keySet());
            var order = new ArrayList<>(numbers.values());
            order.sort(Comparator.comparingDouble(number -> -micros[number]));
            var renumbered = new int[all.size()];
            for (int number : order) {
                String name = names.size() < MOST_ENDPOINTS ? all.get(number) : EndpointNames.OTHERS;
                if (!names.contains(name)) names.add(name);
                renumbered[number] = names.indexOf(name);
            }
            return renumbered;
        }

        /** The numbers of the requests by their starts: a merge sort of ints, because objects would need four times the memory. */
        private int[] sorted() {
            int[] from = new int[size];
            int[] to = new int[size];
            Arrays.setAll(from, i -> i);
            for (int run = 1; run < size && run > 0; run *= 2) {
                for (int start = 0; start < size; start += Math.min(2 * run, size - start)) {
                    int middle = Math.min(start + run, size);
                    merge(from, start, middle, (int) Math.min(start + 2L * run, size), to);
                }
                int[] sorted = to;
                to = from;
                from = sorted;
            }
            return from;
        }

        private void merge(int[] from, int start, int middle, int end, int[] to) {
            int left = start;
            int right = middle;
            for (int i = start; i < end; i++) {
                boolean takeLeft = right >= end || (left < middle && starts[from[left]] <= starts[from[right]]);
                to[i] = from[takeLeft ? left++ : right++];
            }
        }
    }
}
