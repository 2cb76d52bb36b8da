package asynclab.wire.pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.exchange.Ending;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Processor time, a database connection and a wait, on a pool of four connections of H2. */
class PhasesContract extends ServerContract {

    private static final int CONNECTIONS = 4;
    private static final int QUEUE = 24; // more lookups than any other test lets wait
    private static final List<String> PATHS = List.of("/phases", "/phases-async");

    @Override
    protected ServerSettings settings() {
        return pool("", CONNECTIONS, 30_000, "-Dasynclab.lookup-queue=" + QUEUE);
    }

    private ServerSettings pool(String suffix, int connections, int timeoutMillis, String... more) {
        var flags = new ArrayList<>(List.of(more));
        flags.add("-Dasynclab.jdbc-connections=" + connections);
        flags.add("-Dasynclab.jdbc-connection-timeout-millis=" + timeoutMillis);
        return named(suffix).withJvmFlags(flags);
    }

    private JsonNode connections(Server server) {
        return stats(server).get("connections");
    }

    private boolean has(Server server, int active, int waiting) {
        JsonNode now = connections(server);
        return now.get("active").asInt() == active && now.get("waiting").asInt() == waiting;
    }

    private void awaitConnections(Server server, int active, int waiting) {
        Await.until(
                active + " connections are in use and " + waiting + " lookups wait",
                () -> has(server, active, waiting));
    }

    /** Takes the only connection. A busy machine may not give it in the pool's 250 ms: then the request is refused, and asks again. */
    private CompletableFuture<HttpResponse<String>> takeConnection(Server small, int millis) {
        while (true) {
            var holding = getLater(small, "/phases?connectionMs=60000&timeoutMs=" + millis);
            Await.until(
                    "a request has the connection, or is refused",
                    () -> holding.isDone() || connections(small).get("active").asInt() == 1);
            if (!holding.isDone()) return holding;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/phases", "/phases-async"})
    void each_phase_takes_its_time_and_may_be_absent(String path) throws Exception {
        assertEquals("ok", get(path).body());
        for (String query : List.of("?cpuMs=30.5", "?connectionMs=30", "?ms=30", "?cpuMs=10&connectionMs=10&ms=10")) {
            long started = System.nanoTime();
            var response = get(path + query);
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
            assertEquals("ok", response.body(), query);
            assertTrue(millis >= 30, () -> query + " after only " + millis + " ms");
        }
        assertEquals(200, send("HEAD", path + "?ms=1").statusCode());
    }

    @ParameterizedTest
    @CsvSource({
        "cpuMs=1001, a decimal number from 0 to 1000",
        "cpuMs=-1, a decimal number from 0 to 1000",
        "cpuMs=1e2, a decimal number from 0 to 1000",
        "cpuMs=, a decimal number from 0 to 1000",
        "connectionMs=60001, a whole number from 0 to 60000",
        "connectionMs=1.5, a whole number from 0 to 60000",
        "ms=600001, a whole number from 0 to 600000",
    })
    void bad_input_gets_400_and_the_parameter_with_its_range(String query, String range) throws Exception {
        for (String path : PATHS) {
            JsonNode body = assertBadInput(query.split("=")[0], get(path + "?" + query));
            assertEquals(range, body.get("range").asText());
        }
    }

    /** Of twelve, four hold a connection at a time. So the fifth has its answer after two lookups at least, the ninth after three. */
    @ParameterizedTest
    @ValueSource(strings = {"/phases", "/phases-async"})
    void twelve_lookups_on_four_connections_end_in_three_waves(String path) throws Exception {
        long started = System.nanoTime();
        var ends = getMany(12, path + "?connectionMs=200").stream()
                .map(response -> response.thenApply(answer -> {
                    assertEquals("ok", answer.body());
                    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
                }))
                .toList();
        var millis = ends.stream().map(end -> end.join()).sorted().toList();
        assertTrue(
                millis.get(0) >= 200 && millis.get(CONNECTIONS) >= 400 && millis.get(2 * CONNECTIONS) >= 600,
                millis::toString);
    }

    /** If an answer comes before all is seen, other requests hold the connections for twice as long. So a slow machine does not fail. */
    @Test
    void the_figures_show_who_has_a_connection_and_who_waits_for_one() throws Exception {
        for (int millis = 1_500; !areShown(millis); millis *= 2)
            assertTrue(2 * millis < 1_000 * Await.GIVE_UP_SECONDS, "nothing can be seen, however long they are held");
    }

    /** Whether the figures were read while the connections were held. */
    private boolean areShown(int millis) throws Exception {
        String slow = "?connectionMs=60000&timeoutMs=" + millis;
        var holding = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        for (String path : PATHS) holding.addAll(getMany(CONNECTIONS / 2, path + slow));
        awaitHeld(0, holding);
        for (String path : PATHS) holding.add(getLater(path + slow));
        awaitHeld(2, holding);
        String metrics = get("/metrics").body();
        boolean held = has(server(), CONNECTIONS, 2); // then they were so before, too: none comes back
        if (held)
            for (String line : List.of("active 4.0", "waiting 2.0", "idle 0.0", "max 4.0"))
                assertTrue(metrics.contains("\nasynclab_connections_" + line + "\n"), line);
        for (var late : holding) assertUnavailable("1", late.join());
        awaitConnections(server(), 0, 0);
        return held;
    }

    private void awaitHeld(int waiting, List<CompletableFuture<HttpResponse<String>>> holding) {
        Await.until(
                "all connections are in use and " + waiting + " lookups wait, or one has an answer",
                () -> has(server(), CONNECTIONS, waiting) || holding.stream().anyMatch(CompletableFuture::isDone));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/phases", "/phases-async"})
    void a_deadline_ends_each_phase_and_frees_its_connection(String path) throws Exception {
        long before = ledger().ended(Ending.TIMED_OUT);
        for (String slow : List.of("cpuMs=300&ms=1", "connectionMs=60000", "ms=60000", "connectionMs=50&ms=60000")) {
            var response = get(path + "?timeoutMs=100&" + slow);
            assertUnavailable("1", response);
            assertEquals("{\"error\":\"No answer within 100 ms.\"}", response.body());
        }
        for (var late : getMany(5 * CONNECTIONS, path + "?connectionMs=60000&timeoutMs=100"))
            assertUnavailable("1", late.join());
        counts(Ending.TIMED_OUT, before + 4 + 5 * CONNECTIONS);
        for (int i = 0; i < 2 * CONNECTIONS; i++)
            assertEquals("ok", get(path + "?connectionMs=1").body());
    }

    /** If a connection is free before all is seen, other requests hold it for twice as long. So a slow machine does not fail. */
    @Test
    void a_wait_for_a_connection_has_a_longest_time() throws Exception {
        Server small = start(pool("-small", 1, 250));
        get(small, "/phases?connectionMs=1"); // the pool has started
        for (int millis = 2_000; !areRefusedAfterTheLongestWait(small, millis); millis *= 2)
            assertTrue(2 * millis < 1_000 * Await.GIVE_UP_SECONDS, "no wait is too long, however long it is held");
        for (String path : PATHS)
            Await.until("a new connection is there in time", () -> getLater(small, path + "?connectionMs=1")
                    .join()
                    .body()
                    .equals("ok"));
        balances(small);
    }

    /** If an answer comes before all is seen, other requests hold the connections for twice as long. So a slow machine does not fail. */
    @Test
    void those_who_wait_for_a_connection_have_a_largest_number() throws Exception {
        for (int millis = 1_500; !oneMoreIsRefused(millis); millis *= 2)
            assertTrue(2 * millis < 1_000 * Await.GIVE_UP_SECONDS, "nobody is refused, however long they are held");
    }

    /** Whether one was refused while others had the connections and as many waited as may. */
    private boolean oneMoreIsRefused(int millis) throws Exception {
        long rejected = ledger().ended(Ending.REJECTED);
        String slow = "/phases-async?connectionMs=60000&timeoutMs=" + millis;
        var holding = new ArrayList<>(getMany(CONNECTIONS, slow));
        awaitHeld(0, holding);
        holding.addAll(getMany(QUEUE, slow));
        awaitHeld(QUEUE, holding);
        var refused = get("/phases-async?connectionMs=1");
        boolean held = has(server(), CONNECTIONS, QUEUE); // then they were so before, too: none comes back
        if (held) {
            assertUnavailable("1", refused);
            counts(Ending.REJECTED, rejected + 1);
        }
        for (var late : holding) assertUnavailable("1", late.join());
        awaitConnections(server(), 0, 0);
        return held;
    }

    /** Whether one was refused on each path while another had the connection. */
    private boolean areRefusedAfterTheLongestWait(Server small, int millis) throws Exception {
        var holding = takeConnection(small, millis);
        int timedOut = connections(small).get("timedOut").asInt();
        var refused = new ArrayList<HttpResponse<String>>();
        var waitedNanos = new ArrayList<Long>();
        for (String path : PATHS) {
            long started = System.nanoTime();
            refused.add(get(small, path + "?connectionMs=1"));
            waitedNanos.add(System.nanoTime() - started);
        }
        boolean held = has(small, 1, 0) && !holding.isDone(); // and so all the time before
        if (held) {
            for (long nanos : waitedNanos) assertTrue(nanos >= TimeUnit.MILLISECONDS.toNanos(250));
            for (var each : refused) {
                assertUnavailable("1", each);
                assertEquals("{\"error\":\"The server is busy.\"}", each.body());
            }
            assertEquals(timedOut + 2, connections(small).get("timedOut").asInt());
            counts(small, Ending.REJECTED, timedOut + 2);
        }
        assertUnavailable("1", holding.join());
        awaitConnections(small, 0, 0); // so no lookup waits for it
        return held;
    }

    @Test
    void a_client_that_goes_in_any_phase_leaves_nothing() throws Exception {
        long started = ledger().started();
        for (String path : PATHS)
            for (String phase : List.of("cpuMs=100", "connectionMs=100", "ms=100")) {
                Socket socket = raw(0, "GET " + path + "?" + phase + " HTTP/1.1");
                long entered = ++started;
                Await.until("it has entered", () -> ledger().started() == entered);
                vanish(socket);
            }
        balances(server());
        awaitConnections(server(), 0, 0);
        assertEquals("ok", get("/phases?connectionMs=1").body());
    }

    @ContractRow(29)
    @Test
    void an_undeploy_answers_every_phase_and_leaves_no_thread_no_connection_and_no_driver() throws Exception {
        Server undeploying = start(pool("-undeploy", 2, 30_000));
        var waiting = new ArrayList<>(getMany(undeploying, 3, "/phases?connectionMs=60000"));
        waiting.addAll(getMany(undeploying, 3, "/phases-async?connectionMs=60000"));
        for (String path : PATHS) waiting.addAll(getMany(undeploying, 1, path + "?ms=60000"));
        Await.until("all are inside", () -> undeploying.probe().ledger().inFlight() == waiting.size());
        awaitConnections(undeploying, 2, 4);
        assertTrue(undeploying.probe().instances("java.sql.DriverInfo") > 0);
        undeploying.probe().stopApplication();
        for (var response : waiting) assertUnavailable("5", response.join());
        awaitNoThreads(undeploying);
        assertEquals(0, undeploying.probe().instances("java.sql.DriverInfo"));
        assertEquals(List.of(), complaints(undeploying, "Exception", "JDBC driver", "have failed to stop"));
    }
}
