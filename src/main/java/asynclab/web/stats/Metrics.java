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
import asynclab.web.filter.AdmissionFilter;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.OptionalDouble;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The figures of the application and the JVM in Prometheus format. They are read on request, so nothing is counted twice and
 * nothing stays in the JVM after an undeploy. The JVM's figures have the names of Prometheus's own client, so existing
 * dashboards work. Units are seconds and bytes, as its naming guide asks. Thread-safe.
 */
record Metrics(Exchanges exchanges, AdmissionFilter admission, RequestQueues queues) {

    private static final double MICROS = 1e-6;

    /** All current figures. Those of the ledger are from the same moment. */
    MetricSnapshots read() {
        var all = MetricSnapshots.builder();
        ledger(all);
        timerLateness(all);
        threads(all);
        admission(all);
        new QueueMetrics(queues.figures()).addTo(all);
        memory(all);
        process(all);
        return all.build();
    }

    private void ledger(MetricSnapshots.Builder all) {
        var ledger = exchanges.ledger().snapshot();
        all.metricSnapshot(counter("asynclab_requests_started", "Requests started.", ledger.started()));
        var ended =
                CounterSnapshot.builder().name("asynclab_requests_ended").help("Requests ended, by kind of ending.");
        ledger.ended().forEach((ending, count) -> ended.dataPoint(countOf(count, "ending", ending.label())));
        all.metricSnapshot(ended.build());
        all.metricSnapshot(gauge("asynclab_requests_in_flight", "Requests in flight.", ledger.inFlight()));
        all.metricSnapshot(gauge(
                "asynclab_requests_in_flight_max",
                "Maximum number of requests in flight since the start.",
                ledger.maxInFlight()));
        all.metricSnapshot(
                gauge("asynclab_scheduled_tasks", "Timers that have not fired yet.", exchanges.scheduledTasks()));
    }

    private void timerLateness(MetricSnapshots.Builder all) {
        Map<String, Long> late = exchanges.timerLateness().snapshot();
        var figures = SummaryDataPointSnapshot.builder()
                // No sum: a sum from a rounded mean could fall, and Prometheus takes that for a restart.
                .count(late.get("count"))
                .quantiles(Quantiles.builder()
                        .quantile(0.5, late.get("p50Micros") * MICROS)
                        .quantile(0.99, late.get("p99Micros") * MICROS)
                        .quantile(0.999, late.get("p999Micros") * MICROS)
                        .quantile(0.9999, late.get("p9999Micros") * MICROS)
                        .build());
        all.metricSnapshot(SummarySnapshot.builder()
                .name("asynclab_timer_lateness_seconds")
                .help("Timer lateness: how much longer than planned requests were held, since the start.")
                .dataPoint(figures.build())
                .build());
        all.metricSnapshot(gauge(
                "asynclab_timer_lateness_max_seconds",
                "Maximum timer lateness, since the start.",
                late.get("maxMicros") * MICROS));
        all.metricSnapshot(counter(
                "asynclab_answered_early",
                "Answers sent before their hold time was over. Any such answer is a bug.",
                late.get("early")));
    }

    private static void threads(MetricSnapshots.Builder all) {
        var pools = RequestThreads.read();
        Map.of(
                        "max", "Maximum threads of the container's pool.",
                        "usable", "Threads of the pool that can serve requests.",
                        "busy", "Busy request threads.",
                        "queued", "Queue length of the pool. Not every container reports it.",
                        "reserved", "Maximum number of Jetty's reserved threads.")
                .forEach((figure, help) -> {
                    var gauge = GaugeSnapshot.builder()
                            .name("asynclab_request_threads_" + figure)
                            .help(help);
                    pools.forEach((pool, figures) -> {
                        if (figures.get(figure) >= 0) gauge.dataPoint(valueOf(figures.get(figure), "pool", pool));
                    });
                    all.metricSnapshot(gauge.build());
                });
    }

    private void admission(MetricSnapshots.Builder all) {
        if (admission == null) return;
        var inFlight = GaugeSnapshot.builder()
                .name("asynclab_admission_in_flight")
                .help("Admitted requests in flight, by servlet.");
        var limit = GaugeSnapshot.builder()
                .name("asynclab_admission_limit")
                .help("Limit of admitted requests in flight, by servlet. The next gets 503.");
        admission.ofEachServlet().forEach((servlet, figures) -> {
            inFlight.dataPoint(valueOf(figures.get("inFlight"), "servlet", servlet));
            limit.dataPoint(valueOf(figures.get("limit"), "servlet", servlet));
        });
        all.metricSnapshot(inFlight.build());
        all.metricSnapshot(limit.build());
        // Separate metrics, because with a label "all" a sum over the servlets would count each request twice.
        Map<String, Integer> inAll = admission.inAll();
        all.metricSnapshot(gauge(
                "asynclab_admission_all_in_flight", "Admitted requests in flight, in total.", inAll.get("inFlight")));
        all.metricSnapshot(gauge(
                "asynclab_admission_all_limit",
                "Limit of admitted requests in flight, in total. The next gets 503.",
                inAll.get("limit")));
    }

    private static void memory(MetricSnapshots.Builder all) {
        Map<String, MemoryUsage> areas = Map.of(
                "heap", getMemoryMXBean().getHeapMemoryUsage(),
                "nonheap", getMemoryMXBean().getNonHeapMemoryUsage());
        var used = GaugeSnapshot.builder().name("jvm_memory_used_bytes").help("Used bytes of a memory area.");
        var committed =
                GaugeSnapshot.builder().name("jvm_memory_committed_bytes").help("Committed bytes of a memory area.");
        var max = GaugeSnapshot.builder()
                .name("jvm_memory_max_bytes")
                .help("Maximum bytes of a memory area, or -1 if there is no maximum.");
        areas.forEach((area, usage) -> {
            used.dataPoint(valueOf(usage.getUsed(), "area", area));
            committed.dataPoint(valueOf(usage.getCommitted(), "area", area));
            max.dataPoint(valueOf(usage.getMax(), "area", area));
        });
        var pauses = SummarySnapshot.builder()
                .name("jvm_gc_collection_seconds")
                .help("Time spent in each garbage collector.");
        getGarbageCollectorMXBeans()
                .forEach(collector -> pauses.dataPoint(SummaryDataPointSnapshot.builder()
                        .labels(Labels.of("gc", collector.getName()))
                        .count(collector.getCollectionCount())
                        .sum(collector.getCollectionTime() / 1_000.0)
                        .build()));
        for (var area : new GaugeSnapshot.Builder[] {used, committed, max}) all.metricSnapshot(area.build());
        all.metricSnapshot(pauses.build());
    }

    private static void process(MetricSnapshots.Builder all) {
        var threads = getThreadMXBean();
        all.metricSnapshot(gauge("jvm_threads_current", "Live threads.", threads.getThreadCount()));
        all.metricSnapshot(gauge("jvm_threads_peak", "Peak number of live threads.", threads.getPeakThreadCount()));
        all.metricSnapshot(gauge(
                "process_start_time_seconds",
                "Start time of the JVM, in seconds since 1970-01-01 UTC.",
                getRuntimeMXBean().getStartTime() / 1_000.0));
        operatingSystemFigure("ProcessCpuTime")
                .ifPresent(nanos ->
                        all.metricSnapshot(counter("process_cpu_seconds", "CPU time of the JVM.", nanos / 1e9)));
        operatingSystemFigure("OpenFileDescriptorCount")
                .ifPresent(open -> all.metricSnapshot(gauge("process_open_fds", "Open files and sockets.", open)));
    }

    /** A figure that not every system has. It is read by name, because WildFly hides {@code com.sun.management} from applications. */
    private static OptionalDouble operatingSystemFigure(String attribute) {
        try {
            var value = getPlatformMBeanServer().getAttribute(new ObjectName(OPERATING_SYSTEM_MXBEAN_NAME), attribute);
            return OptionalDouble.of(((Number) value).doubleValue());
        } catch (JMException notThere) {
            return OptionalDouble.empty();
        }
    }

    private static GaugeSnapshot gauge(String name, String help, double value) {
        return GaugeSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(GaugeDataPointSnapshot.builder().value(value).build())
                .build();
    }

    /** @param name without {@code _total}, which the format adds */
    private static CounterSnapshot counter(String name, String help, double value) {
        return CounterSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(CounterDataPointSnapshot.builder().value(value).build())
                .build();
    }

    private static GaugeDataPointSnapshot valueOf(double value, String label, String of) {
        return GaugeDataPointSnapshot.builder()
                .value(value)
                .labels(Labels.of(label, of))
                .build();
    }

    private static CounterDataPointSnapshot countOf(double value, String label, String of) {
        return CounterDataPointSnapshot.builder()
                .value(value)
                .labels(Labels.of(label, of))
                .build();
    }
}
