package asynclab.wire.pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.exchange.Ending;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerContract;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults on purpose, as the client sees them that has to survive them; each is one end in the ledger. */
class FaultContract extends ServerContract {

    @Override
    protected ServerSettings settings() {
        return named("").withJvmFlags(List.of("-Dasynclab.faults=status-418:100"));
    }

    private Socket ask(String query) throws IOException {
        return raw(0, "GET /faulty?" + query + " HTTP/1.1");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 429, 500, 503, 599})
    void a_status_is_answered_with_that_status(int status) throws Exception {
        long answered = ledger().ended(Ending.ANSWERED);
        var response = get("/faulty?ms=1&fault=status-" + status);
        assertEquals(status, response.statusCode());
        assertEquals("{\"error\":\"A fault on purpose.\"}", response.body());
        counts(Ending.ANSWERED, answered + 1);
    }

    /** The length that was announced for the stream is not the reply's. */
    @ParameterizedTest
    @ValueSource(strings = {"/faulty?fault=dribble&ms=60000", "/faulty?fault=dribble&bytes=8000&ms=60000"})
    void a_stream_that_is_too_late_for_its_first_byte_is_a_whole_503(String path) throws Exception {
        for (int timeoutMillis : new int[] {1, 2, 5, 50})
            assertUnavailable("1", get(path + "&timeoutMs=" + timeoutMillis));
    }

    @Test
    void an_empty_answer_is_the_end_of_the_connection_without_a_byte() throws Exception {
        long gone = ledger().ended(Ending.CLIENT_GONE);
        try (var socket = ask("ms=20&fault=empty")) {
            assertEquals(-1, socket.getInputStream().read());
        }
        counts(Ending.CLIENT_GONE, gone + 1);
    }

    @Test
    void a_reset_resets_the_connection() throws Exception {
        long gone = ledger().ended(Ending.CLIENT_GONE);
        try (var socket = ask("ms=20&fault=reset")) {
            var thrown = assertThrows(
                    SocketException.class, () -> socket.getInputStream().read());
            assertTrue(thrown.getMessage().contains("reset"), thrown::getMessage);
        }
        counts(Ending.CLIENT_GONE, gone + 1);
    }

    @Test
    void a_truncated_body_ends_before_the_length_that_was_announced() throws Exception {
        long gone = ledger().ended(Ending.CLIENT_GONE);
        try (var socket = ask("ms=20&fault=truncated")) {
            String all = readAll(socket);
            assertTrue(all.startsWith("HTTP/1.1 200"), all);
            assertTrue(all.contains("Content-Length: 28\r\n"), all);
            assertEquals("half of the bo", all.substring(all.indexOf("\r\n\r\n") + 4));
        }
        counts(Ending.CLIENT_GONE, gone + 1);
        var library = getLater("/faulty?ms=1&fault=truncated");
        assertTrue(assertThrows(CompletionException.class, library::join).getCause() instanceof IOException);
    }

    @Test
    void a_dribble_comes_byte_by_byte_and_is_whole_in_the_end() throws Exception {
        long answered = ledger().ended(Ending.ANSWERED);
        assertEquals(
                ".".repeat(30),
                get("/faulty?ms=1&fault=dribble&bytes=30&everyMs=3").body());
        counts(Ending.ANSWERED, answered + 1);
        try (var socket = ask("ms=1&fault=dribble&bytes=1000&everyMs=1000")) {
            readHead(socket);
            assertEquals('.', socket.getInputStream().read());
            assertEquals(1, ledger().inFlight()); // a thousand seconds of it are to come
            vanish(socket);
        }
        Await.until("no answer dribbles", () -> ledger().inFlight() == 0);
    }

    @Test
    void never_lasts_until_the_deadline() throws Exception {
        long timedOut = ledger().ended(Ending.TIMED_OUT);
        assertEquals(503, get("/faulty?ms=0&fault=never&timeoutMs=300").statusCode());
        counts(Ending.TIMED_OUT, timedOut + 1);
        Await.until("no timer is left", () -> server().probe().scheduledTasks() == 0);
    }

    @Test
    void the_same_seed_gives_a_request_the_same_fate() throws Exception {
        var first = fates();
        assertEquals(first, fates());
        assertEquals(4, first.stream().distinct().count(), first::toString);
    }

    private List<String> fates() throws Exception {
        var fates = new ArrayList<String>();
        for (int seed = 0; seed < 100; seed++)
            fates.add(fate("fault=status-500:20,status-404:10,truncated:20&faultSeed=" + seed));
        return fates;
    }

    private String fate(String query) throws Exception {
        try {
            HttpResponse<String> response = get("/faulty?ms=0&" + query);
            return response.statusCode() + response.body();
        } catch (IOException cut) {
            return "cut";
        }
    }

    @Test
    void a_request_that_names_no_fault_gets_the_deployments() throws Exception {
        assertEquals(418, get("/faulty?ms=0").statusCode());
        assertEquals("ok", get("/faulty?ms=0&fault=reset:0").body());
    }

    @Test
    void broken_connections_are_let_go_and_leave_no_trace_in_the_log() throws Exception {
        long gone = ledger().ended(Ending.CLIENT_GONE);
        var sockets = new ArrayList<Socket>();
        for (int i = 0; i < 20; i++)
            for (String fault : List.of("empty", "reset", "truncated")) sockets.add(ask("ms=1&fault=" + fault));
        int resets = 0;
        for (var socket : sockets) {
            try (socket) {
                readAll(socket);
            } catch (SocketException reset) {
                resets++;
            }
        }
        assertEquals(20, resets);
        counts(Ending.CLIENT_GONE, gone + 60);
        assertEquals("ok", get("/async?ms=1").body());
        var complaints = complaints("WARN", "ERROR", "Exception").stream()
                .filter(line -> !line.contains("SecureRandom")) // Tomcat's, if its start was slow
                // Tomcat's INFO: by its stack the poller found a cancelled key, and a fault closes the channel
                .filter(line -> !line.contains("RecycleRequiredException"))
                .toList();
        assertEquals(List.of(), complaints);
    }

    @ParameterizedTest
    @CsvSource({
        "fault=explode, fault",
        "fault=, fault",
        "fault=reset:101, fault",
        "'fault=reset:60,empty:50', fault",
        "fault=status-200, fault",
        "fault=status-600, fault",
        "fault=reset:-1, fault",
        "fault=reset&faultSeed=x, faultSeed",
        "fault=dribble&bytes=0, bytes",
        "fault=dribble&everyMs=0, everyMs",
        "ms=x, ms",
    })
    void bad_input_gets_400_and_the_parameter(String query, String parameter) throws Exception {
        assertBadInput(parameter, get("/faulty?" + query));
    }
}
