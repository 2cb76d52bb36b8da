package asynclab.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.probe.LimiterNaming.BeyondTheLimit;
import asynclab.probe.OwnFigures.OwnLimit;
import asynclab.probe.OwnFigures.PoolUse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The limit is named if the figures agree, and left open if they do not decide. */
class LimiterNamingTest {

    /**
     * A service whose requests take 200 ms and wait 100 ms. The second URL takes 5 ms without load.
     *
     * @param threads in use, of 20; empty if unknown
     * @param connections in use, of 10, with five requests waiting if they are all in use
     * @param processors in use, of 2
     * @param other the second URL's time under load
     */
    @ParameterizedTest
    @CsvSource({
        "  20,   ,    ,    , THREADS,     20 request threads",
        "  20,   , 0.1, 105, THREADS,     20 request threads",
        "  20,   ,    ,   6, ,            All request threads are in use but a second URL does not wait",
        "  15, 10, 0.1,    , CONNECTIONS, 10 connections",
        "  20, 10, 0.1,    , CONNECTIONS, 10 connections",
        "  15, 10,    , 105, ,            All connections are in use but a second URL that needs none waits",
        "  15,  3, 1.98,   , PROCESSORS,  the processors",
        "  20,   , 1.98,   , ,            Several limits are reached: request threads and processors",
        "  15,  3, 0.2,    , ,            It can be permits or worker threads or the limit of a backend",
        "  15,  3, 0.2, 105, ,            the request threads are not all in use",
        "    ,   ,    , 105, THREADS,     because a second URL waits",
        "    ,   ,    ,   6, ,            It can be connections",
        "    ,   ,    ,  45, THREADS,     because a second URL waits",
        "    ,   ,    ,  30, ,            It can be request threads or connections",
        "    ,   ,    ,    , ,            Give -Dactuator"
    })
    void figures(Double threads, Double connections, Double processors, Double other, OwnLimit named, String words) {
        var pools = new ArrayList<PoolUse>();
        if (threads != null) pools.add(new PoolUse(OwnLimit.THREADS, "pool", threads, 20, null));
        if (connections != null)
            pools.add(new PoolUse(OwnLimit.CONNECTIONS, "pool", connections, 10, connections == 10 ? 5.0 : 0));
        var own = new OwnFigures(pools, null, processors, processors == null ? null : (Double) 2.0, 0);
        var step = new ProbeStep(30, 100, 100, 300, 400, 1.0, 0, null);
        var naming =
                new LimiterNaming(new BeyondTheLimit(20, 200, step, other == null ? null : (Double) 5.0, other, own));

        assertEquals(named, naming.limiter(), naming::words);
        String said = naming.words().replace(", or ", " or ").replace(", ", " or ");
        assertTrue(said.replace(" or but", " but").contains(words.replace(" and ", " or ")), naming::words);
    }

    /** As the actuator adds up pools: one of 20 is full, and another of 20 is idle. */
    @Test
    void a_pool_that_requests_wait_for_is_not_left_out() {
        var step = new ProbeStep(60, 100, 100, 300, 400, 1.0, 0, null);
        for (double waiting : new double[] {0, 30}) {
            var pool = new PoolUse(OwnLimit.CONNECTIONS, "pools", 20, 40, waiting);
            var own = new OwnFigures(List.of(pool), null, 0.1, 2.0, 0);
            var naming = new LimiterNaming(new BeyondTheLimit(20, 200, step, 5.0, null, own));
            assertEquals(null, naming.limiter(), naming::words);
            assertEquals(waiting > 0, naming.words().contains("connections"), naming::words);
        }
    }

    /** Without a number of processors they are the limit if requests compute most of their time. */
    @ParameterizedTest
    @CsvSource({"0.97, 24.2, PROCESSORS", "0.4, 24.2, ", "0.97, 97, "})
    void processors_of_an_unknown_number(double used, double perSecond, OwnLimit named) {
        var step = new ProbeStep(2, 50, perSecond, 2_000 / perSecond, 90, 1.0, 0, null);
        var own = new OwnFigures(List.of(), null, used, null, 0);

        assertEquals(named, new LimiterNaming(new BeyondTheLimit(1, 41, step, 5.0, null, own)).limiter());
    }

    /** A thread that reads messages is always busy, and no request waits for it. Another pool has a queue. */
    @ParameterizedTest
    @CsvSource({"0, , ", "10, 1, WORKERS", "0, 20, WORKERS"})
    void a_pool_that_no_request_waits_for_is_no_limit(double waiting, Double size, OwnLimit named) {
        var pools = new ArrayList<>(List.of(new PoolUse(OwnLimit.WORKERS, "outbox", 1, 1, waiting)));
        if (waiting == 0 && size != null) pools.add(new PoolUse(OwnLimit.WORKERS, "calls", 19.5, size, 10.0));
        var step = new ProbeStep(30, 100, 100, 300, 400, 1.0, 0, null);
        var own = new OwnFigures(pools, null, 0.1, 2.0, 0);
        var naming = new LimiterNaming(new BeyondTheLimit(20, 200, step, 5.0, null, own));

        assertEquals(named, naming.limiter(), naming::words);
        if (waiting > 0) assertEquals("Its limit: 1 worker thread, in use.", naming.words());
        assertEquals(size == null ? Double.NaN : size, naming.size());
    }
}
