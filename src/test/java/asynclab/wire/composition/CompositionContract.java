package asynclab.wire.composition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.exchange.Ending;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.wire.composition.PlayedCall.PlayedSocket;
import asynclab.wire.fixture.Await;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Router, aggregator and routing slip over a real socket. Their backend is a second server, or one that the test plays. */
class CompositionContract extends GatewayContract {

    private Server backend;

    @Override
    protected ServerSettings settings() {
        backend = start(SHARED);
        return calling("", url(backend, ""));
    }

    @AfterEach
    void the_backends_ledger_balances_too() {
        balances(backend);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/router-blocking", "/router-non-blocking"})
    void a_router_passes_the_backends_answer_through(String path) throws Exception {
        var response = get(path + "?minMs=7&maxMs=8");
        assertEquals(200, response.statusCode());
        assertEquals("{\"status\":\"Ok\",\"processingTimeMs\":7}", response.body());
        assertEquals("application/json", header(response, "Content-Type"));
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
        assertBadInput(parameter, get(path));
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
        long before = ledger().ended(Ending.TIMED_OUT);
        for (String slow : List.of("?lookupMs=0&ms=2000&deadlineMs=100", "?lookupMs=600000&deadlineMs=100")) {
            var response = get(path + slow);
            assertUnavailable("1", response);
            assertEquals("{\"error\":\"No answer within 100 ms.\"}", response.body());
        }
        counts(Ending.TIMED_OUT, before + 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/aggregate-blocking", "/aggregate-non-blocking"})
    void a_lookup_without_a_waiting_request_frees_its_thread(String path) throws Exception {
        for (var late : getMany(60, path + "?lookupMs=600000&deadlineMs=200")) assertUnavailable("1", late.join());
        assertEquals(200, get(path + "?lookupMs=0&ms=0&deadlineMs=60000").statusCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/routing-slip-blocking", "/routing-slip-non-blocking"})
    void a_routing_slip_that_is_not_through_at_its_deadline_is_a_503(String path) throws Exception {
        long before = ledger().ended(Ending.TIMED_OUT);
        var response = get(path + "?stepMs=400&timeoutMs=600");
        assertUnavailable("1", response);
        assertEquals("{\"error\":\"No answer within 600 ms.\"}", response.body());
        counts(Ending.TIMED_OUT, before + 1);
    }

    @Test
    void what_is_missing_at_the_deadline_is_named_and_hung_up() throws Exception {
        try (var played = new PlayedSocket()) {
            Server gateway = start(calling("-played", played.url()));
            oneOfEach(gateway, played); // which loads the classes
            long started = System.nanoTime();
            oneOfEach(gateway, played);
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started); // of this machine, now
            assertMissingAtTheDeadline(gateway, played, 5_000 + 4 * millis);
            for (String path : List.of("/aggregate-blocking", "/aggregate-non-blocking"))
                assertFailedCallsAreMissing(path, gateway, played);
            for (String path : List.of("/routing-slip-blocking", "/routing-slip-non-blocking"))
                assertFailedStepIsA502(path, gateway, played);
            balances(gateway);
        }
    }

    /** @param deadlineMillis is time enough for what is to arrive before it */
    private void assertMissingAtTheDeadline(Server gateway, PlayedSocket played, long deadlineMillis) throws Exception {
        String query = "?lookupMs=0&ms=1&deadlineMs=" + Math.min(50_000, deadlineMillis);
        var parallel = getLater(gateway, "/aggregate-non-blocking" + query);
        try (var one = PlayedCall.accept(played);
                var other = PlayedCall.accept(played);
                var unanswered = PlayedCall.accept(played)) {
            one.answer(11);
            other.answer(22);

            var serial = getLater(gateway, "/aggregate-blocking" + query);
            try (var first = PlayedCall.accept(played)) {
                first.answer(11);
            }
            try (var second = PlayedCall.accept(played)) {
                assertEquals(
                        "{\"status\":\"Partial\",\"results\":[{\"call\":1,\"processingTimeMs\":11}],\"missing\":[2,3]}",
                        serial.join().body());
                second.isHungUp();
            }
            assertPartial(2, 1, parallel.join());
            unanswered.isHungUp();
        }
    }

    private static void assertPartial(int results, int missing, HttpResponse<String> response) throws Exception {
        JsonNode body = json(response);
        assertEquals("Partial", body.get("status").asText());
        assertEquals(results, body.get("results").size());
        assertEquals(missing, body.get("missing").size());
    }

    private void assertFailedCallsAreMissing(String path, Server gateway, PlayedSocket played) throws Exception {
        var failing = getLater(gateway, path + "?lookupMs=0&ms=1&calls=4&deadlineMs=50000");
        try (var good = PlayedCall.accept(played)) {
            good.answer(11);
        }
        try (var bad = PlayedCall.accept(played)) {
            bad.answer("500 No", "no");
        }
        try (var strange = PlayedCall.accept(played)) {
            strange.answer("200 OK", "OK");
        }
        try (var huge = PlayedCall.accept(played)) {
            huge.answer("200 OK", "{\"processingTimeMs\":18446744073709551617}"); // 2^64 + 1
        }
        assertPartial(1, 3, failing.join()); // before the deadline, or this would be a timeout
    }

    private void assertFailedStepIsA502(String path, Server gateway, PlayedSocket played) throws Exception {
        var slip = getLater(gateway, path + "?calls=3&stepMs=5");
        for (int call = 1; call <= 2; call++)
            try (var next = PlayedCall.accept(played)) {
                assertEquals("GET /process-non-blocking?ms=" + call * 5 + " HTTP/1.1", next.requestLine());
                assertFalse(slip.isDone());
                next.answer(call * 5);
            }
        try (var last = PlayedCall.accept(played)) {
            last.answer("500 No", "no");
        }
        assertBadGateway(slip.join());
    }

    @Test
    void a_database_that_goes_is_a_502_and_one_that_comes_back_is_used_again() throws Exception {
        var database = org.h2.tools.Server.createTcpServer("-tcpPort", "0", "-ifNotExists");
        database.start();
        int port = database.getPort();
        String url = "jdbc:h2:tcp://127.0.0.1:" + port
                + "/mem:lookups;INIT=CREATE ALIAS IF NOT EXISTS WAIT FOR \"java.lang.Thread.sleep(long)\"";
        try {
            Server gateway = start(calling(
                    "-database",
                    url(backend, ""),
                    "-Dasynclab.jdbc-url=" + url,
                    "-Dasynclab.jdbc-user=sa",
                    "-Dasynclab.jdbc-connections=1",
                    "-Dasynclab.jdbc-connection-timeout-millis=500",
                    "-Dasynclab.lookup-sql=SELECT WAIT(?)"));
            var paths = List.of(
                    "/aggregate-blocking?ms=0&deadlineMs=60000", "/aggregate-non-blocking?ms=0&deadlineMs=60000");
            for (String path : paths) awaitUsed(gateway, path);
            database.stop();
            for (String path : paths) assertBadGateway(get(gateway, path));
            database = org.h2.tools.Server.createTcpServer("-tcpPort", Integer.toString(port), "-ifNotExists");
            database.start();
            for (String path : paths) awaitUsed(gateway, path);
            balances(gateway);
        } finally {
            database.stop();
        }
    }

    /** The first connection of a cold server may take longer than the longest wait for one. */
    private void awaitUsed(Server gateway, String path) {
        Await.until("the database is used", () -> getLater(gateway, path).join().statusCode() == 200);
    }
}
