package asynclab.web.stats;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Map;

/**
 * The figures of the application's own queues in Prometheus format, by the name of their servlet or filter. Immutable.
 *
 * @param queues as {@link asynclab.queue.RequestQueues#figures} has them
 */
record QueueMetrics(Map<String, Map<String, Long>> queues) {

    private static final double MILLIS = 1e-3;

    void addTo(MetricSnapshots.Builder all) {
        if (queues.isEmpty()) return;
        all.metricSnapshot(gauge("waiting", "Requests that wait in a queue.", "waiting", 1));
        all.metricSnapshot(gauge("in_service", "Requests that have a server of a queue.", "inService", 1));
        all.metricSnapshot(gauge("servers", "Servers of a queue.", "servers", 1));
        all.metricSnapshot(gauge("oldest_seconds", "How long the oldest request waits.", "oldestMillis", MILLIS));
        all.metricSnapshot(gauge(
                "limit", "Limit of a queue: of waiting requests, or, if learnt, of all in the queue.", "limit", 1));
        var left = CounterSnapshot.builder()
                .name("asynclab_queue_left")
                .help("Requests that have left a queue, by the way they left.");
        var late = CounterSnapshot.builder()
                .name("asynclab_queue_late")
                .help("Requests that were served when their client's timeout had passed: wasted work.");
        var waited = CounterSnapshot.builder()
                .name("asynclab_queue_waited_seconds")
                .help("Time that served requests have waited, in all.");
        queues.forEach((queue, figures) -> {
            Map.of("served", "served", "refused", "refused", "dropped", "dropped", "gave_up", "gaveUp")
                    .forEach((way, figure) ->
                            left.dataPoint(counted(figures.get(figure), Labels.of("queue", queue, "way", way))));
            late.dataPoint(counted(figures.get("late"), Labels.of("queue", queue)));
            waited.dataPoint(counted(figures.get("waitedMillis") * MILLIS, Labels.of("queue", queue)));
        });
        all.metricSnapshot(left.build());
        all.metricSnapshot(late.build());
        all.metricSnapshot(waited.build());
    }

    private static CounterDataPointSnapshot counted(double value, Labels labels) {
        return CounterDataPointSnapshot.builder().value(value).labels(labels).build();
    }

    private GaugeSnapshot gauge(String name, String help, String figure, double unit) {
        var gauge = GaugeSnapshot.builder().name("asynclab_queue_" + name).help(help);
        queues.forEach((queue, figures) -> {
            if (figures.get(figure) >= 0)
                gauge.dataPoint(GaugeDataPointSnapshot.builder()
                        .value(figures.get(figure) * unit)
                        .labels(Labels.of("queue", queue))
                        .build());
        });
        return gauge.build();
    }
}
