package asynclab.soak;

import static asynclab.FixtureResult.late;
import static asynclab.FixtureResult.latencies;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.LabSession;
import asynclab.document.Markdown;
import asynclab.exchange.Ledger;
import asynclab.model.Latencies;
import asynclab.options.SoakOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The result and the report of a soak, and each of its checks, which must be able to fail. The tests start no server. */
class SoakTest {

    private static Ledger.Snapshot ledger(long ended, long inFlight) {
        var ledger = new LinkedHashMap<String, Long>();
        ledger.put("started", 5 * ended + inFlight);
        for (String ending : List.of("answered", "timedOut", "clientGone", "rejected", "failed"))
            ledger.put(ending, ended);
        ledger.put("inFlight", inFlight);
        return Ledger.Snapshot.of(ledger);
    }

    private static SoakResult result(
            ServerAtRest after, Map<String, Long> unexpected, Map<String, Long> traces, long whole) {
        return result(after, unexpected, traces, whole, 100);
    }

    private static SoakResult result(
            ServerAtRest after, Map<String, Long> unexpected, Map<String, Long> traces, long whole, long p99) {
        var clients = new SoakResult.SeenByClients(
                new TreeMap<>(Map.of("/async", new TreeMap<>(Map.of("200", whole, "given up by its client", 3L)))),
                unexpected,
                20,
                new TreeMap<>(Map.of("says nothing", new HostileClients.AttackFigures(7, 2, 0, 0))),
                late(1, p99, 2.0 * p99),
                late(1, 2, 3));
        return result(after, clients, traces);
    }

    private static SoakResult result(ServerAtRest after, SoakResult.SeenByClients clients, Map<String, Long> traces) {
        var before =
                new ServerAtRest(ledger(10, 0), ledger(0, 0), 0, 0, 0, 0, 100, Map.of("pool-#", 90), 50, 20_000_000);
        return new SoakResult(
                        SoakResult.SCHEMA,
                        "soak",
                        "a server",
                        new TreeMap<>(Map.of("cores", 2)),
                        "the command",
                        new SoakResult.SoakLoad(60, 60, 10, 5, 6, 500),
                        clients,
                        traces,
                        before,
                        after,
                        List.of())
                .judged();
    }

    private static ServerAtRest after(Map<String, Long> changed) {
        Map<String, Long> figures = new TreeMap<>(changed);
        return new ServerAtRest(
                ledger(100, figures.getOrDefault("inFlight", 0L)),
                ledger(7, figures.getOrDefault("backend", 0L)),
                figures.getOrDefault("timers", 0L).intValue(),
                figures.getOrDefault("admitted", 0L).intValue(),
                figures.getOrDefault("queued", 0L).intValue(),
                figures.getOrDefault("listeners", 0L).intValue(),
                100 + figures.getOrDefault("threads", 0L).intValue(),
                Map.of("pool-#", 90),
                50 + figures.getOrDefault("descriptors", 0L),
                20_000_000 + figures.getOrDefault("heap", 0L));
    }

    private static final Latencies NONE = latencies(Map.of("samples", 0.0));

    @Test
    void a_result_without_leaks_holds_and_the_report_is_made_of_the_stored_result(@TempDir Path folder)
            throws IOException {
        var cut = Map.of("java.io.IOException: Insufficient content written", 3L);
        SoakResult result = result(after(Map.of("threads", 4L, "descriptors", 8L)), Map.of(), cut, 400);
        assertTrue(result.holds(), () -> Markdown.of(SoakReport.of(result)));
        result.write(folder);
        String report = Files.readString(folder.resolve("report.md"));
        assertTrue(report.contains("the request ledger balances exactly and nothing has leaked"), report);
        assertTrue(report.contains("| says nothing | 7 | 2 | 0.0 | 0.0 |"), report);
        assertTrue(report.contains("| responses of asynchronous patterns | 400 | 1 | 100 | 200 |"), report);
        assertTrue(report.contains("| /async | 400 | – | 3 | – |"), report);
        assertEquals(Markdown.of(SoakReport.of(SoakResult.read(folder.resolve("summary.json")))), report);
    }

    /** Else what it holds would hide a leak. */
    @Test
    void a_server_that_does_not_rest_after_the_warm_up_fails() {
        SoakResult fine = result(after(Map.of()), Map.of(), Map.of(), 400);
        var before =
                new ServerAtRest(ledger(10, 1), ledger(0, 0), 0, 0, 0, 0, 100, Map.of("pool-#", 90), 50, 20_000_000);
        assertFails(
                "ledger after the warm-up",
                new SoakResult(
                                fine.schema(),
                                fine.experiment(),
                                fine.server(),
                                fine.environment(),
                                fine.command(),
                                fine.load(),
                                fine.clients(),
                                fine.traces(),
                                before,
                                fine.after(),
                                List.of())
                        .judged());
    }

    @Test
    void few_requests_do_not_show_a_small_leak() {
        SoakResult result = result(after(Map.of()), Map.of(), Map.of(), 400);
        String verdict = SoakReport.verdict(result);
        assertTrue(
                verdict.endsWith(" So few requests do not show a leak of less than 64,000 bytes a request."), verdict);
    }

    @ParameterizedTest
    @CsvSource({
        "inFlight, 1, ledger",
        "backend, 1, ledger of the backend",
        "timers, 1, timers",
        "admitted, 1, in flight",
        "queued, 1, queues",
        "listeners, 1, listeners",
        "threads, 5, threads",
        "descriptors, 9, open descriptors",
        "heap, 32000001, live heap"
    })
    void a_leak_is_named(String figure, long more, String check) {
        assertFails(check, result(after(Map.of(figure, more)), Map.of(), Map.of(), 400));
    }

    @Test
    void an_unexpected_response_or_log_line_is_named() {
        ServerAtRest fine = after(Map.of());
        assertFails("clients", result(fine, Map.of("/async: no answer in 60 s", 1L), Map.of(), 400));
        assertFails("logs", result(fine, Map.of(), Map.of("java.lang.IllegalStateException: COMMITTED", 1L), 400));
        assertFails(
                "clients and ledger",
                result(fine, Map.of(), Map.of(), 450)); // 450 requests started, one of them by the soak itself
    }

    @Test
    void late_responses_are_named() {
        ServerAtRest fine = after(Map.of());
        assertTrue(result(fine, Map.of(), Map.of(), 400, 100).holds());
        assertFails("lateness", result(fine, Map.of(), Map.of(), 400, 101));
    }

    @Test
    void a_load_without_a_planned_end_has_no_lateness() {
        ServerAtRest fine = after(Map.of());
        SoakResult one = result(fine, Map.of(), Map.of(), 400, 101);
        assertTrue(one.checks().stream().anyMatch(check -> check.check().equals("lateness")));
        for (String path : List.of("/queued/fifo", "/upload")) {
            var clients = new SoakResult.SeenByClients(
                    Map.of(path, one.clients().seen().get("/async")), Map.of(), 0, Map.of(), NONE, NONE);
            SoakResult other = result(fine, clients, Map.of());
            assertTrue(other.checks().stream().noneMatch(check -> check.check().equals("lateness")), path);
        }
    }

    private static void assertFails(String check, SoakResult result) {
        assertEquals(
                List.of(check),
                result.checks().stream()
                        .filter(c -> !c.ok())
                        .map(SoakResult.SoakCheck::check)
                        .toList());
        assertTrue(SoakReport.verdict(result).endsWith("Failed checks: " + check + "."), SoakReport.verdict(result));
    }

    @Test
    void the_server_runs_on_the_jdk_of_the_option(@TempDir Path folder) throws IOException {
        Path java = folder.resolve("bin/java");
        Files.createDirectories(java.getParent());
        assertTrue(Files.createFile(java).toFile().setExecutable(true));
        Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"21.0.4\"\n");
        var lab = new LabSession("experiment=soak", "jdk=" + folder);
        assertEquals(
                java.toString(),
                new Soak((SoakOptions) lab.options(), lab.out()).settings(1).java());
    }

    @Test
    void a_stack_trace_is_found_by_its_first_line_and_an_error_by_its_own() {
        String log =
                """
                2026-11-21 14:24:21.166:WARN :oejut.QueuedThreadPool:qtp540159270-59: Job failed
                java.lang.IllegalStateException: COMMITTED 17
                \tat a.B.c(B.java:1)
                \t|java.lang.IllegalStateException: write pending
                \tat a.B.d(B.java:2)
                Caused by: java.io.IOException: x
                \tat a.B.d(B.java:2)
                14:24:26.437 WARN  [x] Results: one line is none
                SEVERE: 3 things
                java.lang.IllegalStateException: COMMITTED 18
                \tat a.B.c(B.java:1)
                """;
        assertEquals(
                Map.of("java.lang.IllegalStateException: COMMITTED #", 2L, "SEVERE: # things", 1L),
                SoakChecks.traces(log.lines().toList()));
    }
}
