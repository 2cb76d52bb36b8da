package asynclab.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.delay.HoldTime;
import asynclab.model.advice.Explanation;
import asynclab.model.advice.Published;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A workload that is small by its means but not in fact: the memory of its simulation is bounded. */
class BudgetTest {

    private static final int MOST = 1_000;
    private static final HoldTime NOTHING = new HoldTime.Fixed(0);
    /** Nearly every request takes 0 ms, so a user sends a hundred requests where the mean predicts one. */
    private static final HoldTime MOSTLY_NOTHING = HoldTime.parseMix("mix", "99:0,1:600000");

    private static Workload closed() {
        return Workload.ofDuration(200, 0, 1_000, MOSTLY_NOTHING, NOTHING);
    }

    private static Budget small() {
        return Budget.of(Long.MAX_VALUE, 60_000, MOST);
    }

    @Test
    void an_estimate_from_means_is_far_too_low() {
        assertEquals(200, closed().mostRequests(0));
    }

    static Stages[] stages() {
        return new Stages[] {
            Stages.async(10, 0, Station.unlimited()),
            Stages.blocking(50, 0, Station.backend(50)),
            Stages.of(Station.jettyThreads(150, 0)),
            Stages.of(Station.jettyThreads(150, 2))
        };
    }

    @ContractRow(46)
    @ParameterizedTest
    @MethodSource("stages")
    void a_run_keeps_at_most_the_allowed_requests_with_every_discipline(Stages stages) {
        var drawn = new AtomicLong();
        Draws draws = (user, loop) -> {
            drawn.incrementAndGet();
            return Draws.of(MOSTLY_NOTHING, 1).holdMillis(user, loop);
        };
        var tooMuch = assertThrows(
                Budget.Exceeded.class, () -> closed().simulate(draws, stages, 1, small(), new Occupancy()));
        assertEquals("The computation would have a run of more than 1,000 requests.", tooMuch.getMessage());
        assertTrue(drawn.get() <= MOST + 200, drawn + " drawn"); // those that are kept, and one of each user on its way
    }

    @Test
    void a_run_of_exactly_the_allowed_requests_is_complete() {
        Load load = Workload.ofLoops(100, 0, 10, NOTHING, NOTHING);
        for (Stages stages : stages())
            assertEquals(
                    MOST,
                    load.simulate(Draws.of(NOTHING, 1), stages, 1, small(), new Occupancy())
                            .size());
    }

    @Test
    void an_open_workload_is_bounded() {
        Load load = new OpenWorkload(OpenWorkload.Arrivals.CONSTANT, 1_001, 1_000, NOTHING);
        assertThrows(
                Budget.Exceeded.class,
                () -> load.simulate(
                        Draws.of(NOTHING, 1), Stages.async(1, 0, Station.unlimited()), 1, small(), new Occupancy()));
    }

    @Test
    void the_other_seeds_of_a_prediction_are_bounded() {
        Load load = Workload.ofDuration(1, 0, 1_000, MOSTLY_NOTHING, NOTHING);
        // The seed asked for draws ten minutes at once, the others do not.
        assertThrows(
                Budget.Exceeded.class,
                () -> Prediction.of(
                        load,
                        seed -> (user, loop) -> seed == 1 ? 600_000 : 0,
                        1,
                        Stages.async(1, 0, Station.unlimited()),
                        small()));
    }

    @Test
    void an_explanation_is_bounded() {
        var published = new Published(Map.of(Published.Statistic.MEAN, 5.0));
        assertThrows(
                Budget.Exceeded.class,
                () -> Explanation.ofThreads(closed(), Station::requestThreads, published, 3, small()));
        assertThrows(
                Budget.Exceeded.class,
                () -> Explanation.ofThink(closed(), Station.requestThreads(10), published, 3, small()));
    }

    @Test
    void time_and_requests_of_all_runs_are_bounded_and_the_message_names_the_limit() {
        Load load = Workload.ofLoops(100, 0, 10, NOTHING, NOTHING);
        var stages = Stages.async(1, 0, Station.unlimited());
        var inAll = assertThrows(
                Budget.Exceeded.class,
                () -> load.simulate(Draws.of(NOTHING, 1), stages, 1, Budget.of(999, 60_000, MOST), new Occupancy()));
        assertEquals("The computation would simulate more than 999 requests in all.", inAll.getMessage());
        Load endless = Workload.ofDuration(1, 0, 1_000, NOTHING, NOTHING);
        var late = assertThrows(
                Budget.Exceeded.class,
                () -> endless.simulate(
                        Draws.of(NOTHING, 1),
                        stages,
                        1,
                        Budget.of(Long.MAX_VALUE, 1, Integer.MAX_VALUE),
                        new Occupancy()));
        assertEquals("The computation would take more than 1 ms.", late.getMessage());
    }
}
