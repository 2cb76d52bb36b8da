package asynclab.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Waiting for a resource and waiting for an event, as a client sees it. */
abstract class WaitingContract extends ServerContract {

    private static final int PERMITS = 4;

    @Test
    void permits_are_granted_in_order_of_arrival_and_never_more_than_there_are() throws Exception {
        var answers = new ArrayList<HttpResponse<String>>();
        for (var response : getMany(200, "/permit?ms=5")) answers.add(response.join());
        answers.sort(Comparator.comparing(answer -> number(answer, "X-Grant")));
        long before = 0;
        for (var answer : answers) {
            assertEquals(200, answer.statusCode());
            long arrival = number(answer, "X-Arrival");
            assertTrue(arrival > before, () -> arrival + " was granted too late");
            before = arrival;
        }
        assertPermits(PERMITS, 0);
    }

    private static long number(HttpResponse<String> answer, String header) {
        return answer.headers().firstValueAsLong(header).orElseThrow();
    }

    @Test
    void who_finds_no_permit_waits_and_gets_503_at_its_deadline() throws Exception {
        var holding = getMany(PERMITS, "/permit?ms=600000&timeoutMs=3000");
        Await.until("all permits are taken", () -> permits("free") == 0);
        long before = ledger("timedOut");
        assertEquals(503, get("/permit?ms=0&timeoutMs=20").statusCode());
        assertEquals(before + 1, ledger("timedOut"));
        var next = getMany(3, "/permit?ms=0"); // their turn comes when those who hold are too late
        for (var response : holding) assertEquals(503, response.join().statusCode());
        for (var response : next) assertEquals(200, response.join().statusCode());
        assertPermits(PERMITS, 0);
    }

    @Test
    void every_permit_comes_back_once_however_exchanges_end() throws Exception {
        var responses = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        for (int i = 0; i < 50; i++) {
            responses.add(getLater("/permit?ms=" + i % 3)); // answered
            responses.add(getLater("/permit?ms=600000&timeoutMs=" + (5 + i))); // too late, waiting or holding
            responses.add(getLater("/permit?ms=x")); // refused
            vanish(raw(0, "GET /permit?ms=10 HTTP/1.1")); // nobody there when the answer is written
        }
        for (var response : responses)
            assertTrue(List.of(200, 400, 503).contains(response.join().statusCode()));
        Await.until("nothing but this is in flight", () -> ledger("inFlight") == 0);
        assertPermits(PERMITS, 0);
        // and they are worth something: as many work at once, and one more waits
        var holding = getMany(PERMITS + 1, "/permit?ms=3000");
        Await.until("one waits", () -> permits("waiting") == 1);
        for (var response : holding) assertEquals(200, response.join().statusCode());
        assertPermits(PERMITS, 0);
    }

    private int permits(String figure) {
        try {
            return json("/permits").get(figure).asInt();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private void assertPermits(int free, int waiting) {
        assertEquals(free, permits("free"));
        assertEquals(waiting, permits("waiting"));
    }
}
