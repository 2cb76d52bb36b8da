package asynclab.wire.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import asynclab.ContractRow;
import asynclab.exchange.Ending;
import asynclab.server.ServerProbe;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;

/** What a Prometheus, a Grafana and a collector of logs find, the same on every container. */
class MetricsContract extends ServerContract {

    /** A line of the text format 0.0.4 that is no comment. */
    private static final Pattern SAMPLE =
            Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*(?:\\{(?:[a-z]+=\"[^\"]*\",?)+})?) (-?[0-9.E-]+|NaN|\\+Inf)");

    private static final Pattern NAME = Pattern.compile("(?:asynclab|jvm|process)_\\w+");

    private ServerProbe.Pool atItsStart;

    @Override
    protected ServerSettings settings() {
        var flags = new ArrayList<>(List.of("-Dasynclab.log=DEBUG", "-Dasynclab.logFormat=json"));
        if (onJetty()) flags.add(FRESH);
        return named("").withJvmFlags(flags);
    }

    /** Jetty's, as soon as the server is said to have started. No earlier class has used this JVM. */
    @BeforeParameterizedClassInvocation
    void lookAtThePool() {
        atItsStart = onJetty() ? server().probe().pool() : null;
    }

    @ContractRow(27)
    @Test
    void a_server_that_has_started_has_leased_threads_to_itself() {
        assumeTrue(atItsStart != null, "it asks for a pool that the tests do not set on this container");
        assertTrue(atItsStart.usable() < atItsStart.max(), atItsStart::toString); // or a prediction would count on all
    }

    /** Values by name and labels, as they stand in the text. */
    private Map<String, Double> metrics() throws Exception {
        var values = new TreeMap<String, Double>();
        for (String line : get("/metrics").body().split("\n")) {
            if (line.startsWith("# HELP ") || line.startsWith("# TYPE ")) continue;
            var sample = SAMPLE.matcher(line);
            assertTrue(sample.matches(), line);
            values.put(sample.group(1), Double.valueOf(sample.group(2)));
        }
        return values;
    }

    private static TreeSet<String> names(Map<String, Double> metrics) {
        return metrics.keySet().stream()
                .map(sample -> sample.replaceAll("\\{.*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void prometheus_reads_what_the_ledger_has_by_ending() throws Exception {
        for (int i = 0; i < 5; i++) get("/async?ms=1");
        get("/blocking?ms=x");
        get("/async?ms=60000&timeoutMs=1");
        balances(server());
        var metrics = metrics();
        var ledger = ledger();
        assertEquals(ledger.started(), metrics.get("asynclab_requests_started_total"));
        for (Ending ending : Ending.values())
            assertEquals(
                    ledger.ended(ending),
                    metrics.get("asynclab_requests_ended_total{ending=\"" + ending.label() + "\"}"),
                    ending.id());
        assertTrue(metrics.get("asynclab_requests_ended_total{ending=\"timed_out\"}") >= 1);
        assertTrue(metrics.get("asynclab_timer_lateness_seconds_count") >= 5);
        assertTrue(metrics.get("asynclab_timer_lateness_seconds{quantile=\"0.99\"}")
                <= metrics.get("asynclab_timer_lateness_max_seconds"));
        assertEquals(0, metrics.get("asynclab_answered_early_total"));
    }

    @Test
    void who_waits_is_in_flight_in_all_and_in_its_servlet_and_takes_no_request_thread() throws Exception {
        var waiting = getMany(30, "/long-poll?timeoutMs=60000");
        Await.until("all are inside", () -> ledger().inFlight() == 30);
        var metrics = metrics();
        assertEquals(30, metrics.get("asynclab_requests_in_flight"));
        assertTrue(metrics.get("asynclab_requests_in_flight_max") >= 30);
        assertEquals(30, metrics.get("asynclab_admission_in_flight{servlet=\"long-poll\"}"));
        assertEquals(0, metrics.get("asynclab_admission_in_flight{servlet=\"async\"}"));
        assertEquals(20_000, metrics.get("asynclab_admission_limit{servlet=\"long-poll\"}"));
        assertEquals(30, metrics.get("asynclab_admission_all_in_flight"));
        assertEquals(40_000, metrics.get("asynclab_admission_all_limit"));
        assertEquals(
                30,
                figures(metrics, "asynclab_admission_in_flight").stream()
                        .mapToDouble(Double::doubleValue)
                        .sum(),
                "no request is counted twice");
        var max = figures(metrics, "asynclab_request_threads_max");
        var busy = figures(metrics, "asynclab_request_threads_busy");
        assertEquals(List.of(100.0), max);
        assertTrue(busy.size() == 1 && busy.get(0) >= 1 && busy.get(0) < 30, busy::toString);
        get("/publish?text=x");
        for (var response : waiting) assertEquals(200, response.join().statusCode());
    }

    private static List<Double> figures(Map<String, Double> metrics, String name) {
        var found = new ArrayList<Double>();
        metrics.forEach((sample, value) -> {
            if (sample.startsWith(name + "{")) found.add(value);
        });
        return found;
    }

    @Test
    void no_thread_of_a_large_pool_is_sampled() {
        assertTrue(server().probe().pool().max() > 40);
        assertEquals(List.of(), server().probe().threadActivity().get());
    }

    @Test
    void the_jvms_own_figures_have_the_names_of_prometheuss_own_client() throws Exception {
        var metrics = metrics();
        for (String name : List.of(
                "jvm_memory_used_bytes{area=\"heap\"}",
                "jvm_memory_committed_bytes{area=\"nonheap\"}",
                "jvm_threads_current",
                "jvm_threads_peak",
                "process_cpu_seconds_total",
                "process_start_time_seconds",
                "process_open_fds")) assertTrue(metrics.getOrDefault(name, 0.0) > 0, name);
        assertFalse(figures(metrics, "jvm_gc_collection_seconds_sum").isEmpty());
    }

    @Test
    void it_is_uncacheable_text_for_get_and_head_only() throws Exception {
        var got = get("/metrics");
        assertEquals(200, got.statusCode());
        assertTrue(header(got, "Content-Type").matches("(?i)text/plain; ?version=0\\.0\\.4; ?charset=utf-8"));
        assertEquals(List.of("no-store"), got.headers().allValues("Cache-Control"));
        assertEquals(List.of("nosniff"), got.headers().allValues("X-Content-Type-Options"));
        assertTrue(number(got, "Content-Length") > 1_000);
        for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS")) {
            var refused = send(method, "/metrics");
            assertEquals(405, refused.statusCode(), method);
            assertEquals("GET, HEAD", header(refused, "Allow"));
        }
    }

    @Test
    void the_dashboard_asks_for_nothing_that_is_not_served_and_each_panel_for_something() throws Exception {
        var served = names(metrics());
        JsonNode dashboard = JSON.readTree(
                Path.of("src/site/resources/grafana-dashboard.json").toFile());
        assertTrue(dashboard.get("panels").size() > 10);
        for (JsonNode panel : dashboard.get("panels")) {
            assertFalse(panel.get("targets").isEmpty(), panel::toString);
            for (JsonNode target : panel.get("targets"))
                assertServed(served, target.get("expr").asText());
        }
        for (JsonNode variable : dashboard.get("templating").get("list"))
            if (variable.get("type").asText().equals("query"))
                assertServed(served, variable.get("query").asText());
    }

    private static void assertServed(TreeSet<String> served, String expression) {
        var name = NAME.matcher(expression);
        assertTrue(name.find(), expression);
        do {
            // Jetty's pool has a queue that it tells of, Tomcat's has not.
            if (!name.group().equals("asynclab_request_threads_queued"))
                assertTrue(served.contains(name.group()), () -> name.group() + " in " + expression);
        } while (name.find());
    }

    @Test
    void with_the_switch_a_line_of_the_log_is_an_object() throws Exception {
        get("/async?ms=1&n=77");
        Await.until("it is in the log", () -> lines().stream().anyMatch(line -> line.contains("n=77")));
        for (String line : lines()) {
            JsonNode event = JSON.readTree(line);
            for (String field : List.of("timestamp", "level", "threadName", "loggerName", "formattedMessage"))
                assertTrue(event.hasNonNull(field), line);
            if (!line.contains("n=77")) continue;
            assertEquals("DEBUG", event.get("level").asText());
            assertEquals(
                    "asynclab.web.filter.RequestLog", event.get("loggerName").asText());
            assertTrue(event.get("formattedMessage").asText().startsWith("GET /async?ms=1&n=77 200 arrived "), line);
        }
    }

    /** The application's whole lines; the container's own are in the same file. */
    private List<String> lines() {
        return said().lines()
                .filter(line -> line.startsWith("{") && line.endsWith("}"))
                .toList();
    }
}
