package asynclab.wire.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.client.RawConnection;
import asynclab.client.RawConnection.Response;
import asynclab.exchange.Ending;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerContract;
import asynclab.wire.fixture.TestWar;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that do not simply get what they asked for: deadlines, things thrown, foreign filters, clients that vanish or drip. */
class EndingContract extends ServerContract {

    private static final Pattern MARK = Pattern.compile("\\[asynclab-scheduler\\S*] Failure(.*): A request failed");

    /** Tomcat closes the connection after these statuses, Jetty keeps it. */
    private static final Set<Integer> TOMCAT_CLOSES_AFTER = Set.of(400, 408, 411, 413, 414, 500, 501, 503);

    @Override
    protected Path war() {
        return TestWar.of(super.war());
    }

    private void assertConnectionIsCleanAfter(Response response, RawConnection connection) throws IOException {
        String version = server().probe().version();
        if (onTomcat() || version.startsWith("jetty")) // others may do either
        assertEquals(onTomcat() && TOMCAT_CLOSES_AFTER.contains(response.status()), response.closes());
        if (response.closes()) assertTrue(connection.isAtItsEnd());
        else assertEquals("ok", connection.get("/async?ms=1").text());
    }

    @ContractRow(22)
    @ParameterizedTest
    @CsvSource({
        "400, GET, /async?ms=x",
        "404, GET, /nothing-here",
        "405, DELETE, /async",
        "500, GET, /throwing?at=task&ms=1",
        "503, GET, /async?ms=60000&timeoutMs=20",
    })
    void after_an_error_the_connection_is_clean_or_closed(int status, String method, String path) throws Exception {
        try (var connection = connection()) {
            Response response =
                    connection.ask(method + " " + path + " HTTP/1.1").read(method);
            assertEquals(status, response.status(), response::toString);
            assertConnectionIsCleanAfter(response, connection);
        }
    }

    /** Tomcat looks for its own timeouts once a second, so one that came from there would mostly be later than the answer. */
    @ContractRow(6)
    @Test
    void a_deadline_is_not_rounded_to_the_containers_clock() throws Exception {
        for (int round = 0; round < 5; round++) {
            long before = ledger().ended(Ending.TIMED_OUT);
            var late = getLater("/async?ms=60000&timeoutMs=100");
            Await.until(
                    "both its timers run", () -> scheduledTasks() == 2 || ledger().ended(Ending.TIMED_OUT) > before);
            // due after that deadline, however slow the machine, and after it is counted, but before a container looks
            assertEquals("ok", get("/async?ms=300").body());
            assertEquals(before + 1, ledger().ended(Ending.TIMED_OUT));
            assertEquals(503, late.join().statusCode());
        }
    }

    /** How much the server has said. Its one scheduler thread has then written what it had to say of earlier tests. */
    private int saidBefore() throws Exception {
        assertEquals("ok", get("/async?ms=1").body());
        return said().length();
    }

    @ContractRow({7, 8, 36})
    @ParameterizedTest
    @ValueSource(strings = {"before", "service", "task", "listener", "reply"})
    void whatever_is_thrown_gives_a_clean_500_and_goes_to_the_log(String at) throws Exception {
        long before = ledger().ended(Ending.FAILED);
        int saidBefore = saidBefore();
        try (var connection = connection()) {
            connection.ask("GET /throwing?ms=1&at=" + at + " HTTP/1.1", "Content-Length: 1");
            Response response = connection.send("x").read("GET");
            assertEquals(500, response.status(), response::toString);
            assertEquals("{\"error\":\"The request failed. The server's log has the reason.\"}", response.text());
            assertEquals("application/json", response.header("Content-Type"));
        }
        counts(Ending.FAILED, before + 1);
        Await.until("it is in the log", () -> said().substring(saidBefore)
                .contains("IllegalStateException: thrown at " + at));
        assertEquals("ok", get("/async?ms=1").body());
    }

    @ContractRow(31)
    @Test
    void the_log_context_of_a_filter_marks_all_lines_of_its_request() throws Exception {
        int saidBefore = saidBefore();
        var marked = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        for (int n = 0; n < 1000; n++) marked.add(getLater("/throwing?at=task&ms=" + n % 10 + "&n=" + n));
        for (var response : marked) assertEquals(500, response.join().statusCode());
        assertEquals(500, get("/throwing?at=task&ms=1").statusCode());
        Await.until("each has its line", () -> marksOfFailures(saidBefore).size() >= 1001);
        var marks = Stream.concat(Stream.of(""), IntStream.range(0, 1000).mapToObj(n -> " n=" + n));
        assertEquals(marks.sorted().toList(), marksOfFailures(saidBefore), "each once, and one request has no mark");
    }

    /** Of the failures since the log was so long, sorted. */
    private List<String> marksOfFailures(int saidBefore) {
        return MARK.matcher(said().substring(saidBefore))
                .results()
                .map(line -> line.group(1))
                .sorted()
                .toList();
    }

    @ContractRow(13)
    @Test
    void what_a_foreign_filter_wraps_round_the_response_is_kept() throws Exception {
        assertEquals("OK", get("/shouted?ms=1").body());
    }

    @ContractRow(14)
    @Test
    void behind_a_filter_that_supports_nothing_asynchronous_there_is_a_clean_500() throws Exception {
        long before = ledger().ended(Ending.FAILED);
        var response = get("/not-supported?ms=1");
        assertEquals(500, response.statusCode());
        assertEquals(
                "{\"ERROR\":\"THE REQUEST FAILED. THE SERVER'S LOG HAS THE REASON.\"}",
                response.body().toUpperCase());
        counts(Ending.FAILED, before + 1);
    }

    @ContractRow(16)
    @ParameterizedTest
    @CsvSource({
        "before its request is whole, 0",
        "while it waits, 20",
        "while it is answered, 20",
        "after its answer, 20"
    })
    void a_client_that_vanishes_leaves_nothing_in_flight(String when, int entered) throws Exception {
        long before = ledger().started();
        for (int i = 1; i <= 20; i++) {
            long started = before + i;
            var connection = connection();
            switch (when) {
                case "before its request is whole" -> connection.send("GET /async?ms=1 HTTP/1.1\r\nHost: local");
                case "while it waits" -> {
                    connection.ask("GET /async?ms=60000&timeoutMs=500 HTTP/1.1");
                    Await.until("it has entered", () -> ledger().started() == started);
                }
                case "while it is answered" -> {
                    connection.ask("GET /download?bytes=100000000 HTTP/1.1");
                    assertFalse(connection.isAtItsEnd()); // its first byte has come
                }
                case "after its answer" -> assertEquals(
                        "ok", connection.get("/async?ms=1").text());
                default -> throw new IllegalArgumentException(when);
            }
            connection.vanish();
        }
        Await.until("nothing is in flight", () -> ledger().inFlight() == 0);
        assertEquals(before + entered, ledger().started());
        Await.until("no timer is left", () -> scheduledTasks() == 0);
        assertEquals("ok", get("/async?ms=1").body());
    }

    @ContractRow(34)
    @Test
    void five_hundred_dripping_heads_hold_no_thread_and_are_answered_when_they_are_whole() throws Exception {
        var dripping = new ArrayList<RawConnection>();
        try {
            for (int i = 0; i < 500; i++)
                dripping.add(connection().send("GET /warm?ms=1 HTTP/1.1\r\nHost: localhost\r\nX-Drip: "));
            long before = ledger().started();
            for (int drop = 1; drop <= 5; drop++) {
                for (RawConnection connection : dripping) connection.send("x");
                assertEquals("ok", get("/warm?ms=1").body());
                assertEquals(before + drop, ledger().started());
            }
            Await.until("no thread is held", () -> server().probe().pool().busy() <= 0); // -1: not told
            for (RawConnection connection : dripping) connection.send("\r\n\r\n");
            for (RawConnection connection : dripping)
                assertEquals("ok", connection.read("GET").text());
        } finally {
            for (RawConnection connection : dripping) connection.close();
        }
    }
}
