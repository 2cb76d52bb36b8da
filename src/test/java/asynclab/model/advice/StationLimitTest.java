package asynclab.model.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.delay.HoldTime;
import asynclab.model.Bounds;
import asynclab.model.Bounds.Limiter;
import asynclab.model.Budget;
import asynclab.model.Draws;
import asynclab.model.Latencies;
import asynclab.model.Load;
import asynclab.model.Occupancy;
import asynclab.model.OpenWorkload;
import asynclab.model.Simulation;
import asynclab.model.Stages;
import asynclab.model.Station;
import asynclab.model.Trace;
import asynclab.model.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which station of a server binds first, which one next, and how busy each is. */
class StationLimitTest {

    private static final int HOLD_MILLIS = 90;
    private static final int PROCESSING_MILLIS = 10;

    private static Load load(double perSecond) {
        return new OpenWorkload(OpenWorkload.Arrivals.CONSTANT, perSecond, 10_000, new HoldTime.Fixed(HOLD_MILLIS));
    }

    private static BlockingVersusAsync comparison(ServerSizes server, double perSecond) {
        return BlockingVersusAsync.of(load(perSecond), server, null, 1, Budget.unlimited());
    }

    /** Of one seed, because a comparison simulates forty more. */
    private static Trace run(Load load, Stages stages, Occupancy occupancy) {
        return load.simulate(Draws.of(load.hold(), 1), stages, 1, Budget.unlimited(), occupancy);
    }

    /** A blocking request needs a permit and a thread for 100 ms, a connection for 45 ms and a processor for 10 ms. */
    @ParameterizedTest
    @CsvSource({
        "LIMIT, THREADS, CONNECTIONS, PROCESSORS",
        "THREADS, PROCESSORS, LIMIT, CONNECTIONS",
        "CONNECTIONS, LIMIT, PROCESSORS, THREADS",
        "PROCESSORS, CONNECTIONS, THREADS, LIMIT",
    })
    void the_limit_that_binds_and_the_next_one(Limiter first, Limiter second, Limiter third, Limiter last) {
        assertBindIn(List.of(first, second, third, last));
    }

    private static void assertBindIn(List<Limiter> order) {
        int[] perSecond = new int[Limiter.values().length];
        for (int i = 0; i < order.size(); i++) perSecond[order.get(i).ordinal()] = 200 * (i + 1);
        var server = new ServerSizes(
                Station.limit(perSecond[Limiter.LIMIT.ordinal()] / 10),
                Station.requestThreads(perSecond[Limiter.THREADS.ordinal()] / 10),
                PROCESSING_MILLIS,
                perSecond[Limiter.PROCESSORS.ordinal()] / 100,
                Station.connections(perSecond[Limiter.CONNECTIONS.ordinal()] * 45 / 1_000, 0),
                0.5);
        BlockingVersusAsync comparison = comparison(server, 100);
        List<StationLimit> limits = comparison.limits(server.blocking(), comparison.blocking());
        assertEquals(order, limits.stream().map(StationLimit::station).toList());
        for (int i = 0; i < limits.size(); i++) {
            assertEquals(200.0 * (i + 1), limits.get(i).perSecond(), 1e-9);
            assertEquals(100.0 / 2 / (i + 1), limits.get(i).busyPercent(), 1); // 100 of 200, 400, 600, 800 req/s
        }
        String words = comparison.limitsInWords();
        assertTrue(
                words.matches(
                        "(Blocking|Each threading model): .* binds? at 200\\.0 req/s, then .* at 400\\.0 req/s\\..*"),
                words);
        // Beyond the first one's bound no simulated run is served faster.
        Load beyond = load(300);
        assertEquals(order.get(0), Bounds.of(beyond, server.blocking()).limiter());
        assertEquals(200, run(beyond, server.blocking(), Occupancy.NONE).throughput(), 4);
    }

    @Test
    void asynchronous_and_virtual_threads_have_other_limits_than_blocking() {
        var server =
                new ServerSizes(Station.unlimited(), Station.requestThreads(20), 10, 2, Station.connections(8, 0), 0.5);
        BlockingVersusAsync comparison = comparison(server, 100);
        assertEquals(
                "Blocking: 8 connections bind at 177.8 req/s, then 20 threads at 200.0 req/s."
                        + " Asynchronous and virtual threads: 8 connections bind at 177.8 req/s, then 2 processors at 200.0 req/s.",
                comparison.limitsInWords());
        var one = new ServerSizes(Station.unlimited(), Station.requestThreads(20), 10, 1, Station.unlimited(), 1);
        String words = comparison(one, 100).limitsInWords();
        assertTrue(
                words.startsWith("Blocking: 1 processor binds at 100.0 req/s, then 20 threads at 200.0 req/s."), words);
    }

    @Test
    void virtual_threads_take_turns_on_the_processors_and_other_threads_share_them() {
        // 80 req/s of 10 ms on one processor. M/D/1: 10 + 10 · 0.8 ÷ 0.4 = 30 ms. M/G/1 shared: 10 ÷ 0.2 = 50 ms.
        var load = new OpenWorkload(OpenWorkload.Arrivals.POISSON, 80, 400_000, new HoldTime.Fixed(90));
        var server =
                new ServerSizes(Station.unlimited(), Station.requestThreads(10_000), 10, 1, Station.unlimited(), 1);
        var occupancy = new Occupancy();
        assertEquals(
                90 + 30, Latencies.of(run(load, server.virtual(), occupancy)).meanMs(), 4);
        assertEquals(
                90 + 50, Latencies.of(run(load, server.async(), Occupancy.NONE)).meanMs(), 8);
        StationLimit processor =
                StationLimit.of(server.virtual(), HOLD_MILLIS, occupancy).get(0);
        assertEquals(80, processor.busyPercent(), 2);
        assertEquals(20, processor.meanWaitMillis(), 4);
        String words = comparison(server, 80).virtualInWords();
        assertTrue(words.startsWith(" Virtual threads give "), words);
    }

    @Test
    void a_server_without_a_size_has_no_limit() {
        var server = new ServerSizes(
                Station.unlimited(), Station.requestThreads(5), 0, Simulation.UNLIMITED, Station.unlimited(), 1);
        BlockingVersusAsync comparison = comparison(server, 10);
        assertEquals(List.of(), comparison.limits(server.virtual(), comparison.virtual()));
        assertEquals(
                "Blocking: 5 threads bind at 55.6 req/s, and no other limit is given."
                        + " Asynchronous and virtual threads: nothing that is given limits the server.",
                comparison.limitsInWords());
    }

    @Test
    void connections_that_no_request_needs_never_bind_but_are_listed() {
        ServerSizes server = ServerSizes.of(Station.requestThreads(5), 0, Station.connections(2, 0))
                .withShare(0);
        BlockingVersusAsync comparison = comparison(server, 10);
        List<StationLimit> limits = comparison.limits(server.virtual(), comparison.virtual());
        assertEquals(1, limits.size());
        assertEquals(Double.POSITIVE_INFINITY, limits.get(0).perSecond());
        assertEquals(0, limits.get(0).busyPercent());
        assertEquals(0, limits.get(0).meanWaitMillis());
    }

    @Test
    void more_requests_without_a_connection_do_not_pay() {
        // 20 threads let 12 wait for 8 connections. Without a limit everybody waits, for longer than a request may.
        var load = Workload.ofLoops(200, 0, 10, new HoldTime.Fixed(100), new HoldTime.Fixed(100));
        ServerSizes server = ServerSizes.of(Station.requestThreads(20), 0, Station.connections(8, 300));
        BlockingVersusAsync comparison = BlockingVersusAsync.of(load, server, null, 1, Budget.unlimited());
        assertEquals(0, comparison.blocking().failed());
        assertTrue(comparison.async().failed() > 0);
        assertTrue(comparison.verdict().startsWith("Asynchronous processing does not pay: "), comparison.verdict());
        assertTrue(
                comparison.verdict().contains(" of 2,000 instead of 0 of 2,000 requests fail. "), comparison.verdict());
        assertTrue(comparison.verdict().endsWith("waits longer than 300 ms for a connection."), comparison.verdict());
        String times = comparison.timesInWords(); // 100 ms, and a wait of up to 300 ms; no blocking request fails
        assertTrue(
                times.matches("The times are those of all .* those that succeed: asynchronous [1-4]\\d\\d ms\\b.*"),
                times);
    }
}
