package asynclab.probe;

import static asynclab.document.Texts.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The figures that a service publishes about itself: of one moment, or the mean of several.
 *
 * @param pools what requests may wait for
 * @param cpuSeconds processor time of the process since its start; null if unknown
 * @param processorsUsed the mean number of busy processors; null if unknown
 * @param processors the number of processors that the process may use; null if unknown
 */
record OwnFigures(List<PoolUse> pools, Double cpuSeconds, Double processorsUsed, Double processors, long nanos) {

    /** What a service can be limited by. */
    enum OwnLimit {
        THREADS("request threads"),
        CONNECTIONS("connections"),
        PERMITS("permits"),
        WORKERS("worker threads"),
        PROCESSORS("processors");

        final String words;

        OwnLimit(String words) {
            this.words = words;
        }

        /** Such as "20 permits, all in use". */
        String inUse(double number) {
            return number == 1
                    ? text("1 %s, in use", words.replaceAll("s$", ""))
                    : text("%.0f %s, all in use", number, words);
        }
    }

    /**
     * A pool and how much of it is in use.
     *
     * @param name as the service calls it
     * @param waiting requests that wait for it; null if unknown
     */
    record PoolUse(OwnLimit kind, String name, double busy, double size, Double waiting) {

        /** Whether its queue is empty, so that requests wait for something else. Those for a thread may wait in a selector or a socket. */
        boolean isWithoutQueue() {
            return kind != OwnLimit.THREADS && waiting != null && !hasQueue();
        }

        /** Whether requests wait for it. Then a part of it may be full, such as one of several pools. */
        boolean hasQueue() {
            return waiting != null && waiting >= 0.5;
        }
    }

    boolean isEmpty() {
        return pools.isEmpty() && cpuSeconds == null && processorsUsed == null;
    }

    OwnFigures and(OwnFigures other) {
        return new OwnFigures(
                Stream.concat(pools.stream(), other.pools.stream()).toList(),
                first(cpuSeconds, other.cpuSeconds),
                first(processorsUsed, other.processorsUsed),
                first(processors, other.processors),
                Math.max(nanos, other.nanos));
    }

    private static Double first(Double one, Double other) {
        return one == null ? other : one;
    }

    /** The fullest pool of a kind, of those for which requests may wait if there are any; null if none is known. */
    PoolUse fullest(OwnLimit kind) {
        return pools.stream()
                .filter(pool -> pool.kind == kind)
                .max(Comparator.comparing((PoolUse pool) -> !pool.isWithoutQueue())
                        .thenComparing(pool -> pool.busy / pool.size))
                .orElse(null);
    }

    /** The mean of several readings. Processor time is that between the first and the last. */
    static OwnFigures mean(List<OwnFigures> readings) {
        if (readings.isEmpty()) return NONE;
        OwnFigures first = readings.get(0);
        OwnFigures last = readings.get(readings.size() - 1);
        var byName = new LinkedHashMap<String, List<PoolUse>>();
        for (OwnFigures each : readings)
            each.pools.forEach(pool -> byName.computeIfAbsent(pool.kind + pool.name, name -> new ArrayList<>())
                    .add(pool));
        Double used = first.cpuSeconds == null || last.cpuSeconds == null || last.nanos == first.nanos
                ? average(readings.stream().map(OwnFigures::processorsUsed))
                : (Double) ((last.cpuSeconds - first.cpuSeconds) * 1e9 / (last.nanos - first.nanos));
        return new OwnFigures(
                byName.values().stream().map(OwnFigures::meanOf).toList(),
                last.cpuSeconds,
                used,
                last.processors,
                last.nanos);
    }

    private static PoolUse meanOf(List<PoolUse> same) {
        PoolUse last = same.get(same.size() - 1);
        return new PoolUse(
                last.kind,
                last.name,
                average(same.stream().map(PoolUse::busy)),
                last.size,
                average(same.stream().map(PoolUse::waiting)));
    }

    private static Double average(Stream<Double> figures) {
        var known = figures.filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .average();
        return known.isPresent() ? (Double) known.getAsDouble() : null;
    }

    /** The names of the figures, in the order: kind, in use, size or free, waiting. A dash is no figure. */
    private static final List<String[]> NAMES =
            """
            THREADS     tomcat_threads_busy_threads   tomcat_threads_config_max_threads -
            THREADS     tomcat_threads_busy           tomcat_threads_config_max         -
            THREADS     jetty_threads_busy_threads    jetty_threads_config_max_threads  jetty_threads_jobs_threads
            THREADS     jetty_threads_busy            jetty_threads_config_max          jetty_threads_jobs
            THREADS     asynclab_request_threads_busy asynclab_request_threads_usable   asynclab_request_threads_queued
            CONNECTIONS hikaricp_connections_active   hikaricp_connections_max          hikaricp_connections_pending
            CONNECTIONS asynclab_connections_active   asynclab_connections_max          asynclab_connections_waiting
            CONNECTIONS jdbc_connections_active       jdbc_connections_max              -
            PERMITS     asynclab_queue_in_service     asynclab_queue_servers            asynclab_queue_waiting
            PERMITS     asynclab_admission_in_flight  asynclab_admission_limit          -
            PERMITS     resilience4j_bulkhead_available_concurrent_calls resilience4j_bulkhead_max_allowed_concurrent_calls -
            WORKERS     executor_active_threads       executor_pool_max_threads         executor_queued_tasks
            WORKERS     executor_active               executor_pool_max                 executor_queued
            """
                    .lines()
                    .map(line -> line.split(" +"))
                    .toList();

    private static final List<String> PROCESS = List.of(
            "process_cpu_seconds_total",
            "process_cpu_time_ns_total",
            "process_cpu_time",
            "process_cpu_usage",
            "system_cpu_count");

    static final OwnFigures NONE = of(Map.of());

    /** Whether a figure of this name is of use. */
    static boolean isKnown(String name) {
        return PROCESS.contains(name)
                || NAMES.stream().anyMatch(row -> List.of(row).contains(name));
    }

    /** @param series of each name, the value of each set of labels */
    static OwnFigures of(Map<String, Map<String, Double>> series) {
        var pools = new ArrayList<PoolUse>();
        for (String[] row : NAMES)
            series.getOrDefault(row[1], Map.of()).forEach((labels, busy) -> {
                Double size = series.getOrDefault(row[2], Map.of()).get(labels);
                if (size == null || size < 1) return;
                double inUse = row[1].contains("available") ? size - busy : busy;
                pools.add(new PoolUse(
                        OwnLimit.valueOf(row[0]),
                        row[1] + labels,
                        inUse,
                        size,
                        series.getOrDefault(row[3], Map.of()).get(labels)));
            });
        Double seconds = single(series, "process_cpu_seconds_total", 1);
        for (String nanos : List.of("process_cpu_time_ns_total", "process_cpu_time"))
            if (seconds == null) seconds = single(series, nanos, 1e-9);
        Double count = single(series, "system_cpu_count", 1);
        Double usage = single(series, "process_cpu_usage", 1);
        return new OwnFigures(
                List.copyOf(pools),
                seconds,
                usage == null || count == null ? null : (Double) (usage * count),
                count,
                System.nanoTime());
    }

    private static Double single(Map<String, Map<String, Double>> series, String name, double unit) {
        return series.getOrDefault(name, Map.of()).values().stream()
                .findFirst()
                .map(value -> value * unit)
                .orElse(null);
    }
}
