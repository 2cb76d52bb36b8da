package asynclab.wire.pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bursts, which a server sends to itself: what it keeps of the answers, and what is left when the client has gone. */
class BurstContract extends ServerContract {

    private static final int MOST_BURSTS = 4; // max-in-flight.burst in web.xml
    private static final int MOST_REQUESTS = 500;
    private static final int FEW_REQUESTS = 50;

    @Override
    protected ServerSettings settings() {
        return SHARED;
    }

    @ContractRow(46)
    @Test
    void of_the_bodies_nothing_is_kept_but_their_length_and_the_beginning_of_the_first() throws Exception {
        int requests = 30;
        int bytes = 5_000_000; // together more than the heap
        Server server = start(named("-small").withJvmFlags(List.of("-Xms128m", "-Xmx128m")));
        var done = new HashMap<String, JsonNode>();
        getLater(server, "/burst?pattern=/download&n=" + requests + "&bytes=" + bytes)
                .get(Await.GIVE_UP_SECONDS, TimeUnit.SECONDS) // a server without memory answers nothing
                .body()
                .lines()
                .filter(line -> line.startsWith("data: "))
                .flatMap(line -> changes(line).stream())
                .filter(change -> change.get("what").asText().equals("done"))
                .forEach(change -> done.put(change.get("i").asText(), change));
        assertEquals(requests, done.size());
        done.forEach((index, change) -> {
            assertEquals(200, change.path("status").asInt(), change::toString);
            assertEquals(bytes, change.path("bytes").asInt(), change::toString);
            assertEquals(index.equals("0"), change.has("body"));
        });
        assertTrue(done.get("0").get("body").asText().length() <= 2_000);
        balances(server);
        assertEquals(List.of(), complaints(server, "OutOfMemoryError"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"n=0&pattern=/async", "n=501&pattern=/async", "pattern=/burst", "pattern=/stats", "n=1"})
    void a_burst_is_bounded_and_asks_for_nothing_but_patterns(String query) throws Exception {
        var refused = get("/burst?" + query);
        assertEquals(400, refused.statusCode());
        assertTrue(refused.body().contains("must be"), refused.body());
    }

    /** A burst whose requests wait until it is over. */
    private Socket waitingBurst(int requests) throws IOException {
        return raw(0, "GET /burst?pattern=/long-poll&n=" + requests + "&timeoutMs=600000 HTTP/1.1");
    }

    private static List<JsonNode> changes(String line) {
        try {
            var changes = new ArrayList<JsonNode>();
            JSON.readTree(line.substring("data: ".length())).get("changes").forEach(changes::add);
            return changes;
        } catch (Exception e) {
            throw new AssertionError(line, e);
        }
    }

    @ContractRow(46)
    @Test
    void a_burst_whose_reader_has_left_leaves_no_request_and_no_connection_behind() throws Exception {
        get("/burst?pattern=/async&n=1&ms=1"); // its client is there from now on
        Await.until("it is over", () -> ledger().inFlight() == 0);
        long descriptors = server().probe().openDescriptors();
        for (int i = 0; i <= MOST_BURSTS; i++) {
            Socket reader = waitingBurst(FEW_REQUESTS);
            Await.until("all are sent", () -> ledger().inFlight() == FEW_REQUESTS + 1);
            vanish(reader);
            Await.until("nothing is in flight", () -> ledger().inFlight() == 0);
        }
        Await.until(
                "the connections are closed", () -> server().probe().openDescriptors() < descriptors + FEW_REQUESTS);
    }

    @ContractRow(46)
    @Test
    void as_many_bursts_as_are_let_in_send_no_more_than_five_hundred_requests_each_at_any_time() throws Exception {
        var readers = new ArrayList<Socket>();
        for (int i = 0; i < MOST_BURSTS; i++) readers.add(waitingBurst(MOST_REQUESTS));
        int most = MOST_BURSTS * (MOST_REQUESTS + 1);
        Await.until("all are sent", () -> ledger().inFlight() == most);
        assertUnavailable("1", get("/burst?pattern=/async&n=1&ms=1"));
        for (Socket reader : readers) vanish(reader);
        Await.until("a permit is back", () -> bursts() < MOST_BURSTS);
        // What comes now adds to what the others have left, which is nothing.
        assertEquals(
                200, get("/burst?pattern=/async&n=" + MOST_REQUESTS + "&ms=1").statusCode());
        Await.until("nothing is in flight", () -> ledger().inFlight() == 0);
        long all = ledger().maxInFlight();
        assertTrue(all <= most + 1L, all + " at most, with the one that was refused");
        Await.until("every permit is back", () -> bursts() == 0);
    }

    private int bursts() {
        return stats().get("admission").path("burst").path("inFlight").asInt(0);
    }

    @ContractRow(46)
    @Test
    void a_request_that_comes_when_its_burst_is_over_is_not_served() throws Exception {
        long started = ledger().started();
        assertUnavailable("1", send(request("/async?ms=600000").header("X-Burst", "over/7")));
        assertEquals(started + 1, ledger().started());
    }
}
