package asynclab.web.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.container.Delivery;
import asynclab.delay.HoldPlanner;
import asynclab.delay.HoldTime;
import asynclab.discipline.Discipline;
import asynclab.discipline.QueueSettings;
import asynclab.exchange.Exchanges;
import asynclab.queue.RequestQueues;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MetricsTest {

    /** The summaries, which are not in the table. */
    private static final Map<String, String> SUMMARIES =
            Map.of("asynclab_timer_lateness_seconds", "quantile", "jvm_gc_collection_seconds", "gc");

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `((?:asynclab|jvm|process)_\\w+)` \\| (.*?) ?\\|");

    @Test
    void the_book_has_each_metric_with_its_labels_and_no_other() throws Exception {
        var expected = new HashMap<>(SUMMARIES);
        for (var metric : Metrics.TABLE)
            expected.put(
                    metric.name() + (metric.counter() ? "_total" : ""),
                    metric.labels().replace("-", ""));
        var found = new HashMap<String, String>();
        ROW.matcher(Files.readString(Path.of("src/site/markdown/watching.md")))
                .results()
                .forEach(row -> found.put(row.group(1), row.group(2).replaceAll("[` ]", "")));
        assertEquals(expected, found);
    }

    @Test
    void each_metric_has_a_figure_where_its_row_says() throws Exception {
        var queues = new RequestQueues();
        queues.open("one", QueueSettings.of(Discipline.BOUNDED));
        try (var exchanges = new Exchanges(
                "test-", 1, 60_000, new HoldPlanner(new HoldTime.Fixed(1), null), Delivery.BUFFERED, 0, 0)) {
            var missing = new Metrics(exchanges, null, queues, StatsTest.database(exchanges))
                    .read().stream()
                            .filter(metric -> metric.getDataPoints().isEmpty())
                            .map(MetricSnapshot::getMetadata)
                            .map(it -> it.getName())
                            .toList();
            // Without a container there is no pool and no admission.
            assertEquals(
                    List.of(
                            "asynclab_admission_all_in_flight",
                            "asynclab_admission_all_limit",
                            "asynclab_admission_in_flight",
                            "asynclab_admission_limit"),
                    missing.stream()
                            .filter(name -> !name.startsWith("asynclab_request_threads_"))
                            .toList());
        }
    }
}
