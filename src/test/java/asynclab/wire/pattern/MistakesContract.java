package asynclab.wire.pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerContract;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The test that exposes each mistake, and that none of them harms anybody else. */
class MistakesContract extends ServerContract {

    private static final int MOST_MILLIS = 10_000; // that the mistakes allow
    private static final String LEAKED = "asynclab-mistake-leaked-";

    @Override
    protected ServerSettings settings() {
        return SHARED;
    }

    @ContractRow(11)
    @Test
    void async_context_start_starves_the_request_threads_as_blocking_does() throws Exception {
        int usable = server().probe().pool().usable();
        var pages = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        List<Boolean> seen = whileHeld(
                usable + 50,
                "/mistake/async-context-start?ms=",
                () -> server().probe().pool().busy() >= usable,
                () -> {
                    pages.add(getLater("/stats"));
                    return List.of(
                            server().probe().pool().busy() >= usable,
                            pages.get(pages.size() - 1).isDone());
                },
                response -> {
                    assertEquals("ok", response.body());
                    String thread = header(response, "X-Worker-Thread");
                    assertTrue(thread.matches("qtp.*|request-.*"), thread);
                });
        assertEquals(List.of(true, false), seen, "the pool is starved, and no thread is left to serve a page");
        for (var page : pages) assertEquals(200, page.join().statusCode());
    }

    @Test
    void a_permit_freed_when_the_filter_returns_bounds_nothing() {
        var waiting = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        Await.until("ten are let in by two permits", () -> {
            int millis = Math.min(MOST_MILLIS, 1_000 + 500 * waiting.size()); // longer where a look takes long
            waiting.addAll(getMany(2, "/mistake/permit-freed-early?ms=" + millis));
            return ledger().inFlight() >= 10;
        });
        long letIn = waiting.stream()
                .filter(response -> response.join().statusCode() == 200)
                .count();
        assertTrue(letIn >= 10, () -> letIn + " were let in");
    }

    @Test
    void a_lost_exception_leaves_the_client_waiting_for_the_timeout_and_no_trace_in_the_log() throws Exception {
        long began = System.nanoTime();
        var response = get("/mistake/lost-exception?timeoutMs=1000");
        assertEquals(500, response.statusCode());
        assertTrue(
                System.nanoTime() - began >= 1_000_000_000, "it failed at once and was answered only at the timeout");
        assertFalse(said().contains("this sentence"));
        assertEquals("ok", get("/async?ms=1").body());
    }

    @ContractRow({3, 4})
    @Test
    void late_answers_come_to_responses_that_are_gone_and_touch_no_other() throws Exception {
        int saidBefore = said().length();
        // Three seconds are time enough for a container that looks once a second for its timeouts, unless the machine
        // stands still.
        for (int millis = 3_000; !areLate(millis); millis = Math.min(MOST_MILLIS, 2 * millis))
            assertTrue(millis < MOST_MILLIS, "the answers come before the timeout, however late they are");
        Await.until("the late tasks have tried", () -> said().substring(saidBefore)
                .contains("An answer came after the timeout"));
        assertEquals("ok", get("/mistake/late-answer?ms=1&timeoutMs=10000").body());
    }

    /** Whether no answer came before the container's timeout. Others are answered meanwhile. */
    private boolean areLate(int millis) {
        var late = getMany(30, "/mistake/late-answer?timeoutMs=50&ms=" + millis);
        var others = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        for (int i = 0; i < 500; i++) others.add(getLater("/process-non-blocking?ms=" + (1000 + i * 6)));
        var statuses =
                late.stream().map(response -> response.join().statusCode()).toList();
        for (int i = 0; i < 500; i++)
            assertEquals(
                    "{\"status\":\"Ok\",\"processingTimeMs\":" + (1000 + i * 6) + "}",
                    others.get(i).join().body());
        assertTrue(List.of(200, 503).containsAll(statuses), statuses::toString);
        return !statuses.contains(200);
    }

    @Test
    void an_executor_never_shut_down_outlives_the_application_and_no_other_thread_does() throws Exception {
        try (Server undeploying = start(named("-undeploy"))) {
            for (int i = 0; i < 8; i++)
                assertEquals(
                        "ok",
                        get(undeploying, "/mistake/executor-never-shut-down").body());
            assertEquals(
                    503, get(undeploying, "/mistake/executor-never-shut-down").statusCode());
            assertEquals(
                    500,
                    get(undeploying, "/mistake/lost-exception?timeoutMs=100").statusCode());
            assertEquals(
                    "ok",
                    get(undeploying, "/mistake/late-answer?ms=1&timeoutMs=10000")
                            .body());
            undeploying.probe().stopApplication();
            Await.until(
                    "the threads with an owner end",
                    () -> threads(undeploying, "asynclab") == threads(undeploying, LEAKED));
            assertEquals(8, threads(undeploying, LEAKED), "the leaked ones stay");
            kill(undeploying); // no test may get it again, and an orderly stop takes longer
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/mistake/async-context-start?ms=10001, ms",
        "/mistake/permit-freed-early?ms=x, ms",
        "/mistake/lost-exception?timeoutMs=0, timeoutMs",
        "/mistake/late-answer?timeoutMs=99999, timeoutMs",
        "/mistake/late-answer?ms=-1, ms",
    })
    void bad_input_gets_400_and_the_parameter(String path, String parameter) throws Exception {
        assertBadInput(parameter, get(path));
    }
}
