package asynclab.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.result.Lateness;
import asynclab.result.Summary;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What the soak asks for, how it reads answers, and that each of its checks can fail. Without a server. */
class SoakTest {

    private static Map<String, Long> ledger(long ended, long inFlight) {
        var ledger = new LinkedHashMap<String, Long>();
        ledger.put("started", 5 * ended + inFlight);
        for (String ending : List.of("answered", "timedOut", "clientGone", "rejected", "failed"))
            ledger.put(ending, ended);
        ledger.put("drained", 0L);
        ledger.put("inFlight", inFlight);
        return ledger;
    }

    private static SoakResult result(
            SoakResult.Figures after, Map<String, Long> unexpected, Map<String, Long> traces, long whole) {
        return result(after, unexpected, traces, whole, 100);
    }

    private static SoakResult result(
            SoakResult.Figures after, Map<String, Long> unexpected, Map<String, Long> traces, long whole, long p99) {
        var before = new SoakResult.Figures(
                ledger(10, 0), ledger(0, 0), 0, 0, 4, 4, 0, 0, 100, Map.of("pool-#", 90), 50, 20_000_000);
        return new SoakResult(
                        SoakResult.SCHEMA,
                        "soak",
                        "a server",
                        new TreeMap<>(Map.of("cores", 2)),
                        "the command",
                        60,
                        60,
                        10,
                        5,
                        6,
                        500,
                        new TreeMap<>(
                                Map.of("/async", new TreeMap<>(Map.of("200", whole, "given up by its client", 3L)))),
                        unexpected,
                        20,
                        new TreeMap<>(Map.of("says nothing", new HostileClients.Figures(7, 2, 0, 0))),
                        new Lateness.LatenessFigures(400, 1, p99, 2 * p99),
                        new Lateness.LatenessFigures(400, 1, 2, 3),
                        traces,
                        before,
                        after,
                        List.of())
                .judged();
    }

    private static SoakResult.Figures after(Map<String, Long> changed) {
        Map<String, Long> figures = new TreeMap<>(changed);
        return new SoakResult.Figures(
                ledger(100, figures.getOrDefault("inFlight", 0L)),
                ledger(7, figures.getOrDefault("backend", 0L)),
                figures.getOrDefault("timers", 0L).intValue(),
                figures.getOrDefault("admitted", 0L).intValue(),
                4,
                4 - figures.getOrDefault("permits", 0L).intValue(),
                0,
                figures.getOrDefault("listeners", 0L).intValue(),
                100 + figures.getOrDefault("threads", 0L).intValue(),
                Map.of("pool-#", 90),
                50 + figures.getOrDefault("descriptors", 0L),
                20_000_000 + figures.getOrDefault("heap", 0L));
    }

    @Test
    void nothing_leaked_holds_and_the_report_is_made_of_what_was_stored(@TempDir Path folder) throws IOException {
        var cut = Map.of("java.io.IOException: Insufficient content written", 3L);
        SoakResult result = result(after(Map.of("threads", 4L, "descriptors", 8L)), Map.of(), cut, 400);
        assertTrue(result.holds(), result::report);
        result.write(folder);
        String report = Files.readString(folder.resolve("report.md"));
        assertTrue(report.contains("the request ledger balances exactly and nothing has leaked"), report);
        assertTrue(report.contains("| says nothing | 7 | 2 | 0.0 | 0.0 |"), report);
        assertTrue(report.contains("| responses of asynchronous patterns | 400 | 1 | 100 | 200 |"), report);
        assertTrue(report.contains("| /async | 400 | – | 3 | – |"), report);
        assertEquals(SoakResult.read(folder.resolve("summary.json")).report(), report);
    }

    /** As stored before there were hostile clients. */
    @Test
    void a_result_of_the_first_schema_can_still_be_read(@TempDir Path folder) throws IOException {
        result(after(Map.of()), Map.of(), Map.of(), 400).write(folder);
        Path file = folder.resolve("summary.json");
        var tree = (ObjectNode) Summary.mapper().readTree(file.toFile());
        tree.put("schema", 1).remove(List.of("hostile", "attacks", "lateness", "clientLateness"));
        Files.writeString(file, tree.toString());
        SoakResult first = SoakResult.read(file).judged();
        assertTrue(first.holds(), first::report);
        assertFalse(first.report().contains("hostile"), first::report);
    }

    @ParameterizedTest
    @CsvSource({
        "inFlight, 1, ledger",
        "backend, 1, ledger of the backend",
        "timers, 1, timers",
        "admitted, 1, in flight",
        "permits, 1, permits",
        "listeners, 1, listeners",
        "threads, 5, threads",
        "descriptors, 9, open descriptors",
        "heap, 32000001, live heap"
    })
    void what_has_leaked_is_named(String figure, long more, String check) {
        assertFails(check, result(after(Map.of(figure, more)), Map.of(), Map.of(), 400));
    }

    @Test
    void what_clients_should_not_see_and_servers_should_not_log_is_named() {
        SoakResult.Figures fine = after(Map.of());
        assertFails("clients", result(fine, Map.of("/async: no answer in 60 s", 1L), Map.of(), 400));
        assertFails("logs", result(fine, Map.of(), Map.of("java.lang.IllegalStateException: COMMITTED", 1L), 400));
        assertFails("clients and ledger", result(fine, Map.of(), Map.of(), 449)); // 450 entered, two of them our own
    }

    @Test
    void answers_that_come_too_late_are_named() {
        SoakResult.Figures fine = after(Map.of());
        assertTrue(result(fine, Map.of(), Map.of(), 400, 100).holds());
        assertFails("lateness", result(fine, Map.of(), Map.of(), 400, 101));
    }

    @Test
    void lateness_is_told_by_ranks() {
        var lateness = new Lateness();
        assertEquals(new Lateness.LatenessFigures(0, 0, 0, 0), lateness.figures());
        for (int millis = 1; millis <= 200; millis++) lateness.record(millis * 1_000_000L - 1);
        assertEquals(new Lateness.LatenessFigures(200, 100, 198, 200), lateness.figures());
        lateness.record(-5_000_000); // before its time by another clock
        lateness.record(Long.MAX_VALUE);
        assertEquals(new Lateness.LatenessFigures(202, 100, 199, 60_001), lateness.figures());
    }

    @Test
    void every_kind_of_attack_comes_to_an_end_and_one_seed_is_one_sequence() {
        for (var kind : SoakAttacks.KINDS) {
            var one = new SplittableRandom(7);
            var same = new SplittableRandom(7);
            for (int i = 0; i < 1_000; i++) {
                HostileClients.Attack attack = kind.apply(one);
                assertEquals(attack, kind.apply(same));
                assertTrue(attack.lastsMillis() > 0, attack::name);
            }
        }
        assertEquals(
                SoakAttacks.KINDS.size(),
                SoakAttacks.KINDS.stream()
                        .map(kind -> kind.apply(new SplittableRandom(1)).name())
                        .distinct()
                        .count());
    }

    private static void assertFails(String check, SoakResult result) {
        assertEquals(
                List.of(check),
                result.checks().stream()
                        .filter(c -> !c.ok())
                        .map(SoakResult.Check::check)
                        .toList());
        assertTrue(result.verdict().endsWith("Failed checks: " + check + "."), result.verdict());
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
                SoakResult.traces(log.lines().toList()));
    }

    @Test
    void one_seed_is_one_mix() {
        var mix = new SoakMix();
        var one = new SplittableRandom(7);
        var same = new SplittableRandom(7);
        for (int i = 0; i < 1_000; i++) assertEquals(mix.next(one), mix.next(same));
    }

    @Test
    void every_pattern_and_every_manner_is_in_the_mix() throws Exception {
        var random = new SplittableRandom(1);
        var mix = new SoakMix();
        List<SoakMix.Ask> asks =
                Stream.generate(() -> mix.next(random)).limit(100_000).toList();
        var webXml = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(Path.of("src/main/webapp/WEB-INF/web.xml").toFile());
        Set<String> patterns = new TreeSet<>();
        for (Element servlet : elements(webXml.getElementsByTagName("servlet")))
            if (text(servlet, "servlet-class").matches("asynclab\\.(pattern|fault)\\..*"))
                patterns.add(text(servlet, "servlet-name"));
        Set<String> missing = new TreeSet<>();
        for (Element mapping : elements(webXml.getElementsByTagName("servlet-mapping")))
            if (patterns.contains(text(mapping, "servlet-name")))
                elements(mapping.getElementsByTagName("url-pattern"))
                        .forEach(path -> missing.add(path.getTextContent().trim()));
        assertTrue(missing.contains("/async"), missing::toString);
        missing.removeIf(path -> path.startsWith("/mistake/")); // which leak on purpose
        asks.forEach(ask -> missing.remove(ask.target().replaceFirst("\\?.*", "")));
        assertEquals(Set.of("/virtual"), missing, "which needs another JDK");
        for (var manner : SoakMix.Manner.values())
            assertTrue(asks.stream().anyMatch(ask -> ask.manner() == manner), manner::toString);
    }

    private static List<Element> elements(NodeList nodes) {
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> (Element) nodes.item(i))
                .toList();
    }

    private static String text(Element of, String name) {
        NodeList found = of.getElementsByTagName(name);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent().trim();
    }

    @Test
    void an_answer_that_comes_in_pieces_is_whole_with_its_last_byte_only() {
        for (String answer : List.of(
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                "HTTP/1.1 204 No Content\r\n\r\n")) {
            var response = new SoakResponse();
            for (int i = 0; i < answer.length(); i++) {
                assertFalse(response.isWhole(), answer.substring(0, i));
                response.take(StandardCharsets.ISO_8859_1.encode(answer.substring(i, i + 1)));
            }
            assertTrue(response.isWhole(), answer);
            assertEquals(answer.contains("close"), response.closes());
            assertEquals(answer.contains("hello"), response.says("hello"));
            assertFalse(response.isTooLong());
            response.take(ByteBuffer.wrap(new byte[] {'x'}));
            assertFalse(response.isWhole() && !response.isTooLong(), answer);
        }
        assertThrows(IllegalArgumentException.class, () -> new SoakResponse()
                .take(StandardCharsets.ISO_8859_1.encode("hello\r\n\r\n")));
    }
}
