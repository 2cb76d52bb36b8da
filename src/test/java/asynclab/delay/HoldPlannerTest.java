package asynclab.delay;

import static asynclab.delay.HoldTimeTest.query;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HoldPlannerTest {

    private static final HoldTime MIX = HoldTime.parseMix("mix", "80:1000,20:4000");

    private static List<Long> draws(HoldPlanner planner, String query) {
        return LongStream.range(0, 50)
                .map(i -> planner.planMillis(query(query)))
                .boxed()
                .toList();
    }

    @Test
    void two_deployments_with_the_same_seed_draw_the_same_sequence() {
        assertEquals(draws(new HoldPlanner(MIX, 7L), ""), draws(new HoldPlanner(MIX, 7L), ""));
        assertNotEquals(draws(new HoldPlanner(MIX, 7L), ""), draws(new HoldPlanner(MIX, 8L), ""));
    }

    @Test
    void a_seed_in_the_query_fixes_that_draw() {
        var planner = new HoldPlanner(MIX, null);
        assertEquals(
                1,
                draws(planner, "minMs=0&maxMs=100000&seed=5").stream()
                        .distinct()
                        .count());
        assertNotEquals(
                planner.planMillis(query("minMs=0&maxMs=100000&seed=5")),
                planner.planMillis(query("minMs=0&maxMs=100000&seed=6")));
    }

    @Test
    void a_default_that_was_set_serves_requests_without_an_opinion_until_it_is_set_to_zero() {
        var planner = new HoldPlanner(new HoldTime.Fixed(5), null);
        assertEquals(5, planner.planMillis(query("")));
        assertEquals(0, planner.planMillis(query("minMs=0&maxMs=0")));
        planner.setDefault(query("minMs=70&maxMs=70"));
        assertEquals(70, planner.planMillis(query("")));
        assertEquals(70, planner.planMillis(query("minMs=0&maxMs=0")));
        assertEquals(9, planner.planMillis(query("ms=9")));
        planner.setDefault(query("minMs=0&maxMs=0"));
        assertEquals(5, planner.planMillis(query("")));
    }

    @Test
    void a_servlets_own_default_counts_more_than_one_that_was_set_unless_it_is_none() {
        var planner = new HoldPlanner(new HoldTime.Fixed(5), null);
        var own = new HoldTime.Uniform(300, 300);
        var none = new HoldTime.Uniform(0, 0);
        assertEquals(300, planner.planMillis(query(""), own));
        assertEquals(0, planner.planMillis(query(""), none));
        planner.setDefault(query("minMs=70&maxMs=70"));
        assertEquals(300, planner.planMillis(query(""), own));
        assertEquals(70, planner.planMillis(query(""), none));
        assertEquals(70, planner.planMillis(query("minMs=0&maxMs=0"), own));
        assertEquals(9, planner.planMillis(query("ms=9"), none));
    }
}
