package asynclab.traffic;

import static asynclab.traffic.Verdict.text;

import asynclab.accesslog.FailedRequests;
import asynclab.accesslog.LoggedRequest;
import asynclab.accesslog.LoggedRequest.RequestParts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * The requests of a log in order of their starts. Of a log that is too long to be kept, it has the busiest ones, and a summary of all.
 * Times are in microseconds, and the first start of the log is 0. Immutable; 20 bytes for each request, and 8 more for each kind of waiting that the
 * log knows.
 */
public final class Traffic {

    private final long[] startMicros;
    private final long[] durationMicros;
    private final int[] endpoint;
    private final List<String> endpoints;
    private final long[] waitedMicros; // null if the log knows of no waiting
    private final long[] connectionMicros; // the waiting for connections, the same
    private final long[] heldMicros; // of connections; null if no recorder wrote the log
    private final long unsureMicros;
    private final long epochMicros;
    private final TrafficSummary summary; // null if all requests are here
    private final RecordedParts recorded; // null if no recorder wrote the log

    Traffic(
            long epochMicros,
            long[] startMicros,
            long[] durationMicros,
            int[] endpoint,
            List<String> endpoints,
            long[] waitedMicros,
            long[] connectionMicros,
            long[] heldMicros,
            long unsureMicros) {
        this.epochMicros = epochMicros;
        this.startMicros = startMicros;
        this.durationMicros = durationMicros;
        this.endpoint = endpoint;
        this.endpoints = endpoints;
        this.waitedMicros = waitedMicros;
        this.connectionMicros = connectionMicros;
        this.heldMicros = heldMicros;
        this.unsureMicros = unsureMicros;
        summary = null;
        recorded = null;
    }

    private Traffic(Traffic all, long unsureMicros, TrafficSummary summary, RecordedParts recorded) {
        epochMicros = all.epochMicros;
        startMicros = all.startMicros;
        durationMicros = all.durationMicros;
        endpoint = all.endpoint;
        endpoints = all.endpoints;
        waitedMicros = all.waitedMicros;
        connectionMicros = all.connectionMicros;
        heldMicros = all.heldMicros;
        this.unsureMicros = unsureMicros;
        this.summary = summary;
        this.recorded = recorded;
    }

    /** The number of the requests that are kept. */
    public int size() {
        return startMicros.length;
    }

    /** What an answer to this question needs. */
    TrafficSummary summary(Question question) {
        return (summary == null ? TrafficSummary.of(this, question) : summary).with(recorded);
    }

    /** What our recorder knows of the requests; null if it did not write the log. */
    public RecordedParts recorded() {
        return recorded;
    }

    /** Whether requests waited for a connection, and the log knows how long. */
    boolean knowsConnectionWait() {
        return connectionMicros != null;
    }

    /** The same requests without their waiting for a connection, as far as it is known. */
    public Traffic service() {
        if (connectionMicros == null) return this;
        var micros = new long[size()];
        for (int i = 0; i < micros.length; i++) micros[i] = Math.max(0, durationMicros[i] - connectionMicros[i]);
        return withDurations(micros);
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

    /** When the server began with request {@code i}: its start, and the waiting before the server that the log knows. */
    public long servedMicros(int i) {
        return startMicros[i] + (waitedMicros == null ? 0 : waitedMicros[i]);
    }

    /** How much longer than logged each request may have taken: a second, if the log has whole seconds; else 0. */
    public long unsureMicros() {
        return unsureMicros;
    }

    /** The same requests, each as long as it may have taken. */
    Traffic longest() {
        return withDurations(Arrays.stream(durationMicros)
                .map(micros -> micros + unsureMicros)
                .toArray());
    }

    /** Whether our recorder wrote the log, so that it may know how long a request held a connection. */
    boolean isRecorded() {
        return heldMicros != null;
    }

    /** How long request {@code i} held a connection; {@link RequestParts#UNKNOWN} if the log does not know. */
    long heldMicros(int i) {
        return heldMicros[i];
    }

    /** The endpoint of request {@code i}: an index of {@link #endpoints}. */
    public int endpoint(int i) {
        return endpoint[i];
    }

    /** From the first start to a mean interval after the last one; a second if all start at once. */
    double lengthMicros() {
        return lengthMicros(startMicros[startMicros.length - 1], startMicros.length);
    }

    static double lengthMicros(long lastStart, long requests) {
        return lastStart == 0 || requests < 2 ? 1e6 : lastStart * (double) requests / (requests - 1);
    }

    /** The same requests with other durations, which contain no known waiting for a connection. */
    Traffic withDurations(long[] micros) {
        return new Traffic(epochMicros, startMicros, micros, endpoint, endpoints, waitedMicros, null, heldMicros, 0);
    }

    /** Some of the requests in a row, without their waiting unless our recorder wrote it. */
    Traffic part(int from, int to) {
        long[] starts = Arrays.copyOfRange(startMicros, from, to);
        long[] durations = Arrays.copyOfRange(durationMicros, from, to);
        int[] of = Arrays.copyOfRange(endpoint, from, to);
        long[] held = heldMicros == null ? null : Arrays.copyOfRange(heldMicros, from, to);
        long[] waits = held == null || waitedMicros == null ? null : Arrays.copyOfRange(waitedMicros, from, to);
        return new Traffic(epochMicros, starts, durations, of, endpoints, waits, null, held, 0);
    }

    /** These requests and those of a later part of the log, the same. */
    Traffic followedBy(Traffic later) {
        boolean known = heldMicros != null || later.heldMicros != null;
        return new Traffic(
                epochMicros,
                RequestColumns.joined(startMicros, size(), later.startMicros, later.size(), 0),
                RequestColumns.joined(durationMicros, size(), later.durationMicros, later.size(), 0),
                RequestColumns.joined(endpoint, later.endpoint),
                later.endpoints,
                known ? RequestColumns.joined(waitedMicros, size(), later.waitedMicros, later.size(), 0) : null,
                null,
                known
                        ? RequestColumns.joined(
                                heldMicros, size(), later.heldMicros, later.size(), RequestParts.UNKNOWN)
                        : null,
                0);
    }

    /** The same requests as if each had come when the server began with it. */
    Traffic served() {
        long[] none = null;
        int[] order = IntStream.range(0, size())
                .boxed()
                .sorted(Comparator.comparingLong(this::servedMicros))
                .mapToInt(i -> i)
                .toArray();
        return new Traffic(
                epochMicros,
                Arrays.stream(order).mapToLong(this::servedMicros).toArray(),
                RequestColumns.picked(durationMicros, order, 0, size()),
                RequestColumns.picked(endpoint, order, 0, size()),
                endpoints,
                none,
                none,
                heldMicros == null ? null : RequestColumns.picked(heldMicros, order, 0, size()),
                0);
    }

    /** The same requests with other numbers of the endpoints. */
    Traffic with(EndpointOrder order) {
        int[] numbers = order.of(endpoint);
        return new Traffic(
                epochMicros,
                startMicros,
                durationMicros,
                numbers,
                order.names(),
                waitedMicros,
                connectionMicros,
                heldMicros,
                0);
    }

    /** The names of the endpoints, such as {@code GET /orders/{id}}. */
    public List<String> endpoints() {
        return endpoints;
    }

    /**
     * Collects the requests of a log. It keeps the names of at most 2,000 endpoints, and in the end those of the 200 that take most time. The
     * others become one endpoint. Not thread-safe.
     *
     * <p>It keeps up to a number of requests, which may come in any order. If there are more, it sums up those that began first, on another thread, and
     * keeps the others. A request that comes later, but began before these, is late. It is left out.
     */
    public static final class Builder {

        private static final int MOST_NAMES = 2_000;
        private static final int PIECES = 4;

        private final int most;
        private final int pool;
        private final int replayed;
        private final Map<String, Integer> numbers = new LinkedHashMap<>();
        private final RequestColumns kept;
        final FailedRequests failed = new FailedRequests();
        private long late;
        private double lateMicros;
        private long nextStart = Long.MIN_VALUE; // of the requests that are not summed up
        private TrafficSummary.Gathering gathering; // null while all requests are kept
        private TrafficSummary.Gathering longest; // null if the durations are exact
        private CompletableFuture<Void> running = CompletableFuture.completedFuture(null);
        private Long epochMicros; // null while all requests are kept
        private long summedUp;
        private RecordedParts.PartSums recorded; // null until a request is recorded

        /** Keeps all requests. */
        public Builder() {
            this(Integer.MAX_VALUE, 0, 0);
        }

        /**
         * Keeps the requests of a log that is not too long.
         *
         * @param most requests to keep; some 100 bytes each
         * @param pool the threads of the server; 0 for several servers
         * @param replayed how many requests the model replays
         */
        public Builder(int most, int pool, int replayed) {
            this.most = most;
            this.pool = pool;
            this.replayed = replayed;
            kept = new RequestColumns(most);
        }

        /** Adds a request. Its method and its path without ids name its endpoint. */
        public void add(LoggedRequest request) {
            add(request, EndpointNames.of(request.method(), request.path()));
        }

        /** Adds a request under the name of its endpoint. */
        public void add(LoggedRequest request, String endpoint) {
            if (request.startMicros() < nextStart) {
                late++;
                lateMicros += request.durationMicros();
                return;
            }
            if (kept.size() == most) sumUp(most / PIECES);
            int number = number(endpoint);
            kept.add(request, number);
            failed.add(request, number);
            if (request.parts() != null && recorded == null) recorded = new RecordedParts.PartSums();
            if (request.parts() != null) recorded.add(request, number);
        }

        /** The number of requests so far. */
        public long size() {
            return summedUp + kept.size() + late;
        }

        /** The number of requests that are left out. */
        public long late() {
            return late;
        }

        private int number(String name) {
            Integer known = numbers.get(name);
            if (known != null) return known;
            String such = numbers.size() < MOST_NAMES ? name : EndpointNames.OTHERS;
            return numbers.computeIfAbsent(such, any -> numbers.size());
        }

        private List<String> names() {
            return List.copyOf(numbers.keySet());
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
            if (epochMicros == null) {
                EndpointOrder all = kept.endpointOrder(names());
                return new Traffic(kept.removeAll(all), unsureMicros, null, recorded(all));
            }
            while (kept.size() > 0) sumUp(Math.min(kept.size(), most / PIECES));
            running.join();
            EndpointOrder order = gathering.order(names());
            TrafficSummary longer = unsureMicros == 0 || longest == null ? null : longest.summary(order);
            TrafficSummary summary = gathering.summary(order).with(longer, remarks(unsureMicros > 0 && longer == null));
            Traffic busiest = summary.logged().busiest().traffic();
            return new Traffic(busiest, unsureMicros, summary, recorded(order));
        }

        private RecordedParts recorded(EndpointOrder order) {
            return recorded == null ? null : recorded.of(order);
        }

        /** What the summary leaves out of the log. */
        private List<String> remarks(boolean unknownRange) {
            var remarks = new ArrayList<String>();
            remarks.add(text(
                    "The log has over %,d requests. They are summed up, and the busiest %,d are kept.",
                    most, replayed));
            if (late > 0)
                remarks.add(text(
                        "Left out: %,d requests, %.3f %% of the time of all. The log has them long after others of their time.",
                        late, 100 * lateMicros / Math.max(1, lateMicros + gathering.heldMicros())));
            if (unknownRange)
                remarks.add(
                        "Not all files have durations in whole seconds. How long the pool lasts with a second more is not computed.");
            return List.copyOf(remarks);
        }

        /** Sums up the requests that began first. Others can be added while another thread does so. */
        private void sumUp(int number) {
            boolean exact = epochMicros != null || !kept.isWholeSeconds();
            boolean isRecorded = recorded != null;
            Traffic piece = kept.removeFirst(number, epochMicros, names());
            running.join();
            if (epochMicros == null) {
                gathering = new TrafficSummary.Gathering(pool, replayed, InFlight.Sweep.ofAnyLength());
                if (!exact) longest = new TrafficSummary.Gathering(pool, replayed, InFlight.Sweep.ofAnyLength());
            }
            epochMicros = piece.epochMicros();
            nextStart = epochMicros + piece.startMicros(number - 1);
            summedUp += number;
            running = CompletableFuture.runAsync(() -> {
                gathering.add(piece, isRecorded);
                if (longest != null) longest.add(piece.longest(), isRecorded);
            });
        }
    }
}
