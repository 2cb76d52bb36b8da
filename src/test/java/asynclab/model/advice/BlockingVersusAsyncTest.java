package asynclab.model.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.delay.HoldTime;
import asynclab.delay.LogNormal;
import asynclab.model.Bounds;
import asynclab.model.Budget;
import asynclab.model.Load;
import asynclab.model.OpenWorkload;
import asynclab.model.Simulation;
import asynclab.model.Station;
import asynclab.model.Workload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockingVersusAsyncTest {

    @ParameterizedTest
    @CsvSource({
        "80:1000;20:4000, 20, 660000, times the throughput",
        "100:10, 20, 660000, changes nothing for this workload",
        "80:1000;20:4000, 20, 10000, requests exceed the client timeout",
        "90:10;10:300, 3, 660000, does not raise the throughput"
    })
    void the_verdict_says_what_limits_the_workload(String mix, int threads, long timeoutMillis, String says) {
        HoldTime hold = HoldTime.parseMix("mix", mix.replace(';', ','));
        var workload =
                Workload.ofLoops(200, 30_000, 10, hold, new HoldTime.Fixed(0)).withTimeout(timeoutMillis);
        BlockingVersusAsync comparison = onThreads(threads, workload);
        assertTrue(comparison.verdict().contains(says), comparison.verdict());
        assertEquals(comparison.blocking().requests(), comparison.async().requests());
    }

    @Test
    void a_long_tail_that_makes_the_length_of_a_run_vary_does_not_hide_that_it_pays() {
        var load = Workload.ofLoops(1000, 30_000, 10, new LogNormal(300, 0.8), new HoldTime.Fixed(0));
        BlockingVersusAsync comparison = onThreads(98, load);
        assertTrue(comparison.async().throughputLow()
                < 1.05 * comparison.blocking().throughputHigh());
        assertTrue(comparison.verdict().contains("pays: 1.2"), comparison.verdict());
    }

    private static BlockingVersusAsync onThreads(int threads, Load load) {
        ServerSizes server = ServerSizes.of(Station.requestThreads(threads), 0, Station.unlimited());
        return BlockingVersusAsync.of(load, server, null, 1, Budget.unlimited());
    }

    private static BlockingVersusAsync gateway(Load load, long processing, Station backend, Station workers) {
        ServerSizes server = ServerSizes.of(Station.requestThreads(20), processing, backend);
        return BlockingVersusAsync.of(load, server, workers, 1, Budget.unlimited());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 5 | changes nothing for this workload: 16.7 instead of 16.7 req/s, because the backend serves at most 16.7 req/s. But blocking requests hold all 20 threads",
                "0 | 40 | pays: 1.", // 133/s against 67/s, of which the plan brings a hundred or so
                "2000 | 1000 | pays: 1.1", // 20 threads ÷ 2 s against 2.3 s
                "0 | 1000 | pays: 1.7" // the seed of the think times decides the rest
            })
    void a_backend_that_takes_only_so_many_requests_limits_both(long processing, int slots, String says) {
        var load = Workload.ofLoops(300, 10_000, 10, new HoldTime.Fixed(300), new HoldTime.Uniform(1_000, 2_000));
        String verdict = gateway(load, processing, Station.backend(slots), null).verdict();
        assertTrue(verdict.contains(says), verdict);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "60 | 1000 | changes nothing for this workload: 59.7 instead of 59.7 req/s, because it is limited by the arrival rate",
                "80 | 1000 | pays: 80.0 req/s arrive, but 20 blocking threads can serve at most 66.7 req/s, so the queue grows",
                "80 | 21 | is not enough: 80.0 req/s arrive, but the backend serves at most 70.0 req/s, so the queue grows as long as requests arrive. Asynchronous serves 70.0 req/s, blocking 66.7",
                "20 | 5 | is not enough: 20.0 req/s arrive, but the backend serves at most 16.7 req/s",
            })
    void requests_that_arrive_faster_than_they_are_served_make_the_queue_grow(double rate, int slots, String says) {
        var load = new OpenWorkload(OpenWorkload.Arrivals.CONSTANT, rate, 50_000, new HoldTime.Fixed(300));
        String verdict = gateway(load, 0, Station.backend(slots), null).verdict();
        assertTrue(verdict.contains(says), verdict);
    }

    /** Eight threads and four connections for half of the time: each could serve 80/s, and both together serve 71 (machine repair). */
    @Test
    void two_limits_together_make_the_queue_grow_where_each_alone_would_not() {
        var load = new OpenWorkload(OpenWorkload.Arrivals.POISSON, 77, 600_000, new HoldTime.Exponential(100));
        ServerSizes server = ServerSizes.of(Station.requestThreads(8), 0, Station.connections(4, 0))
                .withShare(0.5);
        BlockingVersusAsync comparison = BlockingVersusAsync.of(load, server, null, 1, Budget.unlimited());
        assertEquals(Bounds.Limiter.THREADS, comparison.blocking().bounds().limiter());
        assertNull(comparison.blocking().steadyThroughput());
        assertEquals(71.5, comparison.blocking().lastMinute().goodput(), 3);
        assertEquals(77, comparison.async().steadyThroughput(), 2);
        assertTrue(
                comparison
                        .verdict()
                        .matches(
                                ".*pays: 77\\.0 req/s arrive, but 8 blocking threads serve only 7\\d\\.\\d req/s, so.*"),
                comparison.verdict());
    }

    @Test
    void a_backend_too_small_for_clients_in_a_hurry_is_not_a_question_of_threads() {
        var load = Workload.ofLoops(100, 0, 10, new HoldTime.Fixed(300), new HoldTime.Uniform(1_000, 2_000))
                .withTimeout(1_000);
        String verdict = gateway(load, 10, Station.backend(2), null).verdict();
        assertTrue(verdict.contains("changes nothing"), verdict);
        assertTrue(
                verdict.matches(".* Asynchronously, [0-9,]+ of 1,000 requests exceed the client timeout\\."), verdict);
    }

    @Test
    void workers_are_a_sentence_more() {
        var load = Workload.ofLoops(100, 30_000, 30, new HoldTime.Fixed(300), new HoldTime.Uniform(1_000, 2_000));
        BlockingVersusAsync comparison = gateway(load, 0, Station.unlimited(), Station.workers(8)); // E3
        assertEquals(24, comparison.workers().throughput(), 0.5);
        String verdict = comparison.verdict();
        assertTrue(verdict.contains("changes nothing"), verdict);
        assertTrue(verdict.endsWith("Its size limits it to 26.7 req/s."), verdict);
    }

    /** 200 requests are in flight, but ten of them have a permit, and so a thread. */
    @Test
    void behind_a_smaller_limit_blocking_requests_do_not_hold_all_threads() {
        var load = Workload.ofLoops(200, 0, 10, new HoldTime.Fixed(100), new HoldTime.Fixed(0));
        var server = new ServerSizes(
                Station.limit(10), Station.requestThreads(20), 0, Simulation.UNLIMITED, Station.unlimited(), 1);
        String verdict = BlockingVersusAsync.of(load, server, null, 1, Budget.unlimited())
                .verdict();
        assertTrue(verdict.endsWith("because the concurrency limit lets at most 100.0 req/s through."), verdict);
    }
}
