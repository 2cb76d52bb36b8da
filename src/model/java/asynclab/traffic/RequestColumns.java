package asynclab.traffic;

import asynclab.accesslog.LoggedRequest;
import asynclab.accesslog.LoggedRequest.RequestParts;
import java.util.Arrays;
import java.util.List;

/** Requests in any order, 20 bytes each, and 8 more for each kind of waiting that the log knows. Not thread-safe. */
final class RequestColumns {

    private static final long SECOND_MICROS = 1_000_000;

    private final int most;
    private long[] starts = new long[1024];
    private long[] durations = new long[1024];
    private int[] endpoints = new int[1024];
    private long[] waits; // null until a request has waited
    private long[] connectionWaits; // null until one is known for a connection
    private long[] held; // of connections; null until a request is recorded
    private int size;

    /** @param most requests that are added before some are removed */
    RequestColumns(int most) {
        this.most = most;
    }

    int size() {
        return size;
    }

    /** @param endpoint its number */
    void add(LoggedRequest request, int endpoint) {
        if (size == starts.length) resize((int) Math.min(most, size + size / 2L));
        starts[size] = request.startMicros();
        durations[size] = request.durationMicros();
        if (request.waitedMicros() > 0 && waits == null) waits = new long[starts.length];
        if (waits != null) waits[size] = request.waitedMicros();
        long connection =
                request.parts() == null ? RequestParts.UNKNOWN : request.parts().connectionWaitMicros();
        if (connection != RequestParts.UNKNOWN && connectionWaits == null) connectionWaits = new long[starts.length];
        if (connectionWaits != null) connectionWaits[size] = Math.max(0, connection);
        if (request.parts() != null) hold(request.parts().connectionHeldMicros());
        else if (held != null) held[size] = RequestParts.UNKNOWN;
        endpoints[size++] = endpoint;
    }

    private void hold(long micros) {
        if (held == null) {
            held = new long[starts.length];
            Arrays.fill(held, RequestParts.UNKNOWN);
        }
        held[size] = micros;
    }

    private void resize(int capacity) {
        starts = Arrays.copyOf(starts, capacity);
        durations = Arrays.copyOf(durations, capacity);
        endpoints = Arrays.copyOf(endpoints, capacity);
        if (waits != null) waits = Arrays.copyOf(waits, capacity);
        if (connectionWaits != null) connectionWaits = Arrays.copyOf(connectionWaits, capacity);
        if (held != null) held = Arrays.copyOf(held, capacity);
    }

    boolean isWholeSeconds() {
        for (int i = 0; i < size; i++) if (durations[i] % SECOND_MICROS != 0) return false;
        return true;
    }

    /** The order of all endpoints by their time. @param names by their numbers */
    EndpointOrder endpointOrder(List<String> names) {
        var micros = new double[names.size()];
        for (int i = 0; i < size; i++) micros[endpoints[i]] += durations[i];
        return EndpointOrder.of(names, micros);
    }

    /** All of them. Afterwards there is none. */
    Traffic removeAll(EndpointOrder names) {
        resize(size);
        int[] order = byStart();
        // one array after the other, and the old one let go: it halves the memory
        long[] startMicros = picked(starts, order, 0, size);
        starts = null;
        long epochMicros = size == 0 ? 0 : startMicros[0];
        for (int i = 0; i < size; i++) startMicros[i] -= epochMicros;
        long[] durationMicros = picked(durations, order, 0, size);
        durations = null;
        long[] waitedMicros = waits == null ? null : picked(waits, order, 0, size);
        waits = null;
        long[] connection = connectionWaits == null ? null : picked(connectionWaits, order, 0, size);
        connectionWaits = null;
        long[] heldMicros = held == null ? null : picked(held, order, 0, size);
        held = null;
        int[] endpoint = names.of(picked(endpoints, order, 0, size));
        return new Traffic(
                epochMicros,
                startMicros,
                durationMicros,
                endpoint,
                names.names(),
                waitedMicros,
                connection,
                heldMicros,
                0);
    }

    /**
     * Those that begin first.
     *
     * @param epochMicros the first start of the log; null if it is among them
     * @param names of the endpoints so far
     */
    Traffic removeFirst(int number, Long epochMicros, List<String> names) {
        int[] order = byStart();
        long[] startMicros = picked(starts, order, 0, number);
        long first = epochMicros == null ? startMicros[0] : epochMicros;
        for (int i = 0; i < number; i++) startMicros[i] -= first;
        var removed = new Traffic(
                first,
                startMicros,
                picked(durations, order, 0, number),
                picked(endpoints, order, 0, number),
                names,
                waits == null ? null : picked(waits, order, 0, number),
                connectionWaits == null ? null : picked(connectionWaits, order, 0, number),
                held == null ? null : picked(held, order, 0, number),
                SECOND_MICROS);
        int kept = size - number;
        System.arraycopy(picked(starts, order, number, size), 0, starts, 0, kept);
        System.arraycopy(picked(durations, order, number, size), 0, durations, 0, kept);
        System.arraycopy(picked(endpoints, order, number, size), 0, endpoints, 0, kept);
        if (waits != null) System.arraycopy(picked(waits, order, number, size), 0, waits, 0, kept);
        if (connectionWaits != null)
            System.arraycopy(picked(connectionWaits, order, number, size), 0, connectionWaits, 0, kept);
        if (held != null) System.arraycopy(picked(held, order, number, size), 0, held, 0, kept);
        size = kept;
        return removed;
    }

    static long[] picked(long[] values, int[] order, int from, int to) {
        long[] picked = new long[to - from];
        for (int i = from; i < to; i++) picked[i - from] = values[order[i]];
        return picked;
    }

    static int[] picked(int[] values, int[] order, int from, int to) {
        int[] picked = new int[to - from];
        for (int i = from; i < to; i++) picked[i - from] = values[order[i]];
        return picked;
    }

    /** Two columns as one; one that is null has this value everywhere. */
    static long[] joined(long[] first, int size, long[] second, int more, long unknown) {
        long[] both = new long[size + more];
        Arrays.fill(both, unknown);
        if (first != null) System.arraycopy(first, 0, both, 0, size);
        if (second != null) System.arraycopy(second, 0, both, size, more);
        return both;
    }

    static int[] joined(int[] first, int[] second) {
        int[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    /**
     * The numbers of the requests by their starts: a merge sort of ints, because objects would need four times the memory. Equal starts keep their
     * order.
     */
    private int[] byStart() {
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
        if (middle == end || starts[from[middle - 1]] <= starts[from[middle]]) { // as in most of a log
            System.arraycopy(from, start, to, start, end - start);
            return;
        }
        int left = start;
        int right = middle;
        for (int i = start; i < end; i++) {
            boolean takeLeft = right >= end || (left < middle && starts[from[left]] <= starts[from[right]]);
            to[i] = from[takeLeft ? left++ : right++];
        }
    }
}
