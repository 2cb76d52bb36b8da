package asynclab.wire.slow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.exchange.Ending;
import asynclab.server.Server;
import asynclab.soak.Attack;
import asynclab.soak.Attack.ReadingPace;
import asynclab.soak.HostileClients;
import asynclab.wire.fixture.Await;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that send slowly, read slowly or never, or vanish, while other clients must be answered. */
@Order(1) // it takes longest, so it begins first
class SlowClientsContract extends UnderAttack {

    private static final int EACH = 10; // of ten kinds together
    /** Fills the buffers of both sides with answers of any length. */
    private static final int TIMES = 400;

    private static final String LONGER_THAN_IT_IS = "Content-Length: 1000000";
    private static final String TOO_LONG = "Content-Length: 20000001";
    private static final String CHUNKED = "Transfer-Encoding: chunked";
    private static final String CHUNK = "1\r\nx\r\n";

    @ContractRow({39, 42})
    @ParameterizedTest
    @CsvSource({
        "1, 2000, GET /async?ms=1&bytes=8000",
        "5, 400, GET /async?ms=1&bytes=8000",
        "40, 100, GET /async?ms=1&bytes=8000",
        "22, 400, GET /async?ms=x", // 400, by the class of 405
        "22, 400, GET /nothing-here", // 404
        "22, 400, GET /async?ms=60000&timeoutMs=1", // 503
        "22, 100, GET /stats", // by the class of all that are answered at once
        "22, 100, GET /js/planner.js", // larger than a container's buffer
    })
    void clients_that_pipeline_and_never_read_delay_no_other_request(int connections, int times, String request)
            throws Exception {
        attack(connections, Attack.pipelining(request, times));
        untilStuck();
        assertOthersAreAnswered();
        assertEquals(connections, hostile.connected());
        assertEquals(0, hostile.receivedBytes());
    }

    @ContractRow(34)
    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void heads_that_drip_delay_no_other_request(String method) throws Exception {
        attack(MANY, Attack.dripping(Attack.open(method + " /async?ms=1") + "X-Drip: ", "x"));
        assertOthersAreAnswered();
        assertEquals(startedBefore + 3, ledger().started(), "no head was whole");
    }

    @ContractRow(43)
    @ParameterizedTest
    @CsvSource({
        "200, POST /upload, " + LONGER_THAN_IT_IS,
        "200, GET /async?ms=1, " + LONGER_THAN_IT_IS,
        "200, GET /stats, " + LONGER_THAN_IT_IS,
        "200, GET /index.html, " + LONGER_THAN_IT_IS,
        "400, GET /async?ms=x, " + LONGER_THAN_IT_IS,
        "404, POST /nothing-here, " + LONGER_THAN_IT_IS,
        "405, POST /async?ms=1, " + LONGER_THAN_IT_IS,
        "503, GET /async?ms=60000&timeoutMs=50, " + LONGER_THAN_IT_IS,
        "503, POST /upload?timeoutMs=50, " + LONGER_THAN_IT_IS,
        "413, POST /upload, " + TOO_LONG,
        "200, POST /upload, " + CHUNKED,
        "405, POST /async?ms=1, " + CHUNKED,
    })
    void bodies_that_drip_delay_no_other_request(int status, String request, String framing) throws Exception {
        assertStatus(status, request, framing);
        String drop = framing.equals(CHUNKED) ? CHUNK : "x";
        attack(MANY, Attack.dripping(Attack.head(request, framing), drop));
        untilBitten();
        assertOthersAreAnswered();
    }

    /** An upload is answered when it is whole; everything else at once, however much of its body is to come. */
    private void assertStatus(int status, String request, String header) throws Exception {
        if (status == 200 && request.equals("POST /upload")) return;
        var connection = connection();
        connection.ask(request + " HTTP/1.1", header);
        var answer = connection.read(request.substring(0, request.indexOf(' ')));
        assertEquals(status, answer.status(), answer.toString());
        connection.vanish();
    }

    @ContractRow(43)
    @ParameterizedTest
    @ValueSource(strings = {"POST /upload", "GET /async?ms=1"})
    void bytes_that_drip_after_a_whole_body_delay_no_other_request(String request) throws Exception {
        String whole = Attack.head(request, "Content-Length: 4") + "body";
        attack(MANY, Attack.dripping(whole + Attack.open("GET /async?ms=1") + "X-Drip: ", "x"));
        untilBitten();
        assertOthersAreAnswered();
    }

    @ContractRow(39)
    @ParameterizedTest
    @ValueSource(
            strings = {"GET /download?bytes=20000000", "HEAD /download?bytes=20000000", "GET /events", "GET /stats"})
    void readers_that_vanish_delay_no_other_request(String request) throws Exception {
        var vanishing = Attack.readingSlowly(request);
        hostile = clients(server())
                .add(MANY, random -> vanishing.lasting(random.nextInt(100, 400)))
                .start();
        Await.until("some have vanished and others come", () -> hostile.figures().values().stream()
                .anyMatch(kind -> kind.begun() > 2 * MANY));
        assertOthersAreAnswered();
        hostile.close();
        Await.until("nothing is in flight", () -> {
            // without an event, only a heartbeat would notice it
            if (request.contains("/events")) getLater("/publish?text=x").join();
            return ledger().inFlight() == 0;
        });
    }

    /** The log has dropped what they have not read yet, so the server ends their streams. */
    @ContractRow(39)
    @Test
    void readers_of_events_that_fall_behind_delay_no_other_request() throws Exception {
        long goneBefore = ledger().ended(Ending.CLIENT_GONE);
        attack(MANY, Attack.readingSlowly("GET /events").reading(ReadingPace.NOTHING));
        Await.until("all are inside", () -> ledger().inFlight() == MANY);
        String event = "/publish?text=" + "x".repeat(1_000);
        while (ledger().ended(Ending.CLIENT_GONE) < goneBefore + MANY) for (int i = 0; i < 100; i++) get(event);
        // longer than the application leaves a broken stream to the container
        for (var response : getMany(3, "/async?ms=2000"))
            assertEquals("ok", response.join().body());
        assertOthersAreAnswered();
    }

    @ContractRow(34)
    @Test
    void silent_and_half_closed_clients_delay_no_other_request() throws Exception {
        var half = Attack.dripping(Attack.head("POST /upload", LONGER_THAN_IT_IS) + "half", "")
                .halfClosing();
        hostile = clients(server())
                .add(MANY, Attack.dripping("", ""))
                .add(MANY, half)
                .add(MANY, Attack.dripping("GET /async?ms", "").halfClosing())
                .start();
        Await.until("all have begun", () -> hostile.figures().values().stream()
                .anyMatch(kind -> kind.begun() >= hostile.size()));
        assertOthersAreAnswered();
    }

    /** Tomcat ends a response on a request thread. */
    @ContractRow(40)
    @Test
    void answers_in_flight_need_no_request_thread() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> held = List.of();
        List<CompletableFuture<HttpResponse<String>>> five;
        int millis = 1_000;
        boolean early;
        do { // until the threads are held before the five are answered
            endAll(held);
            millis *= 2;
            five = getMany(5, "/async?ms=" + millis);
            var sent = five;
            Await.until(
                    "the five are in flight, or one is answered",
                    () -> ledger().inFlight() == 5 || sent.stream().anyMatch(CompletableFuture::isDone));
            held = getMany(MANY, "/blocking?ms=600000");
            Await.until("no thread is free", this::noThreadIsFree);
            early = five.stream().anyMatch(CompletableFuture::isDone);
        } while (early && millis < 30_000);
        for (var response : five) assertEquals("ok", response.join().body());
        assertTrue(noThreadIsFree());
        assertTrue(held.stream().noneMatch(CompletableFuture::isDone));
        endAll(held);
        assertFalse(early, "the five were answered before no thread was free");
    }

    /** By an undeployment, because nothing else ends them soon. All end before the next application could hold them. */
    private void endAll(List<CompletableFuture<HttpResponse<String>>> held) {
        if (held.isEmpty()) return;
        if (!isMeasured()) {
            beginAnewByForce();
            return;
        }
        server().probe().stopApplication();
        for (var response : held) response.handle((answer, thrown) -> answer).join();
        redeploy();
    }

    /** A little of everything. */
    private static HostileClients everything(Server server) {
        return clients(server)
                .add(EACH, Attack.pipelining("GET /async?ms=1&bytes=8000", TIMES))
                .add(EACH, Attack.pipelining("GET /stats", TIMES))
                .add(EACH, Attack.dripping(Attack.open("GET /async?ms=1") + "X-Drip: ", "x"))
                .add(EACH, Attack.dripping(Attack.head("POST /upload", LONGER_THAN_IT_IS), "x"))
                .add(EACH, Attack.dripping(Attack.head("POST /upload", TOO_LONG), "x"))
                .add(EACH, Attack.dripping(Attack.head("POST /async", LONGER_THAN_IT_IS), "x"))
                .add(EACH, Attack.readingSlowly("GET /download?bytes=20000000"))
                .add(EACH, Attack.readingSlowly("GET /events").reading(ReadingPace.NOTHING))
                .add(EACH, Attack.readingSlowly("GET /long-poll").reading(ReadingPace.NOTHING))
                .add(EACH, Attack.dripping("", ""));
    }

    @ContractRow(42)
    @Test
    void the_application_is_undeployed_while_the_attack_lasts() throws Exception {
        hostile = everything(server()).start();
        Await.until("they have come", () -> ledger().started() >= startedBefore + 60);
        try {
            CompletableFuture.runAsync(server().probe()::stopApplication).get(Await.GIVE_UP_SECONDS, TimeUnit.SECONDS);
            awaitNoThreads(server());
            assertTrue(hostile.isRunning(), "the attack lasts");
        } finally {
            hostile.close();
            server().probe().startApplication();
        }
        Await.until("it serves", () -> server().port() > 0);
    }

    @ContractRow(42)
    @Test
    void the_server_stops_while_the_attack_lasts() throws Exception {
        Server own = start(robust("-stopped"));
        try (var attack = everything(own).start()) {
            Await.until("they have come", () -> own.probe().ledger().started() >= 60);
            ProcessHandle process = ProcessHandle.of(own.pid()).orElseThrow();
            process.destroy();
            process.onExit().get(Await.GIVE_UP_SECONDS, TimeUnit.SECONDS);
            assertFalse(process.isAlive());
            assertTrue(attack.isRunning(), "the attack lasts");
        } finally {
            own.close();
        }
    }
}
