package asynclab.web.stats;

import static java.lang.management.ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME;
import static java.lang.management.ManagementFactory.getGarbageCollectorMXBeans;
import static java.lang.management.ManagementFactory.getMemoryMXBean;
import static java.lang.management.ManagementFactory.getPlatformMBeanServer;
import static java.lang.management.ManagementFactory.getRuntimeMXBean;
import static java.lang.management.ManagementFactory.getThreadMXBean;

import asynclab.container.RequestThreads;
import asynclab.exchange.Exchanges;
import asynclab.queue.RequestQueues;
import asynclab.resource.Database;
import asynclab.web.filter.AdmissionFilter;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.lang.management.MemoryUsage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The figures of the application and the JVM in Prometheus format. They are read on request, so nothing is counted twice and
 * nothing stays in the JVM after an undeploy. The JVM's figures have the names of Prometheus's own client, so existing
 * dashboards work. Units are seconds and bytes, as its naming guide asks. Thread-safe.
 */
record Metrics(Exchanges exchanges, AdmissionFilter admission, RequestQueues queues, Database database) {

    /**
     * All metrics but the two summaries. The columns are the type, the name (the format adds {@code _total} to a counter), the labels, the name
     * of the figure in {@link #figures}, its unit in units of the metric, and what it is.
     *
     * <p>There are separate metrics for the admission to all servlets. With a label "all", a sum over the servlets would count each
     * request twice.
     */
    static final List<Metric> TABLE =
            """
            counter asynclab_requests_started            -          started            1     Requests started.
            counter asynclab_requests_ended              ending     count              1     Requests ended, by kind of ending.
            gauge   asynclab_requests_in_flight          -          inFlight           1     Requests in flight.
            gauge   asynclab_requests_in_flight_max      -          maxInFlight        1     Maximum number of requests in flight since the start.
            gauge   asynclab_scheduled_tasks             -          scheduledTasks     1     Timers that have not fired yet.
            gauge   asynclab_timer_lateness_max_seconds  -          maxMicros          1e-6  Maximum timer lateness, since the start.
            counter asynclab_answered_early              -          early              1     Answers sent before their hold time was over. Any such answer is a bug.
            gauge   asynclab_request_threads_max         pool       max                1     Maximum threads of the container's pool.
            gauge   asynclab_request_threads_usable      pool       usable             1     Threads of the pool that can serve requests.
            gauge   asynclab_request_threads_busy        pool       busy               1     Busy request threads.
            gauge   asynclab_request_threads_queued      pool       queued             1     Queue length of the pool. Not every container reports it.
            gauge   asynclab_request_threads_reserved    pool       reserved           1     Maximum number of Jetty's reserved threads.
            gauge   asynclab_request_threads_virtual     -          virtual            1     1 if requests run on virtual threads. Then the pools above do not serve them.
            gauge   asynclab_admission_in_flight         servlet    inFlight           1     Admitted requests in flight, by servlet.
            gauge   asynclab_admission_limit             servlet    limit              1     Limit of admitted requests in flight, by servlet. The next gets 503.
            gauge   asynclab_admission_all_in_flight     -          admission.inFlight 1     Admitted requests in flight, in total.
            gauge   asynclab_admission_all_limit         -          admission.limit    1     Limit of admitted requests in flight, in total. The next gets 503.
            gauge   asynclab_queue_waiting               queue      waiting            1     Requests that wait in a queue.
            gauge   asynclab_queue_in_service            queue      inService          1     Requests that have a server of a queue.
            gauge   asynclab_queue_servers               queue      servers            1     Servers of a queue.
            gauge   asynclab_queue_limit                 queue      limit              1     Limit of a queue: of waiting requests, or, if learnt, of all in the queue.
            gauge   asynclab_queue_oldest_seconds        queue      oldestMillis       1e-3  How long the oldest request waits.
            counter asynclab_queue_left                  queue,way  count              1     Requests that have left a queue, by the way they left.
            counter asynclab_queue_late                  queue      late               1     Requests that were served when their client's timeout had passed: wasted work.
            counter asynclab_queue_waited_seconds        queue      waitedMillis       1e-3  Time that served requests have waited, in all.
            gauge   asynclab_connections_max             -          connections.max      1   Maximum number of connections of the database's pool.
            gauge   asynclab_connections_active          -          connections.active   1   Connections in use by a lookup.
            gauge   asynclab_connections_idle            -          connections.idle     1   Idle connections.
            gauge   asynclab_connections_waiting         -          connections.waiting  1   Lookups that wait for a connection.
            counter asynclab_connections_timed_out       -          connections.timedOut 1   Lookups that have waited too long for a connection.
            gauge   jvm_memory_used_bytes                area       used               1     Used bytes of a memory area.
            gauge   jvm_memory_committed_bytes           area       committed          1     Committed bytes of a memory area.
            gauge   jvm_memory_max_bytes                 area       max                1     Maximum bytes of a memory area, or -1 if there is no maximum.
            gauge   jvm_threads_current                  -          threads            1     Live threads.
            gauge   jvm_threads_peak                     -          peakThreads        1     Peak number of live threads.
            gauge   process_start_time_seconds           -          startMillis        1e-3  Start time of the JVM, in seconds since 1970-01-01 UTC.
            counter process_cpu_seconds                  -          cpuNanos           1e-9  CPU time of the JVM.
            gauge   process_open_fds                     -          openFiles          1     Open files and sockets.
            """
                    .lines()
                    .map(Metric::of)
                    .toList();

    /** A row of the table. */
    record Metric(boolean counter, String name, String labels, String figure, double unit, String help) {

        private static Metric of(String row) {
            String[] cells = row.split(" +", 6);
            return new Metric(
                    cells[0].equals("counter"), cells[1], cells[2], cells[3], Double.parseDouble(cells[4]), cells[5]);
        }

        /** @param series figures by name, for each set of labels. If the figure is absent there, it is not known */
        private MetricSnapshot read(Map<Labels, ? extends Map<String, ? extends Number>> series) {
            var gauges = GaugeSnapshot.builder().name(name).help(help);
            var counters = CounterSnapshot.builder().name(name).help(help);
            series.forEach((of, figures) -> {
                if (!figures.containsKey(figure)) return;
                double value = figures.get(figure).doubleValue() * unit;
                if (counter) counters.dataPoint(new CounterDataPointSnapshot(value, of, null, 0));
                else gauges.dataPoint(new GaugeDataPointSnapshot(value, of, null));
            });
            return counter ? counters.build() : gauges.build();
        }
    }

    /** All current metrics. Those of the ledger are from the same moment. Call it on a thread that serves a request. */
    MetricSnapshots read() {
        Map<String, Long> lateness = exchanges.timerLateness().snapshot();
        Map<String, Map<Labels, ? extends Map<String, ? extends Number>>> figures = figures(lateness);
        var all = MetricSnapshots.builder();
        for (Metric metric : TABLE) all.metricSnapshot(metric.read(figures.get(metric.labels)));
        return all.metricSnapshot(summary(lateness))
                .metricSnapshot(garbageCollections())
                .build();
    }

    /** By the labels of the table. */
    private Map<String, Map<Labels, ? extends Map<String, ? extends Number>>> figures(Map<String, Long> lateness) {
        var ledger = exchanges.ledger().snapshot();
        var single = new HashMap<String, Number>(ledger.figures());
        single.putAll(lateness);
        single.put("scheduledTasks", exchanges.scheduledTasks());
        if (admission != null) admission.inAll().forEach((name, value) -> single.put("admission." + name, value));
        database.figures().forEach((name, value) -> single.put("connections." + name, value));
        single.put("virtual", RequestThreads.areVirtual() ? 1 : 0);
        addProcess(single);
        var endings = new HashMap<Labels, Map<String, Long>>();
        ledger.ended()
                .forEach((ending, count) -> endings.put(Labels.of("ending", ending.label()), Map.of("count", count)));
        Map<String, Map<String, Long>> ofQueues = queues.figures();
        return Map.of(
                "-", Map.of(Labels.EMPTY, single),
                "ending", endings,
                "pool", by("pool", RequestThreads.read()),
                "servlet", admission == null ? Map.of() : by("servlet", admission.ofEachServlet()),
                "queue", by("queue", ofQueues),
                "queue,way", ways(ofQueues),
                "area", memory());
    }

    /** The figures of each. A figure of -1 is not known and left out. */
    private static <N extends Number> Map<Labels, Map<String, N>> by(String label, Map<String, Map<String, N>> all) {
        var known = new HashMap<Labels, Map<String, N>>();
        all.forEach((name, figures) -> {
            var positive = new HashMap<>(figures);
            positive.values().removeIf(value -> value.longValue() < 0);
            known.put(Labels.of(label, name), positive);
        });
        return known;
    }

    private static Map<Labels, Map<String, Long>> ways(Map<String, Map<String, Long>> queues) {
        var left = new HashMap<Labels, Map<String, Long>>();
        queues.forEach((queue, figures) -> Map.of(
                        "served", "served", "refused", "refused", "dropped", "dropped", "gave_up", "gaveUp")
                .forEach((way, figure) ->
                        left.put(Labels.of("queue", queue, "way", way), Map.of("count", figures.get(figure)))));
        return left;
    }

    private static Map<Labels, Map<String, Long>> memory() {
        return Map.of(
                Labels.of("area", "heap"), usage(getMemoryMXBean().getHeapMemoryUsage()),
                Labels.of("area", "nonheap"), usage(getMemoryMXBean().getNonHeapMemoryUsage()));
    }

    private static Map<String, Long> usage(MemoryUsage area) {
        return Map.of("used", area.getUsed(), "committed", area.getCommitted(), "max", area.getMax());
    }

    private static void addProcess(Map<String, Number> figures) {
        figures.put("threads", getThreadMXBean().getThreadCount());
        figures.put("peakThreads", getThreadMXBean().getPeakThreadCount());
        figures.put("startMillis", getRuntimeMXBean().getStartTime());
        addIfThere(figures, "cpuNanos", "ProcessCpuTime");
        addIfThere(figures, "openFiles", "OpenFileDescriptorCount");
    }

    /** A figure that not every system has. It is read by name, because WildFly hides {@code com.sun.management} from applications. */
    private static void addIfThere(Map<String, Number> figures, String name, String attribute) {
        try {
            var system = new ObjectName(OPERATING_SYSTEM_MXBEAN_NAME);
            figures.put(name, (Number) getPlatformMBeanServer().getAttribute(system, attribute));
        } catch (JMException notThere) {
            // the metric then has no series
        }
    }

    private static SummarySnapshot summary(Map<String, Long> lateness) {
        var quantiles = Quantiles.builder();
        Map.of(0.5, "p50Micros", 0.99, "p99Micros", 0.999, "p999Micros", 0.9999, "p9999Micros")
                .forEach((quantile, figure) -> quantiles.quantile(quantile, lateness.get(figure) * 1e-6));
        return SummarySnapshot.builder()
                .name("asynclab_timer_lateness_seconds")
                .help("Timer lateness: how much longer than planned requests were held, since the start.")
                .dataPoint(SummaryDataPointSnapshot.builder()
                        // No sum: a sum from a rounded mean could fall, and Prometheus takes that for a restart.
                        .count(lateness.get("count"))
                        .quantiles(quantiles.build())
                        .build())
                .build();
    }

    private static SummarySnapshot garbageCollections() {
        var pauses = SummarySnapshot.builder()
                .name("jvm_gc_collection_seconds")
                .help("Time spent in each garbage collector.");
        getGarbageCollectorMXBeans()
                .forEach(collector -> pauses.dataPoint(SummaryDataPointSnapshot.builder()
                        .labels(Labels.of("gc", collector.getName()))
                        .count(collector.getCollectionCount())
                        .sum(collector.getCollectionTime() / 1_000.0)
                        .build()));
        return pauses.build();
    }
}
