package asynclab.wire.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.exchange.Ending;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.PlayedBackend;
import asynclab.wire.fixture.PlayedBackend.PlayedAnswer;
import asynclab.wire.fixture.ServerContract;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a gateway makes of a backend that stalls, dribbles, never ends or fails, over real sockets; the test plays the backend. */
class BackendContract extends ServerContract {

    private static final List<String> ROUTERS = List.of(
            "/standardendpoint",
            "/reactiveendpoint",
            "/wrongreactiveendpoint",
            "/callableendpoint",
            "/deferredendpoint",
            "/router-blocking",
            "/router-non-blocking");
    private static final List<String> SLIPS = List.of("/routing-slip-blocking", "/routing-slip-non-blocking");
    private static final List<String> AGGREGATORS = List.of("/aggregate-blocking", "/aggregate-non-blocking");
    private static final List<String> EACH_CLIENT =
            List.of("/standardendpoint", "/reactiveendpoint", "/callableendpoint", "/deferredendpoint");
    private static final long NEVER = 600_000;
    private static final int POOLED = 8; // threads of /callableendpoint
    private static final int ONE_AFTER_ANOTHER = 20;
    private static final int REUSED = 2; // connections that a client may keep for its next calls

    private PlayedBackend played; // one for each container

    @Override
    protected ServerSettings settings() {
        if (played == null) played = new PlayedBackend();
        return named("").withJvmFlags(List.of("-Dasynclab.backend=" + played.url()));
    }

    @AfterParameterizedClassInvocation
    void close() {
        played.close();
        played = null;
    }

    /** Before the server has to be idle: a call that hangs fails no other test. */
    @AfterEach
    void no_call_is_left() {
        try {
            Await.until("every call has ended", () -> played.unfinished() == 0);
        } catch (AssertionError e) {
            beginAnewUnlessIdle();
            throw e;
        }
    }

    /** Every URL that calls the backend, with the query that has it answer so. */
    private static Stream<String> all(PlayedAnswer how, long timeoutMillis) {
        int ms = how.ordinal();
        return Stream.of(
                        ROUTERS.stream().map(path -> path + "?ms=" + ms + "&timeoutMs=" + timeoutMillis),
                        SLIPS.stream().map(path -> path + "?calls=1&stepMs=" + ms + "&timeoutMs=" + timeoutMillis),
                        AGGREGATORS.stream()
                                .map(path -> path + "?lookupMs=0&ms=" + ms + "&deadlineMs=" + timeoutMillis))
                .flatMap(Function.identity());
    }

    /** The status of each URL, all asked at the same time. */
    private Map<String, Integer> ask(PlayedAnswer how, long timeoutMillis) {
        var asked = new LinkedHashMap<String, CompletableFuture<HttpResponse<String>>>();
        all(how, timeoutMillis).forEach(path -> asked.put(path, getLater(path)));
        var statuses = new LinkedHashMap<String, Integer>();
        asked.forEach((path, answer) -> statuses.put(path, status(answer)));
        return statuses;
    }

    /** -1 if no answer came, or a 503 that does not say when to ask again. */
    private static int status(CompletableFuture<HttpResponse<String>> answer) {
        return answer.handle((answered, thrown) -> {
                    if (thrown != null) return -1;
                    boolean says = answered.headers().firstValue("Retry-After").equals(Optional.of("1"));
                    return answered.statusCode() == 503 && !says ? -1 : answered.statusCode();
                })
                .join();
    }

    private void assertStatus(int expected, PlayedAnswer how, long timeoutMillis) {
        var others = ask(how, timeoutMillis);
        others.values().removeIf(status -> status == expected);
        assertEquals(Map.of(), others, () -> "not " + expected + " if the backend sends " + how);
    }

    @ContractRow(44)
    @ParameterizedTest
    @EnumSource(
            names = {
                "NOTHING",
                "PART_OF_THE_STATUS_LINE",
                "HEADERS",
                "TEN_BYTES",
                "ALL_BUT_ONE_BYTE",
                "DRIBBLED_HEADERS",
                "DRIBBLED_BODY",
                "DRIBBLED_CHUNK_SIZE"
            })
    void a_backend_that_stalls_gets_a_503_at_the_deadline_and_is_hung_up(PlayedAnswer how) {
        assertStatus(200, PlayedAnswer.WHOLE, NEVER);
        long descriptors = server().probe().openDescriptors();
        int connections = played.connections();
        long late = ledger().ended(Ending.TIMED_OUT);
        assertStatus(503, how, 300);
        counts(Ending.TIMED_OUT, late + all(how, 1).count());
        Await.until("every call is hung up", () -> played.unfinished() == 0);
        Await.until("no connection is left", () -> played.connections() <= connections);
        Await.until(
                "the descriptors are back",
                () -> server().probe().openDescriptors()
                        <= descriptors + all(how, 1).count()); // our own connections
    }

    @ContractRow(44)
    @ParameterizedTest
    @EnumSource(names = {"ENDLESS_CHUNKS", "ENDLESS_BODY", "STATUS_500", "STATUS_204", "CUT"})
    void a_backend_that_fails_or_never_ends_gets_a_502_long_before_the_deadline(PlayedAnswer how) {
        assertStatus(502, how, NEVER);
        Await.until("every call is hung up", () -> played.unfinished() == 0);
        assertStatus(200, PlayedAnswer.WHOLE, NEVER);
    }

    /** If no call came through before the deadline, the next request has twice the time. So a slow machine does not fail. */
    @ContractRow(44)
    @ParameterizedTest
    @ValueSource(strings = {"/aggregate-blocking", "/aggregate-non-blocking"})
    void an_aggregate_has_what_arrived_before_a_body_that_stalls(String path) throws Exception {
        assertStatus(200, PlayedAnswer.WHOLE, NEVER); // so that its first call takes no second
        HttpResponse<String> answer;
        int millis = 500;
        do {
            millis *= 2;
            played.answerNext(PlayedAnswer.WHOLE);
            answer = get(path + "?calls=2&lookupMs=0&ms=" + PlayedAnswer.TEN_BYTES.ordinal() + "&deadlineMs=" + millis);
        } while (answer.statusCode() == 503 && 2 * millis < 1_000 * Await.GIVE_UP_SECONDS);
        assertEquals(200, answer.statusCode(), answer.body());
        var body = json(answer);
        assertEquals("Partial", body.get("status").asText());
        assertEquals(1, body.get("results").size());
        assertEquals(1, body.get("missing").size());
    }

    @ContractRow(44)
    @ParameterizedTest
    @EnumSource(names = {"NOTHING", "TEN_BYTES", "DRIBBLED_HEADERS", "DRIBBLED_BODY", "ENDLESS_CHUNKS"})
    void eight_workers_are_free_again_after_eight_calls_that_stalled(PlayedAnswer how) {
        for (var late : getMany(POOLED, "/callableendpoint?timeoutMs=300&ms=" + how.ordinal()))
            assertTrue(late.join().statusCode() >= 502, () -> late.join().body());
        Await.until("every call is hung up", () -> played.unfinished() == 0);
        try (var held = new Held()) {
            held.areAtTheBackendAtOnce();
        }
    }

    /** Eight requests whose calls the backend holds until this is closed. */
    private final class Held implements AutoCloseable {

        private final List<CompletableFuture<HttpResponse<String>>> answers =
                getMany(POOLED, "/callableendpoint?timeoutMs=600000&ms=" + PlayedAnswer.HELD.ordinal());

        void areAtTheBackendAtOnce() {
            Await.until("all are at the backend at once", () -> played.unfinished() == answers.size());
        }

        @Override
        public void close() {
            played.release();
            for (var answer : answers) assertEquals(200, answer.join().statusCode());
        }
    }

    @ContractRow(45)
    @ParameterizedTest
    @EnumSource(names = {"STATUS_500", "STATUS_204", "CUT"})
    void a_connection_is_closed_or_reused_for_every_status(PlayedAnswer how) {
        assertStatus(502, how, NEVER); // classes are loaded
        long descriptors = server().probe().openDescriptors();
        int before = played.connections();
        for (String path : EACH_CLIENT)
            for (int i = 0; i < ONE_AFTER_ANOTHER; i++)
                assertEquals(502, status(getLater(path + "?timeoutMs=600000&ms=" + how.ordinal())));
        int few = EACH_CLIENT.size() * REUSED;
        Await.until("no connection was left", () -> played.connections() <= before + few);
        Await.until("the descriptors are back", () -> server().probe().openDescriptors() <= descriptors + few);
    }

    @ContractRow(45)
    @ParameterizedTest
    @ValueSource(strings = {"/standardendpoint", "/reactiveendpoint"})
    void a_gateway_opens_no_more_connections_than_its_limit_and_answers_all(String path) {
        Server limited = start(named("-limited")
                .withJvmFlags(
                        List.of("-Dasynclab.backend=" + played.url(), "-Dasynclab.backend-connections=" + REUSED)));
        int before = played.connections();
        var answers = getMany(limited, 3 * REUSED, path + "?timeoutMs=600000&ms=" + PlayedAnswer.HELD.ordinal());
        Await.until("each connection has a call", () -> played.unfinished() == REUSED);
        Await.until("all are answered", () -> {
            played.release();
            return answers.stream().allMatch(CompletableFuture::isDone);
        });
        for (var answer : answers) assertEquals(200, answer.join().statusCode());
        assertTrue(played.connections() <= before + REUSED, () -> played.connections() + " connections are left");
    }

    @ContractRow(44)
    @Test
    void a_backend_that_stalls_keeps_no_application_from_stopping() {
        for (String path : EACH_CLIENT)
            assertEquals(200, getLater(path + "?ms=0").join().statusCode(), path);
        var waiting = EACH_CLIENT.stream()
                .map(path -> path + "?timeoutMs=600000&ms=" + PlayedAnswer.TEN_BYTES.ordinal())
                .map(path -> getLater(path))
                .toList();
        Await.until("all are at the backend", () -> played.unfinished() == waiting.size());
        assertTrue(threads(server(), BACKEND) > 0);
        server().probe().stopApplication();
        for (var response : waiting) assertUnavailable("5", response.join());
        Await.until("every call is hung up", () -> played.unfinished() == 0);
        awaitNoThreads(server());
        redeploy();
    }
}
