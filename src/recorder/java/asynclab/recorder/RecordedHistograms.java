package asynclab.recorder;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.function.Consumer;

/**
 * The Prometheus histogram {@code asynclab_request_seconds}, with the label {@code part}. A part that is unknown of a request is not
 * counted. There is no label for the path, which any client could choose. It needs {@code io.prometheus:prometheus-metrics-model}.
 * Thread-safe.
 */
public final class RecordedHistograms implements Collector, Consumer<RecordedRequest>, AutoCloseable {

    private static final String NAME = "asynclab_request_seconds";
    private static final String[] PARTS = {"time", "wait", "cpu", "off_cpu", "connection_wait", "connection_held"};
    private static final double[] UPPER_SECONDS = {
        0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, Double.POSITIVE_INFINITY
    };

    private final PrometheusRegistry registry;
    private final long[][] counts = new long[PARTS.length][UPPER_SECONDS.length]; // guarded by this, as the sums
    private final long[] sumMicros = new long[PARTS.length];

    /** Registers itself, and listens until it is closed. */
    public RecordedHistograms(PrometheusRegistry registry) {
        this.registry = registry;
        registry.register(this);
        Recorder.listen(this);
    }

    @Override
    public void accept(RecordedRequest request) {
        RecordedRequest.ThreadWork work = request.work();
        RecordedRequest.Connections connections = request.connections();
        count(
                request.timeMicros(),
                request.arrival().waitMicros(),
                work.cpuMicros(),
                work.offCpuMicros(),
                connections.waitMicros(),
                connections.heldMicros());
    }

    private synchronized void count(long... micros) {
        for (int part = 0; part < PARTS.length; part++) {
            if (micros[part] < 0) continue;
            int bucket = 0;
            while (micros[part] > UPPER_SECONDS[bucket] * 1e6) bucket++;
            counts[part][bucket]++;
            sumMicros[part] += micros[part];
        }
    }

    @Override
    public synchronized HistogramSnapshot collect() {
        var histogram = HistogramSnapshot.builder()
                .name(NAME)
                .help("Time of requests, and of what they waited for, as recorded by asynclab-recorder");
        for (int part = 0; part < PARTS.length; part++) {
            var buckets = ClassicHistogramBuckets.builder();
            for (int i = 0; i < UPPER_SECONDS.length; i++) buckets.bucket(UPPER_SECONDS[i], counts[part][i]);
            histogram.dataPoint(HistogramSnapshot.HistogramDataPointSnapshot.builder()
                    .labels(Labels.of("part", PARTS[part]))
                    .classicHistogramBuckets(buckets.build())
                    .sum(sumMicros[part] / 1e6)
                    .build());
        }
        return histogram.build();
    }

    /** Deprecated in Prometheus' client 1.10, but an older one asks for nothing else. */
    @Override
    @SuppressWarnings("deprecation")
    public String getPrometheusName() {
        return NAME;
    }

    @Override
    public void close() {
        Recorder.forget(this);
        registry.unregister(this);
    }
}
