package asynclab.logs;

import static asynclab.logs.PlantedLog.CONNECTIONS;
import static asynclab.logs.PlantedLog.PROCESSORS;
import static asynclab.logs.PlantedLog.THREADS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.LabSession;
import asynclab.accesslog.LogOptions;
import asynclab.accesslog.LogRead;
import asynclab.accesslog.LoggedRequest;
import asynclab.accesslog.LoggedRequest.RequestParts;
import asynclab.accesslog.RecorderFacts;
import asynclab.document.Html;
import asynclab.document.Markdown;
import asynclab.document.TerminalText;
import asynclab.json.Json;
import asynclab.logs.PlantedLog.PlantedEndpoint;
import asynclab.model.Bounds.Limiter;
import asynclab.model.Budget;
import asynclab.options.Options;
import asynclab.options.TrafficOptions;
import asynclab.parameter.Parameters;
import asynclab.planner.LogQuestion;
import asynclab.planner.PlannerAnswer;
import asynclab.traffic.Answer;
import asynclab.traffic.Limits;
import asynclab.traffic.Question;
import asynclab.traffic.RecordedParts.EndpointParts;
import asynclab.traffic.RecordedQuestion;
import asynclab.traffic.Traffic;
import asynclab.traffic.Variant.VariantKind;
import asynclab.traffic.processor.ProcessorTimes.ClassTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a log that our recorder wrote, with planted waiting, connections and processor time. */
class RecordedLogTest {

    private static final int REQUESTS = 2_000;
    private static final int FEW = 300;

    @TempDir
    Path folder;

    private LogResult answered(List<String> lines, String... options) throws IOException {
        return answered(
                Files.write(folder.resolve("asynclab-recorder.log"), lines).toString(), options);
    }

    private LogResult answered(String files, String... options) throws IOException {
        Options all = new LabSession("results=" + folder, "log=" + files).options(options);
        return LogAnswer.of((TrafficOptions) all, "asynclab log", LogProgress.SILENT);
    }

    private static String doubts(LogResult result) {
        return String.join("\n", result.answer().doubts());
    }

    @Test
    void what_the_recorder_knows_settles_the_doubts_and_predicts_the_waiting() throws IOException {
        var planted = new PlantedLog(REQUESTS, false);
        LogResult result = answered(planted.lines);
        assertEquals(THREADS, result.answer().question().threads());
        Limits limits = result.answer().question().limits();
        assertEquals(CONNECTIONS, limits.connections());
        assertEquals(PROCESSORS, limits.cores());
        for (PlantedEndpoint endpoint : PlantedLog.ENDPOINTS) {
            String name = endpoint.request().replace("/7", "/{id}");
            double service = endpoint.held() + endpoint.computes() + endpoint.waits();
            assertEquals(endpoint.held() / service, limits.connectionShares().get(name), 0.06, name);
            assertEquals(endpoint.computes() / service, limits.processorShares().get(name), 0.01, name);
            EndpointParts parts = result.recorded().endpoints().stream()
                    .filter(one -> one.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            assertEquals(endpoint.computes(), parts.processor().ms(), 0.001, name);
            assertTrue(parts.threadWait().ms() > 5 && parts.connectionWait().ms() > 1, parts::toString);
        }
        String doubts = doubts(result);
        for (String settled : List.of(
                "-D", "may contain", "Both ends", "connections and processors", "wait for a thread", "does not see"))
            assertFalse(doubts.contains(settled), () -> settled + " in\n" + doubts);
        assertTrue(doubts.contains("By the recorder, "), doubts);
        double recorded = result.recorded().waited().p99Ms();
        double predicted =
                result.answer().variants().get(0).waiting().get(0).times().p99Ms();
        assertTrue(recorded > 100, "p99 " + recorded);
        assertEquals(recorded, predicted, 0.05 * recorded);
        assertEquals(
                2,
                result.answer().limits().stream()
                        .filter(limit -> limit.lasts().loadFactor() < 1)
                        .count());
    }

    /** 60 requests come at once and wait for two threads. So no more than two compute at a time, and none waits for one of two processors. */
    @Test
    void a_burst_before_the_threads_did_not_wait_for_processors() {
        var builder = new Traffic.Builder();
        var parts = new RequestParts(true, true, 10_000, RequestParts.UNKNOWN, RequestParts.UNKNOWN, false);
        for (int i = 0; i < FEW; i++)
            builder.add(new LoggedRequest(i / 60 * 1_000_000L, i % 60 / 2 * 20_000L, 20_000, "GET", "/a", 200, parts));
        Traffic traffic = builder.build();
        var facts = new RecorderFacts(Map.of("processors", List.of("2"), "threads", List.of("2")), List.of(), 0, false);
        Question question =
                RecordedQuestion.of(Question.of(200), Set.of(), facts, traffic).question();
        Answer answer = Answer.of(traffic, question, Budget.unlimited(), next -> {});
        double recorded = traffic.recorded().waited().p99Ms();
        assertEquals(580, recorded, 1);
        assertEquals(recorded, answer.variants().get(0).waiting().get(0).times().p99Ms(), 0.05 * recorded);
    }

    @Test
    void computing_while_a_connection_is_held_has_both_ends() throws IOException {
        var planted = new PlantedLog(FEW, false)
                .changed(line -> PlantedLog.with(line, "x-cpu-us", line.split(" ")[5])); // all of its time
        LogResult result = answered(planted.lines);
        assertTrue(doubts(result).contains("Requests compute while they hold a connection"), () -> doubts(result));
        var connections = result.answer().limits().stream()
                .filter(limit -> limit.limiter() == Limiter.CONNECTIONS)
                .findFirst()
                .orElseThrow();
        assertTrue(connections.lasts().loadFactor() < connections.longest().loadFactor(), connections::toString);
    }

    @Test
    void rotated_files_in_any_order_are_one_log_and_the_newest_may_be_empty() throws IOException {
        var planted = new PlantedLog(FEW, false);
        LogResult whole = answered(planted.lines);
        List<String> body = planted.lines.subList(planted.header().size(), planted.lines.size());
        var files = new ArrayList<String>();
        int half = body.size() / 2;
        for (List<String> part : List.of(List.<String>of(), body.subList(half, body.size()), body.subList(0, half))) {
            var lines = new ArrayList<>(planted.header());
            lines.addAll(part);
            if (!part.isEmpty()) lines.add("#Dropped: 2026-11-18 11:00:00.000000 1");
            Path file = folder.resolve("rotated.log" + (files.isEmpty() ? "" : "." + files.size()));
            files.add(Files.write(file, lines).toString());
        }
        LogResult result = answered(String.join(",", files));
        assertEquals(whole.recorded(), result.recorded());
        assertEquals(whole.answer().variants(), result.answer().variants());
        assertTrue(doubts(result).contains("The recorder dropped 2 requests, 0.66 % of all."), () -> doubts(result));
        assertTrue(
                result.reading()
                        .remarks()
                        .contains(
                                "The recorder says of the server: connections 5, container Apache Tomcat/9.0.117, java 17, processors 8, threads 12."),
                () -> "" + result.reading().remarks());
    }

    @Test
    void a_log_that_is_summed_up_has_the_same_answer() throws IOException {
        Path log = Files.write(folder.resolve("long.log"), new PlantedLog(FEW, false).lines);
        var whole = new Traffic.Builder();
        var summedUp = new Traffic.Builder(FEW / 3, THREADS, FEW);
        LogRead read = LogFiles.read(
                List.of(log),
                LogOptions.NONE,
                LogFiles.MOST_BYTES,
                request -> {
                    whole.add(request);
                    summedUp.add(request);
                },
                (lines, bytes) -> {});
        Traffic all = whole.build();
        Traffic sums = summedUp.build();
        assertEquals(
                FEW,
                sums.recorded().endpoints().stream()
                        .mapToLong(EndpointParts::requests)
                        .sum());
        Question question = RecordedQuestion.of(Question.of(200), Set.of(), read.recorder(), all)
                .question();
        Answer answer = Answer.of(sums, question, Budget.unlimited(), next -> {});
        assertEquals(Answer.of(all, question, Budget.unlimited(), next -> {}).variants(), answer.variants());
    }

    @Test
    void waiting_that_the_model_does_not_explain_is_a_doubt() throws IOException {
        int[] number = {0};
        var planted = new PlantedLog(FEW, false)
                .changed(line -> number[0]++ < 50 ? PlantedLog.with(line, "x-wait-us", "3000000") : line);
        String doubts = doubts(answered(planted.lines));
        assertTrue(doubts.contains(" was 3,0"), doubts);
        assertTrue(doubts.contains("Something delayed requests that the recorder does not see"), doubts);
    }

    /** Of several pools the log tells no size, so the model does not have the waiting for their connections. */
    @Test
    void waiting_that_the_model_does_not_have_is_no_doubt() throws IOException {
        var planted = new PlantedLog(FEW, false).changed(line -> PlantedLog.with(line, "x-conn-wait-us", "300000"));
        int told = planted.lines.indexOf(planted.header().get(3));
        planted.lines.add(told + 1, planted.header().get(2) + " connections=several");
        LogResult result = answered(planted.lines);
        assertEquals(0, result.answer().question().limits().connections());
        assertFalse(doubts(result).contains("does not see"), () -> doubts(result));
        assertFalse(Markdown.of(LogReport.of(result)).contains("The model predicts"));
    }

    @Test
    void many_dropped_requests_stand_in_the_verdict() throws IOException {
        var planted = new PlantedLog(FEW, false);
        planted.lines.add("#Dropped: 2026-11-18 11:00:00.000000 100");
        String verdict = answered(planted.lines).answer().verdict();
        assertTrue(
                verdict.startsWith(
                        "This answer is doubtful. The recorder dropped 100 requests, 25.00 % of all. The traffic was higher"),
                verdict);
    }

    @Test
    void virtual_threads_have_no_pool_and_their_processor_time_is_estimated() throws IOException {
        LogResult result = answered(new PlantedLog(2 * REQUESTS, true).lines, "limit=50");
        assertEquals(
                List.of(VariantKind.VIRTUAL, VariantKind.VIRTUAL_LIMITED),
                result.answer().variants().stream()
                        .map(variant -> variant.kind())
                        .toList());
        assertNull(result.answer().smallestPool());
        assertNull(result.processors().times().refused());
        for (ClassTime time : result.processors().times().classes()) {
            List<PlantedEndpoint> planted = PlantedLog.ENDPOINTS.stream()
                    .filter(one -> time.endpoints().contains(one.request().replace("/7", "/{id}")))
                    .toList();
            double planned = planted.stream()
                            .mapToDouble(one -> one.weight() * one.computes())
                            .sum()
                    / planted.stream().mapToDouble(PlantedEndpoint::weight).sum();
            assertTrue(time.lowMs() <= planned && planned <= time.highMs(), () -> planned + " is not in " + time);
        }
        assertEquals(0.1, result.processors().times().background(), 0.02);
        String doubts = doubts(result);
        assertTrue(doubts.contains("It is an estimate for each endpoint, by a regression"), doubts);
        assertFalse(doubts.contains("-D") || doubts.contains("waiting for a thread"), doubts);
        String report = Markdown.of(LogReport.of(result)) + result.answer().verdict();
        assertTrue(report.contains("so there is no pool to size"), report);
        assertFalse(report.contains("No pool") || report.contains("pool of 0"), report);
    }

    @Test
    void an_option_that_differs_is_used_and_said() throws IOException {
        var planted = new PlantedLog(FEW, false);
        LogResult result = answered(
                planted.lines,
                "threads=30",
                "connections=9",
                "cores=4",
                "cpuPercent=1",
                "connectionShare=GET /search=0.1");
        assertEquals(30, result.answer().question().threads());
        Limits limits = result.answer().question().limits();
        assertEquals(9, limits.connections());
        assertEquals(4, limits.cores());
        assertEquals(0.1, limits.connectionShares().get("GET /search"));
        assertTrue(limits.processorShares().isEmpty());
        assertTrue(Markdown.of(LogReport.of(result)).contains("for this traffic with 30 threads and 9 connections."));
        String doubts = doubts(result);
        for (String said : List.of(
                "-Dthreads=30 is used. The log says 12 threads.",
                "-Dconnections=9 is used. The log says 5 connections.",
                "-Dcores=4 is used. The log says 8 processors.",
                "-DcpuPercent=1 is used. By the log it is ",
                "-DconnectionShare= is 0.10 for GET /search. The log says 0.7"))
            assertTrue(doubts.contains(said), () -> said + " not in\n" + doubts);
        LogResult virtual = answered(new PlantedLog(FEW, true).lines, "threads=20");
        assertEquals(VariantKind.BLOCKING, virtual.answer().variants().get(0).kind());
        assertTrue(doubts(virtual).contains("-Dthreads=20 is used. The log says virtual threads."));
    }

    @Test
    void a_share_needs_no_size_of_the_pool_that_the_log_tells() throws IOException {
        List<String> lines = new PlantedLog(FEW, false).lines;
        LogResult result = answered(lines, "connectionShare=GET /search=0.1");
        Limits limits = result.answer().question().limits();
        assertEquals(CONNECTIONS, limits.connections());
        assertEquals(0.1, limits.connectionShares().get("GET /search"));
        assertEquals(200, planned("connectionShare=0.5", lines).status());
    }

    private static PlannerAnswer planned(String query, List<String> lines) {
        var log = new LogQuestion(Parameters.parse(query), 20 * FEW, Assertions::fail);
        byte[] bytes = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        log.accept(bytes, bytes.length);
        return log.answer();
    }

    /** As {@code POST /log} without parameters. */
    @Test
    void the_planner_knows_what_the_recorder_knows() {
        PlannerAnswer answer = planned("", new PlantedLog(FEW, false).lines);
        String page = new String(Json.bytes(answer.page()), StandardCharsets.UTF_8);
        assertTrue(page.contains("\"threads\":" + THREADS), page);
        assertTrue(page.contains("By the recorder, ") && !page.contains("-Dconnections="), page);
    }

    @Test
    void what_is_not_known_of_some_requests_is_said() throws IOException {
        int[] number = {0};
        var planted = new PlantedLog(FEW, false).changed(line -> switch (number[0]++ % 5) {
            case 0 -> PlantedLog.with(PlantedLog.with(line, "x-wait-us", "-"), "x-wait-from", "-");
            case 1 -> PlantedLog.with(line, "x-wait-from", "container");
            case 2 -> PlantedLog.with(line, "x-cpu-us", "-");
            case 3 -> PlantedLog.with(PlantedLog.with(line, "x-conn-wait-us", "-"), "x-conn-held-us", "-");
            default -> line;
        });
        planted.lines.removeIf(line -> line.startsWith("#Server"));
        String doubts = doubts(answered(planted.lines));
        for (String said : List.of(
                "For 120 of 300 requests the recorder does not know the waiting for a thread.",
                "For 60 of 300 requests the recorder does not know the processor time.",
                "For 60 of 300 requests the recorder does not know the time of connections.",
                "The log does not say how many threads there are. The model takes 200.",
                "-Dconnections= is not given",
                "-Dcores= is not given")) assertTrue(doubts.contains(said), () -> said + " not in\n" + doubts);
    }

    @Test
    void endpoints_that_are_asynchronous_already_keep_no_thread() throws IOException {
        var planted = new PlantedLog(FEW, false)
                .changed(line -> line.contains("/checkout") ? PlantedLog.with(line, "x-async", "yes") : line);
        LogResult result = answered(planted.lines, "traffic=1");
        LogResult blocking = answered(new PlantedLog(FEW, false).lines, "traffic=1");
        assertTrue(
                doubts(result).contains("Asynchronous already, and so in every threading model: POST /checkout."),
                () -> doubts(result));
        List<String> most = result.answer().variant(VariantKind.ASYNC_MOST).async();
        assertTrue(!most.isEmpty() && !most.contains("POST /checkout"), most::toString);
        double lasts = result.answer().poolLasts().loadFactor();
        assertTrue(lasts > 1.1 * blocking.answer().poolLasts().loadFactor(), "lasts " + lasts);
    }

    @Test
    void pages_and_the_terminal_show_the_parts_by_endpoint() throws IOException {
        var planted = new PlantedLog(FEW, false).changed(line -> line.replace("/checkout", "/<b>`x`"));
        LogResult result = answered(planted.lines);
        String html = Html.of(LogReport.of(result));
        assertTrue(html.contains("</span><div class=\"bar\"><i class=\"part0\" style=\"width:"), html);
        for (int part = 0; part < 5; part++)
            assertTrue(html.contains("class=\"part" + part + "\" style"), "part " + part);
        assertFalse(html.contains("/<b>`x`"), "unescaped");
        String head = "| endpoint | requests | thread wait | connection wait | connection held | processor | other |";
        assertTrue(Markdown.of(LogReport.of(result)).contains(head));
        String terminal = TerminalText.of(LogReport.brief(result), 100, false);
        assertTrue(terminal.contains("What requests wait for, mean ms"), terminal);
        String row = terminal.lines()
                .filter(line -> line.strip().startsWith("GET /product/{id}"))
                .collect(Collectors.joining("\n"));
        assertTrue(row.matches("(?s).* 3(\\.00)? .*"), terminal);
        LogResult less = answered(planted.changed(
                        line -> PlantedLog.with(PlantedLog.with(line, "x-conn-wait-us", "-"), "x-conn-held-us", "-"))
                .lines);
        String markdown = Markdown.of(LogReport.of(less));
        assertTrue(markdown.contains("| endpoint | requests | thread wait | processor | other |"), markdown);
        assertTrue(Html.of(LogReport.of(less)).contains("Not known: waits for a connection, holds a connection."));
    }
}
