package asynclab.queueing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.delay.HoldTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {

    @ParameterizedTest
    @CsvSource({
        "80:1000;20:4000, 100, 660000, times the throughput",
        "100:10, 100, 660000, changes nothing for this workload",
        "80:1000;20:4000, 100, 10000, the clients give up",
        "90:10;10:300, 15, 660000, no throughput"
    })
    void the_verdict_is_a_sentence_a_person_can_act_on(String mix, int threads, long timeoutMillis, String says) {
        HoldTime hold = HoldTime.parseMix("mix", mix.replace(';', ','));
        var workload =
                Workload.ofLoops(1000, 30_000, 10, hold, new HoldTime.Fixed(0)).withTimeout(timeoutMillis);
        Comparison comparison = Comparison.of(workload, threads, 1, Budget.unlimited());
        assertTrue(comparison.verdict().contains(says), comparison.verdict());
        assertEquals(comparison.blocking().requests(), comparison.async().requests());
    }

    private static Comparison gateway(Load load, long processing, Station backend, Stages workers) {
        return Comparison.of(
                load,
                Stages.blocking(200, processing, backend),
                Stages.async(200, processing, backend),
                workers,
                1,
                Budget.unlimited());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 50 | changes no figure of this workload: 166.4 instead of 166.4 requests/s are answered, because the backend takes at most 166.7/s; but blocking, all 200 threads are taken meanwhile",
                "0 | 400 | pays: 1.57 times the throughput", // the plan brings no more than 1057/s
                "2000 | 10000 | pays: 1.1", // 200 threads ÷ 2 s against 2.3 s
                "0 | 10000 | pays: 1.67"
            })
    void a_backend_that_takes_only_so_many_requests_limits_both(long processing, int slots, String says) {
        var load = Workload.ofLoops(3_000, 30_000, 30, new HoldTime.Fixed(300), new HoldTime.Uniform(1_000, 2_000));
        String verdict = gateway(load, processing, Station.backend(slots), null).verdict();
        assertTrue(verdict.contains(says), verdict);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "600 | 10000 | changes nothing for this workload: 598.8 instead of 598.8 requests/s, because it is limited by its rate",
                "800 | 10000 | pays: 800.0 requests/s arrive, but 200 threads can hold at most 666.7/s, so the queue grows",
                "800 | 210 | is not enough: 800.0 requests/s arrive, but the backend takes at most 700.0/s, so the queue grows for as long as they arrive; 700.0 instead of 666.7",
                "200 | 50 | is not enough: 200.0 requests/s arrive, but the backend takes at most 166.7/s",
            })
    void requests_that_arrive_faster_than_they_are_served_make_the_queue_grow(double rate, int slots, String says) {
        var load = new OpenWorkload(OpenWorkload.Arrivals.CONSTANT, rate, 150_000, new HoldTime.Fixed(300));
        String verdict = gateway(load, 0, Station.backend(slots), null).verdict();
        assertTrue(verdict.contains(says), verdict);
    }

    @Test
    void a_backend_too_small_for_clients_in_a_hurry_is_not_a_question_of_threads() {
        var load = Workload.ofLoops(1_000, 0, 10, new HoldTime.Fixed(300), new HoldTime.Uniform(1_000, 2_000))
                .withTimeout(1_000);
        String verdict = gateway(load, 10, Station.backend(20), null).verdict();
        assertTrue(verdict.contains("changes no figure"), verdict);
        assertTrue(verdict.contains("Asynchronously, clients give up"), verdict);
    }

    @Test
    void workers_are_a_sentence_more() {
        var load = Workload.ofLoops(100, 30_000, 30, new HoldTime.Fixed(300), new HoldTime.Uniform(1_000, 2_000));
        Stages eight = Stages.async(200, 0, Station.workers(8));
        Comparison comparison = gateway(load, 0, Station.unlimited(), eight); // E3
        assertEquals(24, comparison.workers().throughput(), 0.5);
        String verdict = comparison.verdict();
        assertTrue(verdict.contains("changes nothing"), verdict);
        assertTrue(verdict.endsWith("its size is the limit, 26.7/s."), verdict);
    }
}
