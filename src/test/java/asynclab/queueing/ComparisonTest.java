package asynclab.queueing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.delay.HoldTime;
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
}
