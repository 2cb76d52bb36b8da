package asynclab.wire.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.exchange.Ending;
import asynclab.server.Server;
import asynclab.wire.fixture.Await;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The queue as a filter in front of servlets that know nothing of it: two servers, eight may wait. */
class QueueFilterContract extends QueueingContract {

    private static final int SERVERS = 2;
    private static final int LIMIT = 8;
    private static final String QUEUE = "queue";

    private <T> T whileFull(int requests, Callable<T> look) throws Exception {
        return whileHeld(
                requests,
                "/foreign?mode=block&ms=",
                () -> figure(QUEUE, "inService") == SERVERS && figure(QUEUE, "waiting") >= requests - SERVERS,
                look,
                response -> {
                    assertInTurn(response);
                    awaitFreeServers();
                });
    }

    /** A server comes back a moment after the client has its answer. */
    private void awaitFreeServers() {
        Await.until("every server is free", () -> has(QUEUE, 0, 0));
    }

    private static void assertInTurn(HttpResponse<String> response) {
        assertEquals(200, response.statusCode(), response::body);
        assertTrue(Integer.parseInt(response.body()) <= SERVERS, () -> response.body() + " were inside at once");
    }

    @ContractRow({12, 54})
    @ParameterizedTest
    @ValueSource(strings = {"block", "async", "dispatch"})
    void queued_requests_reach_foreign_servlets_in_turn_and_every_server_comes_back(String mode) {
        for (int round = 0; round < 3; round++) {
            for (var each : getMany(SERVERS + LIMIT, "/foreign?ms=20&mode=" + mode)) assertInTurn(each.join());
            awaitFreeServers();
        }
    }

    @Test
    void a_file_of_the_containers_own_servlet_waits_its_turn() throws Exception {
        var file = whileFull(SERVERS, () -> awaitQueued(QUEUE, List.of(getLater("/files/a.txt"))));
        assertEquals("a file", file.get(0).join().body());
        assertEquals("a file", get("/files/a.txt").body()); // without a queue
    }

    @ContractRow(54)
    @Test
    void a_full_queue_refuses_before_the_servlet_is_called() throws Exception {
        long before = ledger().ended(Ending.SHED);
        List<HttpResponse<String>> refused =
                whileFull(SERVERS + LIMIT, () -> List.of(get("/foreign?mode=throw"), get("/files/a.txt")));
        for (var each : refused) assertShed("7", each);
        assertTrue(ledger().ended(Ending.SHED) >= before + 2);
    }

    @ContractRow(51)
    @ParameterizedTest
    @ValueSource(strings = {"throw", "never"})
    void a_servlet_that_throws_or_never_answers_gives_its_server_back(String mode) throws Exception {
        List<CompletableFuture<HttpResponse<String>>> requests =
                whileFull(SERVERS, () -> awaitQueued(QUEUE, getMany(4, "/foreign?mode=" + mode)));
        for (var each : requests) assertEquals(500, each.join().statusCode());
        awaitFreeServers();
        assertInTurn(get("/foreign?mode=block&ms=1"));
    }

    /** Jetty 12.1 tells no listener that such a request has ended. */
    @ContractRow(51)
    @Test
    void a_servlet_that_throws_after_a_part_of_its_answer_gives_its_server_back() throws Exception {
        var requests = whileFull(SERVERS, () -> awaitQueued(QUEUE, getMany(4, "/foreign?mode=break")));
        for (var each : requests) each.handle((whole, broken) -> null).join();
        awaitFreeServers();
        assertInTurn(get("/foreign?mode=block&ms=1"));
    }

    @ContractRow(52)
    @Test
    void requests_queued_in_front_of_a_servlet_are_answered_when_the_application_is_undeployed() {
        Server undeploying = start(named("-undeploy"));
        var inside = getMany(undeploying, SERVERS, "/foreign?mode=async&ms=3000");
        Await.until("they are inside", () -> figure(undeploying, QUEUE, "inService") == SERVERS);
        var waiting = getMany(undeploying, LIMIT, "/foreign?mode=block&ms=1");
        Await.until("they wait, or have been served", () -> figure(undeploying, QUEUE, "arrived") == SERVERS + LIMIT);
        undeploying.probe().stopApplication();
        for (var each : waiting) {
            int status = each.join().statusCode();
            assertTrue(status == 200 || status == 503 || status == 404, () -> "status " + status);
        }
        inside.forEach(each -> each.cancel(true));
    }
}
