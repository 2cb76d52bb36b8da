package asynclab.wire.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.exchange.Ending;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerContract;
import asynclab.wire.fixture.TestWar;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** More requests than a deployment with small limits lets in. What it would call is not there. */
class OverloadContract extends ServerContract {

    private static final int ALL = 40;
    private static final int EACH = 20;
    private static final int DOWNLOADS = 5;
    private static final int SMALL_BUFFER = 4 * 1024;
    private static final String ANY_EVENT = "/long-poll?timeoutMs=600000";

    @Override
    protected ServerSettings settings() {
        return named("")
                .withJvmFlags(List.of(
                        "-Dasynclab.max-in-flight=" + ALL,
                        "-Dasynclab.max-in-flight-each=" + EACH,
                        "-Dasynclab.max-in-flight.download=" + DOWNLOADS,
                        "-Dasynclab.backend=" + urlOfNobody()));
    }

    @Override
    protected Path war() {
        return TestWar.of(super.war());
    }

    private int inFlight(String servlet) {
        return stats().get("admission").path(servlet).path("inFlight").asInt(0);
    }

    private static void assertRefused(HttpResponse<String> response) {
        assertUnavailable("1", response);
        assertEquals("{\"error\":\"Too many requests are in flight.\"}", response.body());
    }

    /** Requests that wait until something is published. */
    private List<CompletableFuture<HttpResponse<String>>> fillLongPoll() {
        var inside = getMany(EACH, ANY_EVENT);
        Await.until("the bulkhead is full", () -> inFlight("long-poll") == EACH);
        return inside;
    }

    private void publishTo(List<CompletableFuture<HttpResponse<String>>> inside) throws Exception {
        assertEquals(200, get("/publish?text=now").statusCode());
        for (var response : inside) {
            assertEquals(200, response.join().statusCode());
            assertTrue(
                    response.join().body().contains("\"now\""), response.join().body());
        }
        allComeBack();
    }

    private void allComeBack() {
        Await.until("every permit is back", () -> inFlight("all") == 0);
    }

    @ContractRow(25)
    @Test
    void of_ten_times_the_capacity_nine_tenths_are_refused_and_those_inside_do_not_notice() throws Exception {
        var before = ledger();
        var inside = fillLongPoll();
        for (var response : getMany(9 * EACH, ANY_EVENT)) assertRefused(response.join()); // a reset would throw
        counts(Ending.REJECTED, before.ended(Ending.REJECTED) + 9 * EACH);
        assertEquals(EACH, inFlight("long-poll"));
        publishTo(inside);
        // the client repeated no request, and all others were answered
        Await.until("they are counted", () -> ledger().inFlight() == 0);
        assertEquals(before.started() + 10 * EACH + 1, ledger().started());
        assertEquals(before.ended(Ending.ANSWERED) + EACH + 1, ledger().ended(Ending.ANSWERED));
    }

    @ContractRow({25, 26})
    @Test
    void under_lasting_overload_admitted_requests_are_held_as_planned() throws Exception {
        var before = ledger();
        long heldBefore = held("count");
        Map<Integer, LongAdder> answers = new ConcurrentHashMap<>();
        long asked = 0;
        for (int millis = 100; !answers.containsKey(503); millis *= 2) { // until the requests come faster than they end
            assertTrue(millis < 10_000, "all were let in, so nothing was overloaded");
            String path = "/process-non-blocking?timeoutMs=60000&ms=" + millis;
            String ok = "{\"status\":\"Ok\",\"processingTimeMs\":" + millis + "}";
            var clients = IntStream.range(0, 10 * EACH)
                    .mapToObj(i -> ask(path, ok, answers, 5))
                    .toList();
            for (var each : clients) each.join();
            asked += 50 * EACH;
        }

        long accepted = answers.get(200).sum();
        long refused = asked - accepted;
        Await.until("all are counted", () -> ledger().inFlight() == 0);
        assertEquals(before.ended(Ending.ANSWERED) + accepted, ledger().ended(Ending.ANSWERED));
        assertEquals(before.ended(Ending.REJECTED) + refused, ledger().ended(Ending.REJECTED));
        assertEquals(before.started() + accepted + refused, ledger().started());
        assertEquals(heldBefore + accepted, held("count"), "who was refused has not come as far as a pattern");
        assertEquals(0, held("early"));
        allComeBack();
    }

    private long held(String figure) throws Exception {
        return json("/stats").get("timerLateness").get(figure).asLong();
    }

    /** Asks, and as soon as it is answered again. */
    private CompletableFuture<Void> ask(String path, String ok, Map<Integer, LongAdder> answers, int times) {
        if (times == 0) return CompletableFuture.completedFuture(null);
        return getLater(path).thenCompose(response -> {
            answers.computeIfAbsent(response.statusCode(), status -> new LongAdder())
                    .increment();
            if (response.statusCode() == 200) assertEquals(ok, response.body());
            else assertRefused(response);
            return ask(path, ok, answers, times - 1);
        });
    }

    @ContractRow(25)
    @Test
    void a_servlet_that_is_mapped_with_a_wildcard_has_its_limit_there_too() throws Exception {
        var inside = fillLongPoll();
        for (String path : List.of("/any", "/any/", "/any/path/below?timeoutMs=1")) assertRefused(get(path));
        publishTo(inside);
        assertEquals(204, get("/any/path/below?timeoutMs=1").statusCode());
    }

    @Test
    void each_servlet_has_its_limit_and_all_have_one_together() throws Exception {
        var inside = fillLongPoll();
        assertRefused(get(ANY_EVENT));
        var sockets = new ArrayList<Socket>();
        for (int i = 0; i < DOWNLOADS; i++) sockets.add(raw(SMALL_BUFFER, "GET /download?bytes=50000000 HTTP/1.1"));
        Await.until("the smaller bulkhead is full", () -> inFlight("download") == DOWNLOADS);
        assertRefused(get("/download"));
        assertEquals("ok", get("/async?ms=1").body()); // others are let in

        for (int i = EACH + DOWNLOADS; i < ALL; i++) sockets.add(halfAnUpload());
        Await.until("the server is full", () -> inFlight("all") == ALL);
        assertRefused(get("/async?ms=1"));
        assertRefused(get("/blocking?ms=1"));
        assertEquals(200, get("/stats").statusCode()); // which is never refused

        vanish(sockets.remove(sockets.size() - 1));
        Await.until("there is room for one", () -> inFlight("all") == ALL - 1);
        assertEquals("ok", get("/async?ms=1").body());
        for (var socket : sockets) vanish(socket);
        publishTo(inside);
    }

    private Socket halfAnUpload() throws IOException {
        var socket = raw(0, "POST /upload?timeoutMs=600000 HTTP/1.1", "Content-Length: 100");
        socket.getOutputStream().write(new byte[50]);
        return socket;
    }

    @ContractRow(15)
    @Test
    void every_permit_comes_back_once_however_requests_end() throws Exception {
        for (int round = 0; round < 3; round++) {
            var later = getMany(3, "/async?ms=50&timeoutMs=50"); // too late, or just in time
            for (int i = 0; i < 3; i++) {
                vanish(raw(0, "GET /async?ms=5 HTTP/1.1"));
                vanish(raw(SMALL_BUFFER, "GET /download?bytes=50000000 HTTP/1.1"));
                vanish(halfAnUpload());
                vanish(raw(0, "GET /events?heartbeatMs=100 HTTP/1.1"));
                assertEquals(200, get("/async?ms=" + i).statusCode());
                assertEquals(200, get("/blocking?ms=" + i).statusCode());
                assertEquals(400, get("/async?ms=x").statusCode());
                assertEquals(405, send("POST", "/async?ms=1").statusCode());
                assertEquals(503, get("/async?ms=600000&timeoutMs=" + (1 + i)).statusCode());
                assertEquals(502, get("/reactiveendpoint").statusCode());
                assertEquals(502, get("/standardendpoint").statusCode());
                assertEquals(204, get("/long-poll?timeoutMs=1").statusCode());
            }
            for (var response : later)
                assertTrue(List.of(200, 503).contains(response.join().statusCode()));
            allComeBack();
        }
        // asynchronous without an exchange: the container tells the end
        assertEquals("ok", get("/mistake/async-context-start?ms=1").body());
        assertEquals(500, get("/mistake/lost-exception?timeoutMs=1000").statusCode());
        allComeBack();
        // and there is not one too many
        var inside = fillLongPoll();
        assertRefused(get(ANY_EVENT));
        publishTo(inside);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/standardendpoint",
                "/wrongreactiveendpoint",
                "/reactiveendpoint",
                "/callableendpoint",
                "/deferredendpoint",
                "/router-blocking",
                "/router-non-blocking",
                "/aggregate-blocking?deadlineMs=60000",
                "/aggregate-non-blocking?deadlineMs=60000",
                "/routing-slip-blocking",
                "/routing-slip-non-blocking"
            })
    void without_a_backend_every_url_that_calls_one_answers_502(String path) throws Exception {
        long before = ledger().ended(Ending.FAILED);
        assertBadGateway(get(path));
        counts(Ending.FAILED, before + 1);
    }
}
