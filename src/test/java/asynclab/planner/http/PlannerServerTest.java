package asynclab.planner.http;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.json.Json;
import asynclab.parameter.Parameters;
import asynclab.planner.Computations;
import asynclab.planner.Disciplines;
import asynclab.planner.ExplainQuestion;
import asynclab.planner.LogQuestion;
import asynclab.planner.LogUploads;
import asynclab.planner.PredictQuestion;
import asynclab.traffic.Question;
import asynclab.wire.fixture.Await;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The Planner without a container answers as the application does, and only to this machine. */
class PlannerServerTest {

    private static final long MILLIS = 60_000;
    private static final int MOST_LOG_BYTES = 100_000;
    private static final String LINE = "127.0.0.1 - - [21/Nov/2026:10:15:30 +0000] \"GET /a HTTP/1.1\" 200 5 30\n";

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final List<Throwable> FAILURES = new ArrayList<>();
    private static PlannerServer server;

    @BeforeAll
    static void start() throws IOException {
        server = PlannerServer.start(0, MOST_LOG_BYTES, text -> text.replace("-Dcores=", "--cores"), FAILURES::add);
    }

    @AfterAll
    static void stop() {
        server.close();
        assertEquals(List.of(), FAILURES);
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.url()).resolve(path));
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return CLIENT.send(request(path).build(), BodyHandlers.ofString());
    }

    private static HttpResponse<String> post(String query, String log) throws Exception {
        return CLIENT.send(
                request("/log" + query).POST(BodyPublishers.ofString(log)).build(), BodyHandlers.ofString());
    }

    private static int statusOfAnEmptyLog() {
        return assertDoesNotThrow(() -> post("", "")).statusCode();
    }

    private static String json(Object answer) {
        return new String(Json.bytes(answer), StandardCharsets.UTF_8);
    }

    @Test
    void the_answers_are_those_of_the_questions() throws Exception {
        String predict = "users=2&mix=80:10,20:40&threads=1";
        var predicted = PredictQuestion.read(Parameters.parse(predict));
        assertEquals(
                json(Computations.run(predicted, MILLIS)),
                get("/predict?" + predict).body());
        String explain = "users=2&ms=30&thinkMaxMs=20&throughput=23.6";
        var explained = ExplainQuestion.read(Parameters.parse(explain));
        assertEquals(
                json(Computations.run(explained, MILLIS)),
                get("/explain?" + explain).body());
        assertEquals(json(Disciplines.list()), get("/disciplines").body());

        var log = new LogQuestion(Parameters.parse("threads=50"), Question.USUAL_REQUESTS, FAILURES::add);
        byte[] lines = LINE.repeat(20).getBytes(StandardCharsets.UTF_8);
        log.accept(lines, lines.length);
        var response = post("?threads=50", LINE.repeat(20));
        String said = json(log.answer().page());
        assertTrue(said.contains("-Dcores= is not given"), said);
        assertEquals(said.replace("-Dcores=", "--cores"), response.body());
        assertEquals(200, response.statusCode());
    }

    /** The page's files, found as a browser finds them. */
    @Test
    void the_page_and_all_that_it_loads_is_served_with_the_applications_headers() throws Exception {
        var files = new LinkedHashSet<>(Set.of("/", "/planner.html"));
        var links = Pattern.compile("(?:href|src)=\"((?:css|js)/[^\"]+)\"|(?:from|import) '([^']+)'");
        for (var left = new ArrayList<>(files); !left.isEmpty(); ) {
            var response = get(left.remove(0));
            assertEquals(200, response.statusCode(), response.uri().toString());
            links.matcher(response.uri().getPath().contains("webjars") ? "" : response.body())
                    .results()
                    .map(link -> link.group(1) == null ? link.group(2) : link.group(1))
                    .map(link -> response.uri().resolve(link).getPath())
                    .filter(files::add)
                    .forEach(left::add);
        }
        assertTrue(files.contains("/js/words.js") && files.stream().anyMatch(it -> it.contains("echarts")), "" + files);
        var page = get("/planner.html");
        assertTrue(page.body().contains("<body class=\"alone\">"));
        String webXml = Files.readString(Path.of("src/main/webapp/WEB-INF/web.xml"));
        for (var header : page.headers().map().entrySet())
            if (!List.of("date", "content-length", "content-type").contains(header.getKey()))
                assertTrue(
                        webXml.contains("<param-value>" + header.getValue().get(0) + "</param-value>"),
                        header.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "/predict?ms=1, 400, users must be a whole number from 1 to 200000",
        "/explain?users=1&ms=1, 400, 'throughput, mean, p50, p99, max must be given'",
        "/predict?ms=%FF, 400, query must be percent-encoded UTF-8",
        "/log, 405, The method must be POST",
        "/live.html, 404, There is nothing at this URL.",
        "/js/nothing.js, 404, There is nothing at this URL.",
        "/js/..%2Fplanner.html, 404, There is nothing at this URL.",
        "/WEB-INF/web.xml, 404, There is nothing at this URL."
    })
    void what_cannot_be_answered_is_refused_in_a_sentence(String path, int status, String sentence) throws Exception {
        var response = get(path);
        assertEquals(status, response.statusCode());
        assertTrue(response.body().contains(sentence), response.body());
    }

    @Test
    void a_log_that_is_none_or_too_long_is_refused_in_a_sentence() throws Exception {
        assertTrue(post("", "no log\n").body().contains("no column is a request"));
        assertTrue(post("?threads=0", LINE).body().contains("threads must be a whole number"));
        var tooLong = post("", LINE.repeat(1 + MOST_LOG_BYTES / LINE.length()));
        assertEquals(413, tooLong.statusCode());
        assertTrue(tooLong.body().contains("The log is over 100,000 bytes"), tooLong.body());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example", "[::2]"})
    void a_name_that_was_made_to_point_to_this_machine_is_refused(String host) throws Exception {
        assertTrue(raw("GET /disciplines HTTP/1.1", "Host: " + host).startsWith("HTTP/1.1 421 "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST:80", "127.0.0.1:8080", "[::1]:8080"})
    void the_names_of_this_machine_are_answered(String host) throws Exception {
        assertTrue(raw("GET /disciplines HTTP/1.1", "Host: " + host).startsWith("HTTP/1.1 200 "));
    }

    @ParameterizedTest
    @CsvSource({
        "Origin: http://evil.example, 403",
        "Origin: null, 403",
        "Origin: http://localhost:1, 403",
        "Sec-Fetch-Site: cross-site, 403",
        "Sec-Fetch-Site: same-site, 403",
        "Origin: http://localhost, 200",
        "Sec-Fetch-Site: same-origin, 200"
    })
    void a_page_of_another_site_is_refused(String header, int status) throws Exception {
        String answer = raw("GET /disciplines HTTP/1.1", "Host: localhost", header);
        assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
    }

    /** A link on another page may lead to this one. */
    @Test
    void a_link_of_another_site_opens_the_page() throws Exception {
        String answer =
                raw("HEAD / HTTP/1.1", "Host: localhost", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate");
        assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
        assertTrue(answer.endsWith("\r\n\r\n"), answer); // no body
    }

    @Test
    void slow_clients_do_not_keep_others_waiting_and_no_more_logs_are_read_at_once_than_there_are_places()
            throws Exception {
        var slow = new ArrayList<Socket>();
        try {
            for (int i = 0; i < LogUploads.MOST_AT_ONCE; i++)
                slow.add(sent("POST /log HTTP/1.1", "Host: localhost", "Content-Length: 10", "", "x"));
            for (int i = 0; i < LogUploads.MOST_AT_ONCE / 2; i++) slow.add(sent("GET /predict HTTP/1.1"));
            Await.until("no place is free", () -> statusOfAnEmptyLog() == 503);
            assertEquals("5", post("", "").headers().firstValue("Retry-After").orElseThrow());
            assertEquals(200, get("/predict?users=1&ms=1").statusCode());
        } finally {
            for (Socket each : slow) each.close();
        }
        Await.until("the places are free again", () -> statusOfAnEmptyLog() == 400);
    }

    @Test
    void at_most_two_computations_run_at_a_time() {
        var computations = new Computations();
        var answer = computations.answer(one -> computations
                .answer(two -> computations.answer(three -> "a third"))
                .page());
        assertEquals(
                "{\"status\":503,\"page\":{\"error\":\"Two predictions are already running. Retry in a second.\"},\"retryAfterSeconds\":1}",
                json(answer.page()));
    }

    private static Socket sent(String... lines) throws IOException {
        var socket = new Socket("127.0.0.1", URI.create(server.url()).getPort());
        socket.getOutputStream().write(String.join("\r\n", lines).getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String raw(String... lines) throws IOException {
        var all = new ArrayList<>(List.of(lines));
        all.addAll(List.of("Connection: close", "", ""));
        try (Socket socket = sent(all.toArray(String[]::new))) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
