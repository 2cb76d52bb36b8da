package asynclab.wire.pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import asynclab.options.Jdks;
import asynclab.server.PostgreSql;
import asynclab.server.Processes;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.OnlyOnJetty;
import asynclab.wire.fixture.ServerContract;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The phases on the database that the lab measures with, where it is installed. */
@OnlyOnJetty
class PhasesOnPostgreSqlIT extends ServerContract {

    private static final int CONNECTIONS = 4;
    private static final int LONG_MILLIS = 30_000; // no lookup waits so long for a connection
    private static final List<String> PATHS = List.of("/phases", "/phases-async");
    private static final Path TASKSET = Path.of("/usr/bin/taskset");

    private Processes processes;
    private PostgreSql database;

    @Override
    protected ServerSettings settings() {
        assumeTrue(PostgreSql.find() != null, "PostgreSQL is not installed, so nothing is tested on it");
        if (database == null) {
            processes = new Processes();
            database = PostgreSql.start(processes, Path.of(System.getProperty("lab.work")), 50);
        }
        return onPostgreSql("");
    }

    private ServerSettings onPostgreSql(String suffix) {
        return named(suffix)
                .withDatabase(database, PostgreSql.SLEEP_AND_FIND, CONNECTIONS)
                .withConnectionTimeout(1_000);
    }

    private ServerSettings patient(String suffix) {
        return onPostgreSql(suffix).withConnectionTimeout(LONG_MILLIS);
    }

    /** Until a connection has been opened in time. */
    private void awaitAnswers() {
        for (String path : PATHS)
            Await.until(
                    path + " is answered",
                    () -> getLater(path + "?connectionMs=1").join().body().equals("ok"));
    }

    @AfterParameterizedClassInvocation
    void stopDatabase() {
        if (database == null) return;
        database.close();
        assertEquals(0, processes.running());
        processes.close();
        database = null;
    }

    /** When each of so many requests was answered, in milliseconds, in order. */
    private List<Long> ends(Server server, int requests, String path) {
        long started = System.nanoTime();
        var ends = getMany(server, requests, path).stream()
                .map(response -> response.thenApply(answer -> {
                    assertEquals("ok", answer.body());
                    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
                }))
                .toList();
        return ends.stream().map(end -> end.join()).sorted().toList();
    }

    /** @param eachMillis how long each had a connection */
    private static void assertWaves(int atATime, int eachMillis, List<Long> ends) {
        for (int i = 0; i < ends.size(); i++) {
            long least = (long) eachMillis * (i / atATime + 1);
            assertTrue(ends.get(i) >= least, () -> "one answer is there before " + least + " ms: " + ends);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/phases", "/phases-async"})
    void twelve_lookups_on_four_connections_end_in_three_waves(String path) {
        Server patient = start(patient("-waves"));
        ends(patient, CONNECTIONS, path + "?connectionMs=1");
        awaitOpenConnections(patient);
        assertWaves(CONNECTIONS, 200, ends(patient, 12, path + "?connectionMs=200"));
    }

    /** If an answer comes before all were refused, other requests hold the connections for twice as long. So a slow machine does not fail. */
    @Test
    void a_wait_for_a_connection_that_is_too_long_gets_503() throws Exception {
        awaitAnswers();
        for (int millis = 3_000; !areRefused(millis); millis *= 2)
            assertTrue(2 * millis < 1_000 * Await.GIVE_UP_SECONDS, "no wait is too long, however long they are held");
        awaitAnswers();
    }

    /** Whether lookups were refused while all connections were held. */
    private boolean areRefused(int millis) throws Exception {
        var holding = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        for (String path : PATHS)
            holding.addAll(getMany(CONNECTIONS / 2, path + "?connectionMs=60000&timeoutMs=" + millis));
        Await.until(
                "all connections are in use, or one has an answer",
                () -> active() == CONNECTIONS || holding.stream().anyMatch(CompletableFuture::isDone));
        var waiting =
                PATHS.stream().map(path -> getLater(path + "?connectionMs=1")).toList();
        var refused = waiting.stream().map(CompletableFuture::join).toList();
        boolean held = active() == CONNECTIONS && holding.stream().noneMatch(CompletableFuture::isDone);
        if (held) for (var each : refused) assertUnavailable("1", each);
        for (var late : holding) assertUnavailable("1", late.join());
        Await.until("the statement's timeout has ended the lookups", () -> active() == 0);
        return held;
    }

    private long active() {
        return connections(server(), "active");
    }

    private long connections(Server server, String state) {
        return stats(server).get("connections").get(state).asLong();
    }

    private void awaitOpenConnections(Server server) {
        Await.until("all connections are open", () -> connections(server, "idle") == CONNECTIONS);
    }

    @Test
    void a_database_that_is_killed_is_a_502_or_503_and_one_that_comes_back_is_used_again() throws Exception {
        awaitAnswers();
        awaitOpenConnections(server());
        var held = PATHS.stream()
                .map(path -> getLater(path + "?connectionMs=60000"))
                .toList();
        Await.until("they are asked", () -> active() == 2);
        database.kill();
        for (var lost : held) assertEquals(502, lost.join().statusCode());
        for (String path : PATHS) {
            int status = get(path + "?connectionMs=1").statusCode();
            assertTrue(status == 502 || status == 503, () -> "status " + status);
        }
        database.restart();
        awaitAnswers();
    }

    @Test
    void an_undeploy_leaves_no_driver_and_no_thread() {
        Server undeploying = start(patient("-undeploy"));
        ends(undeploying, 8, "/phases?connectionMs=200");
        var held = getMany(undeploying, 2, "/phases?connectionMs=60000");
        Await.until("they are inside", () -> undeploying.probe().ledger().inFlight() == 2);
        undeploying.probe().stopApplication();
        for (var response : held) assertUnavailable("5", response.join());
        assertEquals(0, undeploying.probe().instances("java.sql.DriverInfo"));
        awaitNoThreads(undeploying, "PostgreSQL"); // the driver's last thread
    }

    /** On one processor, each request on a virtual thread, and two of them at a time: less than the connections allow. */
    @Test
    void a_limit_before_virtual_threads_lets_the_others_wait() throws Exception {
        String java = Jdks.atLeast(21);
        assumeTrue(java != null, "there is no JDK 21 or later, so no virtual thread is tested");
        assumeTrue(Files.exists(TASKSET), "there is no taskset, so no server has its own processors");
        Server pinned =
                start(patient("-virtual").withJava(java).withVirtualThreads(2).withProcessors("0"));
        String status = Files.readString(Path.of("/proc/" + pinned.pid() + "/status"));
        assertTrue(status.contains("Cpus_allowed_list:\t0\n"), status);
        assertEquals("ok", get(pinned, "/phases?cpuMs=4&connectionMs=1&ms=1").body());
        assertWaves(2, 200, ends(pinned, 12, "/phases?connectionMs=200"));
        Server unlimited = start(patient("-unlimited").withJava(java).withVirtualThreads(0));
        // more than Jetty has platform threads
        assertWaves(CONNECTIONS, 100, ends(unlimited, 150, "/phases?connectionMs=100"));
        balances(pinned);
        balances(unlimited);
    }
}
