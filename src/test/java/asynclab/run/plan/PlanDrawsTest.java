package asynclab.run.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every run of the lab checks, request by request, that the plan draws the same hold times (the check "draws"). */
class PlanDrawsTest {

    private static final LoadPlan E1 = Experiment.named("80-20").workload();

    /** The number of long requests among the ten requests of each of 1,000 users. */
    private static int[] longRequests(long seed) {
        var draws = new PlanDraws(E1, seed);
        return IntStream.range(0, 1000)
                .map(user -> (int) IntStream.range(0, 10)
                        .filter(loop -> draws.holdMillis(user, loop) == 4000)
                        .count())
                .toArray();
    }

    @Test
    void a_fifth_of_the_requests_is_long_and_their_number_varies_as_with_independent_draws() {
        double share = 0;
        double variance = 0;
        int seeds = 200;
        for (int seed = 0; seed < seeds; seed++) {
            int[] counts = longRequests(seed);
            double mean = IntStream.of(counts).average().orElseThrow();
            share += mean / 10 / seeds;
            variance += IntStream.of(counts)
                            .mapToDouble(c -> (c - mean) * (c - mean))
                            .average()
                            .orElseThrow()
                    / seeds;
        }
        assertEquals(0.2, share, 0.001); // 2 million draws
        assertEquals(10 * 0.2 * 0.8, variance, 0.02); // binomial
    }
}
