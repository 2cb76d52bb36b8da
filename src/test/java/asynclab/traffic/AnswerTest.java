package asynclab.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.model.Budget;
import asynclab.traffic.Variant.VariantKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The answer for logs whose truth is known. */
@Execution(ExecutionMode.CONCURRENT)
class AnswerTest {

    private static final int REQUESTS = 5_000; // each answer replays them some hundred times

    private static Answer answer(Traffic traffic, Question question) {
        return Answer.of(traffic, question, Budget.unlimited(), next -> {});
    }

    private static Question question(int threads, int instances, double traffic, double cpuPercent, int cores) {
        return new Question(threads, instances, traffic, 1_000, cpuPercent, cores, 1, 4 * REQUESTS);
    }

    /** The share of the requests that wait longer than a time, in M/M/c. */
    private static double waitsLonger(int threads, double offered, double means) {
        double b = 1;
        for (int k = 1; k <= threads; k++) b = offered * b / (k + offered * b);
        double waits = b / (1 - offered / threads * (1 - b));
        return waits * Math.exp(-(threads - offered) * means);
    }

    @Test
    void waiting_and_the_traffic_that_the_pool_holds_are_erlangs() {
        Answer answer = answer(Synthetic.exponential(200, 100, 4 * REQUESTS), question(60, 1, 2, 0, 0));
        Variant blocking = answer.variants().get(0);
        Waiting twice = blocking.waiting().get(2); // 40 of 60 threads busy
        assertEquals(2, twice.traffic());
        assertEquals(0, twice.times().p50Ms());
        assertEquals(0, twice.over100Percent(), 0.1);
        double lasts = blocking.lasts().loadFactor();
        double share = waitsLonger(60, 20 * lasts, 1); // of a mean of 100 ms: at the limit, one in a hundred
        assertTrue(share > 0.002 && share < 0.05, () -> lasts + " times: " + share);
        assertTrue(answer.verdict().startsWith("Not needed: at your traffic "), answer::verdict);
        assertEquals(List.of(), answer.fewestAsync());
        String busy = answer(Synthetic.exponential(200, 100, REQUESTS), question(30, 1, 1, 0, 0))
                .verdict();
        assertTrue(
                busy.startsWith(
                        "Not needed: at your traffic 30 of 30 threads are busy at most. Then requests wait, with"),
                busy);
        assertTrue(answer.smallestPool() > 40 && answer.smallestPool() < 60, answer::toString);
    }

    @Test
    void the_fewest_endpoints_that_must_be_asynchronous() {
        Answer answer = answer(Synthetic.poisson(200, 100, REQUESTS), question(30, 1, 2, 0, 0));
        assertEquals(List.of("GET /search"), answer.fewestAsync());
        assertTrue(
                answer.verdict().startsWith("Make GET /search asynchronous: then a pool of 30 threads holds 2 times"),
                answer::verdict);
        assertTrue(answer.variant(VariantKind.ASYNC_MOST).lasts().loadFactor() >= 2);
        assertTrue(answer.poolLasts().loadFactor() < 2);
        assertEquals(
                0,
                answer.variant(VariantKind.ASYNC_ALL).waiting().get(5).times().p99Ms());
        assertTrue(answer.smallestPool() > 40);
        assertEquals(2, answer.fleetsAsked().blockingLeastLoaded());
        assertTrue(answer.fleetsAsked().blockingEvenly() >= 2);
        assertEquals(1, answer.fleetsAsked().asyncEvenly());
        double late = answer.variant(VariantKind.ASYNC_ALL).waiting().get(0).overTimeoutPercent();
        assertEquals(10 * Math.exp(-1.9), late, 0.5); // the slow ones have a mean of 526 ms
    }

    @Test
    void processors_limit_what_threads_do_not() {
        Answer answer = answer(Synthetic.poisson(200, 100, REQUESTS), question(30, 1, 4, 40, 4));
        assertTrue(answer.variant(VariantKind.ASYNC_ALL).lasts().loadFactor() < 2.5, answer::toString);
        assertNull(answer.fewestAsync());
        assertNull(answer.smallestPool());
        assertTrue(answer.verdict().startsWith("No pool and no threading model holds 4 times"), answer::verdict);
        assertEquals(2, answer.fleetsAsked().asyncLeastLoaded());
        assertTrue(answer.fleetsAsked().blockingLeastLoaded() > 2);
    }

    @Test
    void several_servers_share_the_traffic_of_the_log() {
        Traffic traffic = Synthetic.exponential(200, 100, REQUESTS);
        double one = answer(traffic, question(40, 1, 1, 0, 0)).poolLasts().loadFactor();
        double two = answer(traffic, question(20, 2, 1, 0, 0)).poolLasts().loadFactor();
        assertTrue(two < one, two + " " + one); // two queues of 20 threads wait more than one of 40
        assertTrue(two > 0.7 * one, two + " " + one);
    }

    @Test
    void of_a_long_log_the_busiest_part_is_simulated() {
        var question = new Question(60, 1, 2, 0, 0, 0, 1, 2_000);
        Answer answer = answer(Synthetic.exponential(200, 100, REQUESTS), question);
        assertTrue(
                answer.doubts().get(0).startsWith("The model replays the busiest 2,000 of the 5,000 requests"),
                answer::toString);
    }
}
