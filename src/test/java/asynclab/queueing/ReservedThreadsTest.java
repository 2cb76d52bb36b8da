package asynclab.queueing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.delay.HoldTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Jetty's own order of service, against what was measured of it. */
class ReservedThreadsTest {

    private static final HoldTime NO_THINK = new HoldTime.Fixed(0);
    private static final HoldTime MIX = HoldTime.parseMix("mix", "80:1000,20:4000");
    private static final Workload E1 = Workload.ofLoops(1000, 30_000, 10, MIX, NO_THINK);

    private static Trace run(Workload workload, int threads, int reserved) {
        return workload.simulate(
                Draws.of(workload.hold(), 42),
                Stages.of(Station.jettyThreads(threads, reserved)),
                42,
                Budget.unlimited(),
                new Occupancy());
    }

    @Test
    void a_jetty_of_five_threads_answers_three_of_ten_clients_at_once_and_then_two_at_a_time() {
        var e5 = Workload.ofLoops(10, 0, 1, new HoldTime.Fixed(5000), NO_THINK);
        assertEquals(
                List.of(5000L, 5000L, 5000L, 10_000L, 10_000L, 15_000L, 15_000L, 20_000L, 20_000L, 25_000L),
                run(e5, 3, 1).responseMillis()); // measured: 5256 three times, 10253, 15255 and 20257 twice, 25260
        assertEquals(20_000, run(e5, 3, 0).histogram().getMaxValue());
    }

    @Test
    void newcomers_are_served_at_once_at_the_cost_of_the_tail() {
        Trace inOrder = run(E1, 98, 0);
        Trace newcomersFirst = run(E1, 98, 2);
        assertEquals(inOrder.size(), newcomersFirst.size());
        assertTrue(newcomersFirst.throughput() < inOrder.throughput());
        assertEquals(57.5, newcomersFirst.throughput(), 1.5); // measured 56.8
        assertEquals(9_500, newcomersFirst.histogram().getMean(), 1_000); // measured 10,100; in order 12,900
        assertEquals(1_000, newcomersFirst.histogram().getValueAtPercentile(50), 10);
        assertEquals(60_000, newcomersFirst.histogram().getMaxValue(), 10_000); // measured 62,000; in order 19,600
    }

    @Test
    void nothing_is_lost_and_nobody_gets_more_threads_than_there_are() {
        var occupancy = new Occupancy();
        var impatient = E1.withTimeout(8_000);
        Trace trace = impatient.simulate(
                Draws.of(MIX, 1), Stages.of(Station.jettyThreads(98, 2)), 1, Budget.unlimited(), occupancy);
        assertEquals(10_000, trace.size());
        assertTrue(trace.failures() > 0);
        assertEquals(8_000, trace.histogram().getMaxValue());
        for (double threads : occupancy.threads()) assertTrue(threads <= 98.001, () -> threads + " threads");
    }

    @Test
    void with_threads_for_all_the_order_does_not_matter() {
        Trace trace = run(E1, 1_000, 2);
        assertEquals(4_000, trace.histogram().getMaxValue());
        assertEquals(run(E1, ClosedSimulation.UNLIMITED, 0).throughput(), trace.throughput(), 0.2);
    }

    @Test
    void it_is_a_model_of_one_stage() {
        var two = new Stages(Station.jettyThreads(98, 2), 0, true, Station.backend(50));
        assertThrows(
                IllegalArgumentException.class,
                () -> E1.simulate(Draws.of(MIX, 1), two, 1, Budget.unlimited(), new Occupancy()));
    }
}
