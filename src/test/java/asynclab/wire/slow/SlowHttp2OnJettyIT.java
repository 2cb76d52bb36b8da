package asynclab.wire.slow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.client.Http2Users;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.BlockedThreads;
import asynclab.wire.fixture.OnlyOnJetty;
import asynclab.wire.fixture.ServerContract;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * HTTP/2 clients that take no byte of a body, or send none. Their windows and streams stay as they are until the test ends, and
 * the server's idle timeout is longer than the test.
 */
@OnlyOnJetty
class SlowHttp2OnJettyIT extends ServerContract {

    private static final int THREADS = 20;
    private static final int MANY = 40; // more than the pool has threads

    private Http2Users hostile;
    private Http2Users others;
    private long startedBefore;

    @Override
    protected ServerSettings settings() {
        return named("")
                .withRequestThreads(THREADS)
                .withJvmFlags(List.of("-Dlab.idleMillis=600000"))
                .withHttp2();
    }

    @BeforeEach
    void users() {
        startedBefore = ledger().started();
        others = new Http2Users(server().port());
        others.connect(1);
        hostile = Http2Users.whoTakeNoBody(server().port());
        hostile.connect(2);
    }

    @AfterEach
    void the_attack_leaves_nothing_behind() {
        hostile.leave(); // Jetty takes the end of a connection for half of it, until the connection has been idle for
        // too long
        hostile.close();
        others.close();
        try {
            Await.until("nothing is in flight", () -> ledger().inFlight() == 0);
            Await.until("threads are free", () -> !noThreadIsFree());
        } catch (AssertionError e) { // of this test
            beginAnewByForce();
            throw e;
        }
    }

    private void assertOthersAreAnswered() throws Exception {
        assertThreeAreAnswered();
        others.ask(3, "/async?ms=100");
        Await.until("the others over HTTP/2 are answered", () -> others.waiting() == 0);
        assertEquals(0, others.errors());
        for (int look = 0; look < 3; look++) assertEquals(List.of(), BlockedThreads.in(server().probe()));
    }

    @ContractRow({39, 41})
    @ParameterizedTest
    @CsvSource({
        "1, /async?ms=1&bytes=8000",
        "40, /async?ms=1&bytes=8000",
        "40, /async?ms=1",
        "40, /async?ms=x", // 400
        "40, /nothing-here", // 404
        "40, /async?ms=60000&timeoutMs=1", // 503
        "40, /stats",
        "40, /index.html",
        "40, /js/planner.js",
        "40, /download?bytes=1000000",
        "40, /events",
    })
    void streams_of_window_0_delay_no_other_request(int streams, String path) throws Exception {
        hostile.ask(streams, path);
        Await.until("all have begun", () -> hostile.begun() == streams || noThreadIsFree(), this::state);
        assertOthersAreAnswered();
        assertEquals(streams, hostile.waiting(), "none has its whole answer");
    }

    @ContractRow(41)
    @Test
    void long_polls_of_window_0_hold_up_no_publisher() throws Exception {
        hostile.ask(MANY, "/long-poll");
        Await.until("all wait", () -> ledger().inFlight() == MANY, this::state);
        var reader = getLater("/long-poll");
        Await.until("it waits, too", () -> ledger().inFlight() == MANY + 1);
        assertEquals(200, get("/publish?text=now").statusCode());
        assertTrue(reader.join().body().contains("\"now\""), reader.join().body());
        assertOthersAreAnswered();
        assertEquals(MANY, hostile.waiting());
    }

    private String state() {
        return ledger() + ", " + startedBefore + " started before, " + hostile.waiting() + " wait, " + hostile.errors()
                + " errors, " + server().probe().pool() + ", " + BlockedThreads.in(server().probe());
    }

    /** Neither does the body come, nor is there a window for the answer. */
    @ContractRow(41)
    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /upload",
                "POST /async",
                "DELETE /stats",
                "POST /nothing-here",
                "GET /async?ms=1",
                "GET /stats"
            })
    void streams_whose_body_never_comes_delay_no_other_request(String request) throws Exception {
        String[] words = request.split(" ");
        hostile.askWithoutEnd(MANY, words[0], words[1]);
        if (words[1].equals("/upload")) Await.until("all are inside", () -> ledger().inFlight() == MANY);
        else Await.until("all have begun", () -> hostile.begun() == MANY || noThreadIsFree(), this::state);
        assertOthersAreAnswered();
    }

    @ContractRow(41)
    @Test
    void streams_of_window_0_end_with_an_undeploy() throws Exception {
        hostile.ask(MANY, "/async?ms=1&bytes=8000");
        hostile.ask(MANY, "/long-poll");
        hostile.askWithoutEnd(MANY, "POST", "/upload");
        Await.until("they have come", () -> ledger().started() >= startedBefore + 2 * MANY);
        try {
            CompletableFuture.runAsync(server().probe()::stopApplication).get(Await.GIVE_UP_SECONDS, TimeUnit.SECONDS);
            awaitNoThreads(server());
        } finally {
            hostile.close();
            beginAnewByForce(); // what Jetty has still queued would begin in the next test
        }
    }
}
