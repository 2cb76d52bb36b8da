package asynclab.wire.pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Router, aggregator and routing slip, over a real socket; their backend is a second server(), or one that the test plays. */
abstract class CompositionContract extends ServerContract {

    private static final List<String> ALL = List.of(
            "/router-blocking",
            "/router-non-blocking",
            "/aggregate-blocking",
            "/aggregate-non-blocking",
            "/routing-slip-blocking",
            "/routing-slip-non-blocking");

    private Server backend;

    private ServerSettings calling(String suffix, String backendUrl, String... flags) {
        var all = new ArrayList<>(List.of(flags));
        all.add("-Dasynclab.backend=" + backendUrl);
        return named(suffix).withJvmFlags(all);
    }

    @Override
    protected ServerSettings settings() {
        backend = start(SHARED);
        return calling("", url(backend, ""));
    }

    @AfterEach
    void the_backends_ledger_balances_too() {
        balances(backend);
    }

    private static void assertBadGateway(HttpResponse<String> response) {
        assertEquals(502, response.statusCode(), response::body);
        assertEquals("{\"error\":\"The backend failed, or its answer was not valid.\"}", response.body());
    }

    private static ServerSocket playedBackend() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    private static String url(ServerSocket played) {
        return "http://127.0.0.1:" + played.getLocalPort();
    }

    /** The next call of a backend that the test plays; its request has been read. */
    private record Call(Socket socket, BufferedReader in, String requestLine) implements AutoCloseable {

        static Call accept(ServerSocket played) throws IOException {
            played.setSoTimeout(60_000);
            Socket socket = played.accept();
            socket.setSoTimeout(60_000);
            return next(socket, new BufferedReader(new InputStreamReader(socket.getInputStream())));
        }

        private static Call next(Socket socket, BufferedReader in) throws IOException {
            String requestLine = in.readLine();
            for (String header = requestLine; header != null && !header.isEmpty(); ) header = in.readLine();
            return new Call(socket, in, requestLine);
        }

        void answer(String status, String body) throws IOException {
            String head =
                    "HTTP/1.1 " + status + "\r\nConnection: close\r\nContent-Length: " + body.length() + "\r\n\r\n";
            socket.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
        }

        void answer(long processingTimeMs) throws IOException {
            answer("200 OK", "{\"status\":\"Ok\",\"processingTimeMs\":" + processingTimeMs + "}");
        }

        void isHungUp() throws IOException {
            assertEquals(-1, in.read());
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/router-blocking", "/router-non-blocking"})
    void a_router_passes_the_backends_answer_through(String path) throws Exception {
        var response = get(path + "?minMs=7&maxMs=8");
        assertEquals(200, response.statusCode());
        assertEquals("{\"status\":\"Ok\",\"processingTimeMs\":7}", response.body());
        assertEquals(
                "application/json",
                response.headers().firstValue("Content-Type").orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({
        "/router-blocking?ms=x, ms",
        "/router-non-blocking?ms=-1, ms",
        "/aggregate-blocking?lookupMs=600001, lookupMs",
        "/aggregate-non-blocking?lookupMs=-1, lookupMs",
        "/aggregate-blocking?calls=0, calls",
        "/aggregate-non-blocking?calls=51, calls",
        "/aggregate-blocking?deadlineMs=0, deadlineMs",
        "/aggregate-non-blocking?deadlineMs=660001, deadlineMs",
        "/aggregate-non-blocking?ms=soon, ms",
        "/routing-slip-blocking?calls=51, calls",
        "/routing-slip-non-blocking?calls=, calls",
        "/routing-slip-blocking?stepMs=10001, stepMs",
        "/routing-slip-non-blocking?timeoutMs=0, timeoutMs",
    })
    void bad_input_gets_400_and_the_parameter_with_its_range(String path, String parameter) throws Exception {
        var response = get(path);
        assertEquals(400, response.statusCode());
        JsonNode body = JSON.readTree(response.body());
        assertEquals(parameter, body.get("parameter").asText());
        assertTrue(body.get("error").asText().contains(body.get("range").asText()));
    }

    @ParameterizedTest
    @CsvSource({"/aggregate-blocking, 80", "/aggregate-non-blocking, 40"})
    void an_aggregate_is_whole_when_every_call_was_answered_in_time(String path, long leastMillis) throws Exception {
        long start = System.nanoTime();
        var response = get(path + "?lookupMs=20&ms=20&deadlineMs=60000");
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        assertEquals(200, response.statusCode());
        assertEquals(
                "{\"status\":\"Ok\",\"results\":[{\"call\":1,\"processingTimeMs\":20},{\"call\":2,\"processingTimeMs\":20},"
                        + "{\"call\":3,\"processingTimeMs\":20}],\"missing\":[]}",
                response.body());
        assertTrue(millis >= leastMillis, () -> "after only " + millis + " ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/aggregate-blocking", "/aggregate-non-blocking"})
    void the_largest_aggregate_is_answered(String path) throws Exception {
        JsonNode body = json(path + "?calls=50&lookupMs=0&ms=0&deadlineMs=60000");
        assertEquals("Ok", body.get("status").asText());
        assertEquals(50, body.get("results").size());
        for (int call = 1; call <= 50; call++)
            assertEquals(call, body.get("results").get(call - 1).get("call").asInt());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/routing-slip-blocking", "/routing-slip-non-blocking"})
    void a_routing_slip_takes_the_sum_of_its_calls(String path) throws Exception {
        long start = System.nanoTime();
        var response = get(path + "?calls=4&stepMs=10");
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        assertEquals(
                "{\"status\":\"Ok\",\"results\":[{\"call\":1,\"processingTimeMs\":10},{\"call\":2,\"processingTimeMs\":20},"
                        + "{\"call\":3,\"processingTimeMs\":30},{\"call\":4,\"processingTimeMs\":40}],\"missing\":[]}",
                response.body());
        assertTrue(millis >= 100, () -> "after only " + millis + " ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/aggregate-blocking", "/aggregate-non-blocking"})
    void an_aggregate_of_which_nothing_has_come_at_the_deadline_is_a_503(String path) throws Exception {
        long before = ledger("timedOut");
        for (String slow : List.of("?lookupMs=0&ms=2000&deadlineMs=100", "?lookupMs=600000&deadlineMs=100")) {
            var response = get(path + slow);
            assertUnavailable("1", response);
            assertEquals("{\"error\":\"No answer within 100 ms.\"}", response.body());
        }
        counts(server(), "timedOut", before + 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/aggregate-blocking", "/aggregate-non-blocking"})
    void a_lookup_nobody_waits_for_gives_its_thread_back(String path) throws Exception {
        for (var late : getMany(60, path + "?lookupMs=600000&deadlineMs=200")) assertUnavailable("1", late.join());
        assertEquals(200, get(path + "?lookupMs=0&ms=0&deadlineMs=60000").statusCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/routing-slip-blocking", "/routing-slip-non-blocking"})
    void a_routing_slip_that_is_not_through_at_its_deadline_is_a_503(String path) throws Exception {
        long before = ledger("timedOut");
        var response = get(path + "?stepMs=400&timeoutMs=600");
        assertUnavailable("1", response);
        assertEquals("{\"error\":\"No answer within 600 ms.\"}", response.body());
        counts(server(), "timedOut", before + 1);
    }

    @Test
    void what_is_missing_at_the_deadline_is_named_and_hung_up() throws Exception {
        try (var played = playedBackend();
                Server gateway = start(calling("-played", url(played)))) {
            oneOfEach(gateway, played); // five seconds are then time enough for what is to arrive before the deadline
            var parallel = getLater(gateway, "/aggregate-non-blocking?lookupMs=0&ms=1&deadlineMs=5000");
            try (var one = Call.accept(played);
                    var other = Call.accept(played);
                    var never = Call.accept(played)) {
                one.answer(11);
                other.answer(22);

                var serial = getLater(gateway, "/aggregate-blocking?lookupMs=0&ms=1&deadlineMs=5000");
                try (var first = Call.accept(played)) {
                    first.answer(11);
                }
                try (var neverEither = Call.accept(played)) {
                    assertEquals(
                            "{\"status\":\"Partial\",\"results\":[{\"call\":1,\"processingTimeMs\":11}],\"missing\":[2,3]}",
                            serial.join().body());
                    neverEither.isHungUp();
                }

                JsonNode body = JSON.readTree(parallel.join().body());
                assertEquals("Partial", body.get("status").asText());
                assertEquals(2, body.get("results").size());
                assertEquals(1, body.get("missing").size());
                never.isHungUp();
            }

            for (String path : List.of("/aggregate-blocking", "/aggregate-non-blocking")) {
                var failing = getLater(gateway, path + "?lookupMs=0&ms=1&deadlineMs=50000");
                try (var good = Call.accept(played)) {
                    good.answer(11);
                }
                try (var bad = Call.accept(played)) {
                    bad.answer("500 No", "no");
                }
                try (var strange = Call.accept(played)) {
                    strange.answer("200 OK", "OK");
                }
                JsonNode body =
                        JSON.readTree(failing.join().body()); // before the deadline, or this would be a time-out
                assertEquals("Partial", body.get("status").asText());
                assertEquals(1, body.get("results").size());
                assertEquals(2, body.get("missing").size());
            }

            for (String path : List.of("/routing-slip-blocking", "/routing-slip-non-blocking")) {
                var slip = getLater(gateway, path + "?calls=3&stepMs=5");
                for (int call = 1; call <= 2; call++)
                    try (var next = Call.accept(played)) {
                        assertEquals("GET /process-non-blocking?ms=" + call * 5 + " HTTP/1.1", next.requestLine());
                        assertFalse(slip.isDone());
                        next.answer(call * 5);
                    }
                try (var last = Call.accept(played)) {
                    last.answer("500 No", "no");
                }
                assertBadGateway(slip.join());
            }
            balances(gateway);
        }
    }

    @Test
    void a_database_that_goes_is_a_502_and_one_that_comes_back_is_used_again() throws Exception {
        var database = org.h2.tools.Server.createTcpServer("-tcpPort", "0", "-ifNotExists");
        database.start();
        int port = database.getPort();
        String url = "jdbc:h2:tcp://127.0.0.1:" + port
                + "/mem:lookups;INIT=CREATE ALIAS IF NOT EXISTS WAIT FOR \"java.lang.Thread.sleep(long)\"";
        try (Server gateway = start(calling(
                "-database",
                url(backend, ""),
                "-Dasynclab.jdbc-url=" + url,
                "-Dasynclab.jdbc-user=sa",
                "-Dasynclab.lookup-threads=1",
                "-Dasynclab.lookup-sql=SELECT WAIT(?)"))) {
            var paths = List.of("/aggregate-blocking?ms=0", "/aggregate-non-blocking?ms=0");
            for (String path : paths) assertEquals(200, get(gateway, path).statusCode());
            database.stop();
            for (String path : paths) assertBadGateway(get(gateway, path));
            database = org.h2.tools.Server.createTcpServer("-tcpPort", Integer.toString(port), "-ifNotExists");
            database.start();
            for (String path : paths) assertEquals(200, get(gateway, path).statusCode());
            balances(gateway);
        } finally {
            database.stop();
        }
    }

    /** One request to each URL, answered, so that whatever starts on first use has started. */
    private void oneOfEach(Server gateway, ServerSocket played) throws Exception {
        for (String path : ALL) {
            var first = getLater(gateway, path + "?calls=1&lookupMs=0&ms=0&stepMs=0&deadlineMs=600000");
            try (var call = Call.accept(played)) {
                call.answer(0);
            }
            assertEquals(200, first.join().statusCode(), path);
        }
    }

    /** Two requests to each URL that wait for their calls, and as many to each aggregator that wait for their lookups. */
    private List<CompletableFuture<HttpResponse<String>>> waiting(
            Server gateway, ServerSocket played, List<Call> calls, int lookups) throws Exception {
        var waiting = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        for (String path : ALL) {
            waiting.addAll(getMany(gateway, 2, path + "?lookupMs=0&ms=1&deadlineMs=600000"));
            int atOnce = path.equals("/aggregate-non-blocking") ? 3 : 1;
            for (int call = 0; call < 2 * atOnce; call++) calls.add(Call.accept(played));
        }
        for (String path : List.of("/aggregate-blocking", "/aggregate-non-blocking"))
            waiting.addAll(getMany(gateway, lookups, path + "?lookupMs=600000&deadlineMs=600000"));
        Await.until("all are inside", () -> gateway.probe().ledger().get("inFlight") == waiting.size());
        return waiting;
    }

    private static void areHungUp(List<Call> calls) throws IOException {
        for (var call : calls)
            try (call) {
                call.isHungUp();
            }
    }

    @Test
    void those_who_wait_are_answered_when_the_server_is_stopped() throws Exception {
        try (var played = playedBackend()) {
            Server stopping = start(calling("-stop", url(played), "-Dasynclab.lookup-threads=10"));
            oneOfEach(stopping, played);
            var calls = new ArrayList<Call>();
            var waiting = waiting(stopping, played, calls, 15);
            stopping.close();
            for (var response : waiting) assertUnavailable("5", response.join());
            areHungUp(calls);
            String log = Files.readString(stopping.log());
            assertFalse(log.contains("Exception") || log.contains("WARN"), () -> "see " + stopping.log());
        }
    }

    @Test
    void a_full_pool_refuses_and_an_undeploy_answers_everybody_and_leaves_no_thread_and_no_driver() throws Exception {
        try (var played = playedBackend();
                Server undeploying = start(calling(
                        "-undeploy", url(played), "-Dasynclab.lookup-threads=2", "-Dasynclab.lookup-queue=3"))) {
            oneOfEach(undeploying, played);
            assertTrue(undeploying.probe().instances("java.sql.DriverInfo") > 0, "H2 has registered its driver");

            var calls = new ArrayList<Call>();
            var waiting = waiting(undeploying, played, calls, 0);
            var burst = new ArrayList<CompletableFuture<HttpResponse<String>>>();
            for (String path : List.of("/aggregate-blocking", "/aggregate-non-blocking"))
                burst.addAll(getMany(undeploying, 20, path + "?lookupMs=600000&deadlineMs=600000"));
            // of twenty five at most find room, and three at least, when the threads are slower than the burst
            Await.until("each is inside or refused", () -> {
                var ledger = undeploying.probe().ledger();
                return ledger.get("rejected") >= 2 * 15
                        && ledger.get("inFlight") + ledger.get("rejected") == waiting.size() + burst.size();
            });
            assertEquals(2, threads(undeploying, "asynclab-aggregate-lookup-"));
            assertEquals(2, threads(undeploying, "asynclab-aggregate-blocking-lookup-"));

            undeploying.probe().stopApplication();
            for (var response : waiting) assertUnavailable("5", response.join());
            var refused = burst.stream()
                    .filter(response ->
                            response.join().headers().firstValue("Retry-After").equals(Optional.of("1")))
                    .toList();
            assertTrue(refused.size() >= 2 * 15 && refused.size() <= 2 * 17, () -> "refused: " + refused.size());
            for (var response : burst) assertUnavailable(refused.contains(response) ? "1" : "5", response.join());
            areHungUp(calls);
            Await.until("no thread of the application is left", () -> undeploying.probe().threadNames().stream()
                    .noneMatch(name -> name.startsWith("asynclab") || name.startsWith("HttpClient")));
            assertEquals(0, undeploying.probe().instances("java.sql.DriverInfo"));
            String log = Files.readString(undeploying.log());
            assertFalse(log.contains("Exception") || log.contains("JDBC driver"), () -> "see " + undeploying.log());
        }
    }
}
