package asynclab.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.json.Json;
import asynclab.parameter.Parameters;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the Planner says of a log. {@code LogContract} sends logs over HTTP. */
class LogQuestionTest {

    private static final int SIMULATED = 10_000;

    private static PlannerAnswer answer(String query, byte[] log) {
        var question = new LogQuestion(Parameters.parse(query), SIMULATED, thrown -> {});
        question.accept(log, log.length);
        return question.answer();
    }

    private static String body(PlannerAnswer answer) {
        return new String(Json.bytes(answer.page()), StandardCharsets.UTF_8);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** The beginning of a log. Its last line is cut. */
    private static byte[] begin(int bytes) throws IOException {
        try (var in = new GZIPInputStream(Files.newInputStream(Path.of("results/log/tomcat-9.log.gz")))) {
            return in.readNBytes(bytes);
        }
    }

    @Test
    void the_limits_of_a_server_are_answered_in_their_order() throws IOException {
        PlannerAnswer whole = answer(
                "threads=60&connections=20&connectionShare=0.4&cores=4&cpuPercent=20&limit=50&maxWaitMs=200",
                begin(200_000));
        assertEquals(200, whole.status(), () -> body(whole));
        JsonNode answer = new ObjectMapper().readTree(body(whole)).get("answer");
        assertEquals(200, answer.get("question").get("maxWaitMillis").asInt());
        assertEquals(20, answer.get("question").get("limits").get("connections").asInt());
        assertEquals(4, answer.get("limits").size());
        double before = 0;
        for (JsonNode limit : answer.get("limits")) {
            assertTrue(limit.get("lasts").get("loadFactor").asDouble() >= before, answer.toString());
            before = limit.get("lasts").get("loadFactor").asDouble();
        }
        assertTrue(answer.get("verdict").asText().contains("20 connections"), answer.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%",
                "%{",
                "%{}",
                "%{x",
                "${",
                "$",
                "{",
                "[",
                "(",
                "((((",
                "*",
                "\\",
                "\\Q",
                "%>",
                "%h\0",
                "nginx $",
                "\ud83d\ude00"
            })
    void a_format_that_is_none_is_refused_in_a_sentence(String format) throws IOException {
        byte[] part = begin(50_000);
        for (String asked : List.of(format, format.repeat(1_000 / format.length()))) {
            PlannerAnswer answer = answer("format=" + encoded(asked), part);
            assertEquals(400, answer.status(), () -> body(answer));
            assertTrue(((Map<?, ?>) answer.page()).get("error").toString().length() > 10, () -> body(answer));
        }
    }

    /** Boundary values of a log: no figure of the answer is infinite. */
    @ContractRow(35)
    @ParameterizedTest
    @ValueSource(strings = {"0 1", "0 3", "86400000000 1", "1 2"})
    void logs_of_no_time_and_of_the_longest_give_figures_that_are_numbers(String microsAndLines) throws IOException {
        String[] values = microsAndLines.split(" ");
        String line = "127.0.0.1 - - [21/Nov/2026:10:15:30 +0000] \"GET /a HTTP/1.1\" 200 5 " + values[0] + "\n";
        byte[] log = line.repeat(Integer.parseInt(values[1])).getBytes(StandardCharsets.UTF_8);
        boolean longest = values[0].equals("86400000000"); // set apart, as all over ten minutes
        for (String query : List.of("", "&traffic=0.000001&threads=1", "&traffic=100&cpuPercent=0.000001&cores=1")) {
            PlannerAnswer answer = answer("format=" + encoded("%h %l %u %t \"%r\" %s %b %D") + "&unit=us" + query, log);
            assertEquals(longest ? 400 : 200, answer.status(), () -> body(answer));
            assertFalse(body(answer).matches("(?s).*(NaN|Infinity|∞).*"), () -> body(answer));
            JsonNode page = new ObjectMapper().readTree(body(answer));
            assertEquals(longest, page.has("error"), () -> body(answer));
            assertTrue(longest || page.at("/answer/variants/0/lasts/loadFactor").asDouble() > 0, () -> body(answer));
        }
    }

    @Test
    void a_log_of_health_checks_alone_is_refused_with_what_it_has() {
        String line = "127.0.0.1 - - [21/Nov/2026:10:15:30 +0000] \"GET /health HTTP/1.1\" 200 5 700\n";
        PlannerAnswer answer = answer(
                "format=" + encoded("%h %l %u %t \"%r\" %s %b %D") + "&unit=us", line.getBytes(StandardCharsets.UTF_8));
        assertEquals(400, answer.status());
        String error = ((Map<?, ?>) answer.page()).get("error").toString();
        assertTrue(error.startsWith("No request of the log is in the figures. Read as "), error);
        assertTrue(error.contains(" Excluded from the figures: 1 health check, "), error);
    }

    @Test
    void the_verdict_doubts_a_log_of_a_few_requests() throws IOException {
        String line = "127.0.0.1 - - [21/Nov/2026:10:15:30 +0000] \"GET /a HTTP/1.1\" 200 5 700\n";
        byte[] log = line.repeat(99).getBytes(StandardCharsets.UTF_8);
        String verdict = doubtfulVerdict("format=" + encoded("%h %l %u %t \"%r\" %s %b %D") + "&unit=us", log);
        assertTrue(verdict.contains("The log has only 99 requests. Under 100 do not show how busy"), verdict);
    }

    @Test
    void the_verdict_doubts_a_log_of_whose_requests_many_were_dropped() throws IOException {
        String header = "#Version: 1.0\n#Software: asynclab-recorder 1\n"
                + "#Server: container=\"Apache Tomcat/9.0.117\" java=17 threads=60 processors=2\n"
                + "#Fields: date time cs-method cs-uri-stem sc-status x-time-us x-wait-us x-wait-from x-cpu-us x-off-cpu-us x-blocked-us"
                + " x-conn-wait-us x-conn-held-us x-conn-count x-alloc-bytes x-dispatches x-async x-thread x-end\n";
        String line =
                "2026-11-26 04:30:00.123456 GET /search 200 105321 2310 pool 812 104500 - 12 98011 1 53120 1 no platform answered\n";
        String log = header + line.repeat(150) + "#Dropped: 2026-11-26 04:30:01.000000 50\n";
        String verdict = doubtfulVerdict("", log.getBytes(StandardCharsets.UTF_8));
        assertTrue(verdict.contains("The recorder dropped 50 requests, 25.00 % of all."), verdict);
    }

    /** 50 s with two requests of 700 s: 28 in flight, on 60 threads, 280 or 20. */
    @Test
    void the_verdict_doubts_what_long_requests_do_to_the_pool() throws IOException {
        String line = "127.0.0.1 - - [21/Nov/2026:10:15:%02d +0000] \"GET /a HTTP/1.1\" 200 5 %s\n";
        var log = new StringBuilder();
        for (int i = 0; i < 204; i++) log.append(String.format(line, i / 4, i % 100 == 7 ? "700000000" : "7000"));
        byte[] bytes = log.toString().getBytes(StandardCharsets.UTF_8);
        String query = "format=" + encoded("%h %l %u %t \"%r\" %s %b %D") + "&unit=us&threads=";
        String verdict = doubtfulVerdict(query + 60, bytes);
        assertTrue(
                verdict.matches(
                        ".* Requests of over ten minutes are excluded, and 2[789] of them are in flight on average\\. .*"),
                verdict);
        for (int threads : new int[] {20, 400})
            assertFalse(body(answer(query + threads, bytes)).contains("Requests of over ten minutes are excluded"));
    }

    @Test
    void the_verdict_doubts_a_log_with_many_early_failures() throws IOException {
        String line = "127.0.0.1 - - [21/Nov/2026:10:15:30 +0000] \"GET /a HTTP/1.1\" ";
        byte[] log = (line + "200 5 40000\n" + line + "429 5 700\n").repeat(100).getBytes(StandardCharsets.UTF_8);
        String verdict = doubtfulVerdict("format=" + encoded("%h %l %u %t \"%r\" %s %b %D") + "&unit=us", log);
        assertTrue(verdict.contains("50 % of the requests failed (status 429 or 5xx), after 0.7 ms"), verdict);
        assertTrue(verdict.contains("of their endpoints, 2.0 times as many requests would be in flight."), verdict);
    }

    private static String doubtfulVerdict(String query, byte[] log) throws IOException {
        String verdict = new ObjectMapper()
                .readTree(body(answer(query, log)))
                .get("answer")
                .get("verdict")
                .asText();
        assertTrue(verdict.startsWith("This answer is doubtful. "), verdict);
        return verdict;
    }
}
