package asynclab.wire.pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import asynclab.ContractRow;
import asynclab.exchange.Ending;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.PlayedBackend;
import asynclab.wire.fixture.PlayedBackend.PlayedAnswer;
import asynclab.wire.fixture.ServerContract;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The threading models of the published experiments, over a real socket. Their backend is another server, or where calls are held
 * until something has been seen, one that the test plays.
 */
class PatternsContract extends ServerContract {

    /** Requests that do not say how long, and how long their posts held them, in milliseconds. */
    private static final Map<String, String> IN_THE_POSTS = Map.of(
            "/slowendpoint", "300",
            "/standardendpoint", "300",
            "/wrongreactiveendpoint", "300",
            "/reactiveendpoint", "300",
            "/callableendpoint", "300",
            "/deferredendpoint", "300",
            "/syncTest", "1000",
            "/asyncTest", "1000",
            "/hello-servlet", "5000",
            "/hello-servlet-blocking", "5000");

    private static final String HELD = "?ms=" + PlayedAnswer.HELD.ordinal();
    private static final String WHOLE = "?ms=" + PlayedAnswer.WHOLE.ordinal();
    private static final String NOTHING = "?ms=" + PlayedAnswer.NOTHING.ordinal();

    private PlayedBackend played;
    private Server backend;
    private Server gateway; // whose backend is played

    private ServerSettings calling(String suffix, String backendUrl) {
        return named(suffix).withJvmFlags(List.of("-Dasynclab.backend=" + backendUrl));
    }

    @Override
    protected ServerSettings settings() {
        backend = start(SHARED);
        return calling("", url(backend, ""));
    }

    @BeforeParameterizedClassInvocation
    void startGateway() {
        played = new PlayedBackend();
        gateway = start(calling("-gateway", played.url()));
    }

    @AfterParameterizedClassInvocation
    void closePlayed() {
        played.close();
    }

    @AfterEach
    void the_other_ledgers_balance_too() {
        balances(backend);
        balances(gateway);
    }

    /** The gateways keep an idle connection for 15 seconds. A call under way is not idle. */
    @ContractRow(44)
    @Test
    void a_call_may_last_longer_than_an_idle_connection_is_kept() {
        assumeFalse(onTomcat(), "the client is the same on every container, and this takes 16 s");
        List.of("/standardendpoint", "/reactiveendpoint", "/callableendpoint").stream()
                .map(path -> getLater(path + "?ms=15500"))
                .toList()
                .forEach(answer -> assertEquals(200, answer.join().statusCode()));
    }

    @ParameterizedTest
    @CsvSource({
        "/slowendpoint, OK, text/plain;charset=utf-8",
        "/standardendpoint, OK, text/plain;charset=utf-8",
        "/wrongreactiveendpoint, OK, text/plain;charset=utf-8",
        "/reactiveendpoint, OK, text/plain;charset=utf-8",
        "/callableendpoint, OK, text/plain;charset=utf-8",
        "/deferredendpoint, OK, text/plain;charset=utf-8",
        "/syncTest, done, text/plain;charset=utf-8",
        "/asyncTest, done, text/plain;charset=utf-8",
        "/worker, ok, text/plain;charset=utf-8",
        "/hello-servlet, <h1>Hello from HelloServlet</h1>, text/html;charset=utf-8",
        "/hello-servlet-blocking, <h1>Hello from HelloServlet</h1>, text/html;charset=utf-8",
    })
    void each_url_of_the_posts_answers_with_their_body(String path, String body, String type) {
        var response = getLater(path + "?ms=7").join();
        assertEquals(200, response.statusCode());
        assertEquals(body, response.body());
        assertEquals(type, header(response, "Content-Type"));
        assertEquals("7", header(response, "X-Planned-Ms"));
        assertTrue(number(response, "X-Held-Ms") >= 7);
        assertEquals(400, getLater(path + "?ms=soon").join().statusCode());
    }

    @Test
    void a_request_that_does_not_say_is_held_as_long_as_in_the_post() {
        var planned = new TreeMap<String, CompletableFuture<String>>();
        IN_THE_POSTS
                .keySet()
                .forEach(path -> planned.put(path, getLater(path).thenApply(answer -> header(answer, "X-Planned-Ms"))));
        IN_THE_POSTS.forEach(
                (path, millis) -> assertEquals(millis, planned.get(path).join(), path));
    }

    private static void assertAnswered(List<CompletableFuture<HttpResponse<String>>> calls) {
        for (var call : calls) assertEquals(200, call.join().statusCode());
    }

    @Test
    void two_hundred_waiting_calls_take_four_threads_of_the_client() {
        var calls = getMany(gateway, 200, "/reactiveendpoint" + HELD);
        Await.until("200 are at the backend", () -> played.unfinished() == 200);
        long threads = threads(gateway, "asynclab-backend-reactive-");
        assertTrue(threads > 0 && threads <= 4, () -> threads + " threads");
        played.release();
        assertAnswered(calls);
    }

    @Test
    void five_hundred_futures_are_worked_on_at_once() {
        var held = getMany(501, "/asyncTest?ms=2000");
        Await.until("500 workers are there", () -> threads(server(), "asynclab-async-test-") == 500);
        for (var response : held) assertEquals("done", response.join().body());
        assertEquals(500, threads(server(), "asynclab-async-test-"));
    }

    @Test
    void the_common_pool_works_on_three_at_once_and_lets_everybody_else_wait() {
        assertAtOnce(3, 9, "/deferredendpoint");
    }

    @Test
    void the_worker_pool_calls_the_backend_eight_times_at_once() {
        assertAtOnce(8, 24, "/callableendpoint");
        assertEquals(8, threads(gateway, "asynclab-callable-"));
    }

    /** So many calls are at the backend, and when these are answered, so many of those that wait. */
    private void assertAtOnce(int atOnce, int requests, String path) {
        int before = played.begun();
        var held = getMany(gateway, requests, path + HELD);
        Await.until("all are inside", () -> gateway.probe().ledger().inFlight() == requests);
        for (int called = atOnce; called <= requests; called += atOnce) {
            int begun = before + called;
            Await.until("so many are at the backend", () -> played.begun() >= begun && played.unfinished() == atOnce);
            assertEquals(begun, played.begun());
            played.release();
        }
        assertAnswered(held);
        assertEquals(before + requests, played.begun());
    }

    @ContractRow({3, 26})
    @Test
    void work_that_was_queued_past_its_exchanges_end_is_not_done() {
        int before = played.begun();
        var working = getMany(gateway, 8, "/callableendpoint" + HELD);
        Await.until("eight are at the backend", () -> played.unfinished() == 8);
        for (var response : getMany(gateway, 8, "/callableendpoint" + HELD + "&timeoutMs=100"))
            assertUnavailable("1", response.join());
        played.release();
        assertAnswered(working);
        assertAnswered(getMany(gateway, 1, "/callableendpoint" + WHOLE)); // queued behind all of them
        assertEquals(before + 9, played.begun(), "eight, and the last");
    }

    @Test
    void virtual_threads_hold_a_thousand_or_the_answer_says_which_jdk_they_need() throws Exception {
        if (Runtime.version().feature() < 21) { // the server runs on the JDK of this test
            var response = getLater("/virtual?ms=1").join();
            assertEquals(501, response.statusCode());
            assertTrue(response.body().contains("JDK 21"), response.body());
            return;
        }
        assertEquals("ok", getLater("/virtual?ms=1").join().body());
        var threads =
                whileHeld(1000, "/virtual?ms=", 1000, () -> server().probe().jvmThreads());
        assertTrue(threads < 1000, "as many threads of the system as requests");
    }

    @Test
    void a_full_queue_is_refused_and_an_undeploy_answers_everybody_and_leaves_no_thread() {
        Server undeploying = start(calling("-undeploy", played.url()));
        try {
            var working = getMany(undeploying, 1008, "/worker?ms=600000");
            Await.until(
                    "eight at work and a thousand queued",
                    () -> undeploying.probe().ledger().inFlight() == 1008);
            assertEquals(8, threads(undeploying, "asynclab-worker-"));
            assertUnavailable("1", getLater(undeploying, "/worker?ms=600000").join());
            counts(undeploying, Ending.REJECTED, 1);

            for (String path : List.of("/standardendpoint", "/wrongreactiveendpoint", "/reactiveendpoint"))
                assertAnswered(getMany(undeploying, 1, path + WHOLE));
            var calling = getMany(undeploying, 20, "/reactiveendpoint" + HELD);
            var pooled = getMany(undeploying, 20, "/callableendpoint" + HELD);
            Await.until("all are inside", () -> undeploying.probe().ledger().inFlight() == 1048);

            assertTrue(threads(undeploying, BACKEND) > 0);
            undeploying.probe().stopApplication();
            for (var response : working) assertUnavailable("5", response.join());
            for (var response : calling) assertUnavailable("5", response.join());
            for (var response : pooled) assertUnavailable("5", response.join());
            awaitNoThreads(undeploying);
        } finally {
            played.release();
        }
    }
}
