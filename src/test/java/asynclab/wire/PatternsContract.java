package asynclab.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.lab.Server;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The threading models of the published experiments, over a real socket; their backend is a second server(). */
abstract class PatternsContract extends ServerContract {

    private static final String THREE_IN_COMMON = "-Djava.util.concurrent.ForkJoinPool.common.parallelism=3";

    private Server backend;

    private Server.Settings calling(String suffix, String backendUrl) {
        return named(suffix).withJvmFlags(List.of("-Dasynclab.backend=" + backendUrl, THREE_IN_COMMON));
    }

    @Override
    Server.Settings settings() {
        backend = start(named("-backend").withJvmFlags(List.of(THREE_IN_COMMON)));
        return calling("", url(backend, ""));
    }

    @AfterEach
    void the_backends_ledger_balances_too() {
        balances(backend);
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
        var response = getLater(server(), path + "?ms=7").join();
        assertEquals(200, response.statusCode());
        assertEquals(body, response.body());
        assertEquals(type, response.headers().firstValue("Content-Type").orElseThrow());
        assertEquals("7", response.headers().firstValue("X-Planned-Ms").orElseThrow());
        assertTrue(response.headers().firstValueAsLong("X-Held-Ms").orElseThrow() >= 7);
        assertEquals(400, getLater(server(), path + "?ms=soon").join().statusCode());
    }

    @ParameterizedTest
    @CsvSource({
        "/slowendpoint, 300",
        "/standardendpoint, 300",
        "/wrongreactiveendpoint, 300",
        "/reactiveendpoint, 300",
        "/callableendpoint, 300",
        "/deferredendpoint, 300",
        "/syncTest, 1000",
        "/asyncTest, 1000",
        "/hello-servlet, 5000",
        "/hello-servlet-blocking, 5000",
    })
    void a_request_that_does_not_say_is_held_as_long_as_in_the_post(String path, String millis) {
        assertEquals(
                millis,
                getLater(server(), path)
                        .join()
                        .headers()
                        .firstValue("X-Planned-Ms")
                        .orElseThrow());
    }

    @Test
    void a_thousand_waiting_calls_take_three_threads_of_the_client() {
        var calls = getMany(server(), 1000, "/reactiveendpoint?ms=10000");
        Await.until("1000 are at the backend", () -> backend.probe().ledger().get("inFlight") == 1000);
        assertTrue(threads(server(), "asynclab-reactive-backend-") <= 2);
        for (var call : calls) assertEquals("OK", call.join().body());
    }

    @Test
    void five_hundred_futures_are_worked_on_at_once() {
        var held = getMany(server(), 501, "/asyncTest?ms=5000");
        Await.until("500 workers are there", () -> threads(server(), "asynclab-async-test-") == 500);
        for (var response : held) assertEquals("done", response.join().body());
    }

    @Test
    void the_common_pool_works_on_three_at_once_and_lets_everybody_else_wait() {
        long before = backend.probe().ledger().get("started");
        var held = getMany(server(), 9, "/deferredendpoint?ms=2000");
        Await.until("all are inside", () -> server().probe().ledger().get("inFlight") == 9);
        Await.until("three are at the backend", () -> backend.probe().ledger().get("started") >= before + 3);
        assertEquals(3, backend.probe().ledger().get("inFlight"));
        for (var response : held) assertEquals("OK", response.join().body());
        assertEquals(before + 9, backend.probe().ledger().get("started"));
    }

    @Test
    void the_worker_pool_calls_the_backend_eight_times_at_once() {
        var held = getMany(server(), 24, "/callableendpoint?ms=2000");
        Await.until("eight are at the backend", () -> backend.probe().ledger().get("inFlight") == 8);
        assertEquals(8, threads(server(), "asynclab-callable-"));
        for (var response : held) assertEquals("OK", response.join().body());
        assertEquals(8, threads(server(), "asynclab-callable-"));
    }

    @Test
    void work_that_was_queued_past_its_exchanges_end_is_not_done() throws Exception {
        long before = backend.probe().ledger().get("started");
        var working = getMany(server(), 8, "/callableendpoint?ms=3000");
        Await.until("eight are at the backend", () -> backend.probe().ledger().get("inFlight") == 8);
        for (var response : getMany(server(), 8, "/callableendpoint?ms=3000&timeoutMs=100"))
            assertUnavailable("1", response.join());
        for (var response : working) assertEquals("OK", response.join().body());
        getLater(server(), "/callableendpoint?ms=0").join(); // queued behind all of them
        assertEquals(before + 9, backend.probe().ledger().get("started"), "eight, and the last");
    }

    @Test
    void virtual_threads_hold_a_thousand_or_the_answer_says_which_jdk_they_need() {
        if (Runtime.version().feature() < 21) { // the server runs on the JDK of this test
            var response = getLater(server(), "/virtual?ms=1").join();
            assertEquals(501, response.statusCode());
            assertTrue(response.body().contains("JDK 21"), response.body());
            return;
        }
        assertEquals("ok", getLater(server(), "/virtual?ms=1").join().body());
        var held = getMany(server(), 1000, "/virtual?ms=10000");
        Await.until("1000 are waiting", () -> server().probe().ledger().get("inFlight") == 1000);
        assertTrue(server().probe().jvmThreads() < 1000, "as many threads of the system as requests");
        for (var response : held) assertEquals("ok", response.join().body());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/standardendpoint", "/wrongreactiveendpoint", "/reactiveendpoint", "/callableendpoint"})
    void a_slow_backend_gets_a_503_at_the_deadline(String path) {
        long before = server().probe().ledger().get("timedOut");
        assertUnavailable(
                "1", getLater(server(), path + "?ms=1500&timeoutMs=50").join());
        counts(server(), "timedOut", before + 1);
        assertEquals("OK", getLater(server(), path + "?ms=1").join().body());
    }

    @Test
    void a_call_nobody_waits_for_is_hung_up_and_a_stopped_backend_gives_a_502() throws Exception {
        var listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        listening.setSoTimeout(60_000); // a test that would wait for ever fails instead
        try (Server gateway = start(calling("-stopped-backend", "http://127.0.0.1:" + listening.getLocalPort()))) {
            var late = getLater(gateway, "/reactiveendpoint?ms=600000&timeoutMs=3000");
            try (Socket call = listening.accept()) {
                while (call.getInputStream().read() >= 0) {} // the request, then nothing, then the end
            }
            assertUnavailable("1", late.join());
            listening.close();
            List<String> paths = List.of(
                    "/standardendpoint",
                    "/wrongreactiveendpoint",
                    "/reactiveendpoint",
                    "/callableendpoint",
                    "/deferredendpoint");
            for (String path : paths) {
                var response = getLater(gateway, path).join();
                assertEquals(502, response.statusCode(), path);
                assertTrue(response.body().startsWith("{\"error\":"), response.body());
            }
            counts(gateway, "failed", paths.size());
            balances(gateway);
        } finally {
            listening.close();
        }
    }

    @Test
    void a_full_queue_is_refused_and_an_undeploy_answers_everybody_and_leaves_no_thread() {
        try (Server undeploying = start(calling("-undeploy", url(backend, "")))) {
            var working = getMany(undeploying, 1008, "/worker?ms=600000");
            Await.until(
                    "eight at work and a thousand queued",
                    () -> undeploying.probe().ledger().get("inFlight") == 1008);
            assertEquals(8, threads(undeploying, "asynclab-worker-"));
            assertUnavailable("1", getLater(undeploying, "/worker?ms=600000").join());
            counts(undeploying, "rejected", 1);

            for (String gateway : List.of("/standardendpoint", "/wrongreactiveendpoint", "/reactiveendpoint"))
                assertEquals(
                        "OK", getLater(undeploying, gateway + "?ms=1").join().body());
            var calling = getMany(undeploying, 20, "/reactiveendpoint?ms=5000");
            var pooled = getMany(undeploying, 20, "/callableendpoint?ms=5000");
            Await.until("all are inside", () -> undeploying.probe().ledger().get("inFlight") == 1048);

            undeploying.probe().stopApplication();
            for (var response : working) assertUnavailable("5", response.join());
            for (var response : calling) assertUnavailable("5", response.join());
            for (var response : pooled) assertUnavailable("5", response.join());
            Await.until("no thread of the application is left", () -> undeploying.probe().threadNames().stream()
                    .noneMatch(name -> name.startsWith("asynclab") || name.startsWith("HttpClient")));
        }
    }
}
