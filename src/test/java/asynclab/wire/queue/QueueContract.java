package asynclab.wire.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.discipline.Discipline;
import asynclab.exchange.Ending;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests in a queue of the application, in front of four workers: every way out of it. */
class QueueContract extends QueueingContract {

    private static final int SERVERS = 4;
    private static final int LIMIT = 6;
    private static final String FIFO = "queued-fifo";

    @Override
    protected ServerSettings settings() {
        return named("")
                .withJvmFlags(List.of(
                        "-Dasynclab.queue-servers=" + SERVERS,
                        "-Dasynclab.queue-limit=" + LIMIT,
                        "-Dasynclab.backend=" + urlOfNobody()));
    }

    private static void assertAnswered(HttpResponse<String> response) {
        assertEquals(200, response.statusCode(), response::body);
        assertEquals("ok", response.body());
    }

    /** Looks while every worker of a queue works. */
    private <T> T whileServing(String discipline, Callable<T> look) throws Exception {
        String queue = "queued-" + discipline;
        return whileHeld(
                SERVERS,
                "/queued/" + discipline + "?ms=",
                () -> figure(queue, "inService") == SERVERS,
                look,
                QueueContract::assertAnswered);
    }

    /** The ledger counts an answer a moment after the client has it. @param way how a request left the queue */
    private void awaitShed(long before, String queue, String way) {
        Await.until(
                "all that were " + way + " are shed",
                () -> ledger().ended(Ending.SHED) - figure(queue, way) == before,
                () -> ledger() + ", " + before + " before");
    }

    @ContractRow(47)
    @Test
    void a_full_queue_refuses_at_once_with_retry_after_and_those_inside_do_not_notice() throws Exception {
        long shedBefore = ledger().ended(Ending.SHED) - figure("queued-bounded", "refused");
        List<HttpResponse<String>> refused = whileHeld(
                SERVERS + LIMIT,
                "/queued/bounded?ms=",
                () -> has("queued-bounded", SERVERS, LIMIT),
                () -> List.of(get("/queued/bounded?ms=1"), get("/queued/bounded?ms=1")),
                QueueContract::assertAnswered);
        for (var each : refused) assertShed("1", each);
        awaitShed(shedBefore, "queued-bounded", "refused");
    }

    @ContractRow(48)
    @Test
    void who_cannot_be_answered_in_time_is_answered_without_work() throws Exception {
        long shedBefore = ledger().ended(Ending.SHED) - figure("queued-deadline", "dropped");
        var late = whileServing(
                "deadline",
                () -> awaitQueued("queued-deadline", getMany(3, "/queued/deadline?ms=10&clientTimeoutMs=1")));
        for (var each : late) assertShed("1", each.join());
        awaitShed(shedBefore, "queued-deadline", "dropped");
        var invalid = request("/queued/deadline?ms=1").header("X-Timeout-Ms", "soon");
        assertEquals(400, send(invalid).statusCode());
    }

    @ContractRow(49)
    @Test
    void a_client_that_vanishes_in_the_queue_leaves_nothing_behind() throws Exception {
        whileServing("fifo", () -> {
            var sockets = new ArrayList<Socket>();
            for (int i = 0; i < 3; i++) sockets.add(raw(0, "GET /queued/fifo?ms=1 HTTP/1.1"));
            Await.until("they wait", () -> figure(FIFO, "waiting") == 3 || figure(FIFO, "inService") < SERVERS);
            for (Socket each : sockets) vanish(each);
            return sockets;
        });
    }

    @ContractRow(50)
    @Test
    void a_deadline_in_the_queue_gives_up_the_place_and_no_work_is_done() throws Exception {
        var given = whileServing("fifo", () -> {
            long before = figure(FIFO, "gaveUp");
            assertUnavailable("1", get("/queued/fifo?ms=10000&timeoutMs=1"));
            Await.until("the place is free", () -> figure(FIFO, "waiting") == 0);
            return figure(FIFO, "gaveUp") - before;
        });
        assertEquals(1, given);
    }

    @ContractRow(50)
    @Test
    void a_deadline_in_service_keeps_the_worker_until_its_work_is_done() throws Exception {
        for (long millis = 500; ; millis *= 2) {
            for (var each : getMany(SERVERS, "/queued/lifo?ms=" + millis + "&timeoutMs=1"))
                assertUnavailable("1", each.join());
            if (figure("queued-lifo", "inService") == SERVERS) break; // seen in time
        }
        assertAnswered(get("/queued/lifo?ms=1"));
        assertEquals(SERVERS, threads(server(), "asynclab-queued-lifo"));
    }

    @ContractRow(51)
    @Test
    void work_that_fails_gives_its_server_back() {
        for (var each : getMany(5 * SERVERS, "/queued-failing?ms=1"))
            assertEquals(502, each.join().statusCode());
        Await.until("all are counted", () -> figure("queued-failing", "served") == 5 * SERVERS);
    }

    @ContractRow(52)
    @Test
    void queued_and_served_requests_are_answered_when_the_application_is_undeployed() {
        var requests = getMany(SERVERS + LIMIT, "/queued/bounded?ms=600000");
        Await.until("all are inside", () -> ledger().inFlight() == SERVERS + LIMIT);
        server().probe().stopApplication();
        for (var each : requests) assertUnavailable("5", each.join());
        awaitNoThreads(server());
        assertFalse(said().contains("A queued request failed"), () -> "see " + server().log());
        redeploy();
    }

    /** How many requests have left a queue, by the way they left, as the metrics have it. */
    private Map<String, Long> left(String queue) throws Exception {
        var sample =
                Pattern.compile("(?m)^asynclab_queue_left_total\\{queue=\"" + queue + "\",way=\"(\\w+)\"} (\\S+)$");
        return sample.matcher(get("/metrics").body()).results().collect(Collectors.toMap(way -> way.group(1), way ->
                (long) Double.parseDouble(way.group(2))));
    }

    private static long all(Map<String, Long> left) {
        return left.values().stream().mapToLong(Long::longValue).sum();
    }

    @ContractRow({15, 53})
    @ParameterizedTest
    @EnumSource(Discipline.class)
    void every_request_of_four_times_the_capacity_leaves_in_one_way(Discipline each) throws Exception {
        var requests = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        String discipline = each.id();
        String queue = "queued-" + discipline;
        Map<String, Long> before = left(queue);
        String path = "/queued/" + discipline + "?ms=20";
        for (int round = 0; round < 5; round++) {
            requests.addAll(getMany(2 * SERVERS, path));
            requests.addAll(getMany(SERVERS, path + "&clientTimeoutMs=60"));
            requests.addAll(getMany(SERVERS, path + "&timeoutMs=30"));
        }
        long answered = 0;
        for (var request : requests) {
            int status = request.join().statusCode();
            assertTrue(status == 200 || status == 503, () -> discipline + " " + status);
            if (status == 200) answered++;
        }
        assertTrue(answered > 0);
        Await.until("the queue is empty", () -> has(queue, 0, 0));
        Map<String, Long> after = left(queue);
        assertEquals(requests.size(), all(after) - all(before), after::toString);
        long served = after.get("served");
        assertTrue(served - before.get("served") >= answered, after::toString); // some were served too late
        assertEquals(figure(queue, "served"), served);
    }
}
