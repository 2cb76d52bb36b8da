package asynclab.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.delay.HoldTime;
import asynclab.model.station.ReservedThreads.ReservedRule;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jetty's own order of service, against what was measured of it. */
class ReservedThreadsTest {

    private static final HoldTime NO_THINK = new HoldTime.Fixed(0);
    private static final HoldTime MIX = HoldTime.parseMix("mix", "80:1000,20:4000");
    private static final Workload E1 = Workload.ofLoops(1000, 30_000, 10, MIX, NO_THINK);

    private static Trace run(Workload workload, int threads, int reserved) {
        return run(workload, threads, reserved, 42);
    }

    private static Trace run(Workload workload, int threads, int reserved, long seed) {
        return run(workload, Station.jettyThreads(threads, reserved), seed);
    }

    private static Trace run(Workload workload, Station threads, long seed) {
        return workload.simulate(
                Draws.of(workload.hold(), seed), Stages.of(threads), seed, Budget.unlimited(), new Occupancy());
    }

    @Test
    void a_jetty_of_five_threads_answers_three_of_ten_clients_at_once_and_then_two_at_a_time() {
        var e5 = Workload.ofLoops(10, 0, 1, new HoldTime.Fixed(5000), NO_THINK);
        assertEquals(
                List.of(5000L, 5000L, 5000L, 10_000L, 10_000L, 15_000L, 15_000L, 20_000L, 20_000L, 25_000L),
                run(e5, 3, 1).responseMillis()); // measured: 5256 three times, 10253, 15255 and 20257 twice, 25260
        assertEquals(20_000, run(e5, 3, 0).histogram().getMaxValue());
    }

    /** Measured: 58.1 req/s, and a longest time of 41.1 to 43.6 s in five runs. */
    @Test
    void with_few_jobs_for_reserved_threads_less_than_half_of_the_requests_bypass_the_queue() {
        List<Trace> traces =
                IntStream.range(0, 20).mapToObj(seed -> run(E1, 98, 2, seed)).toList();
        for (Trace trace : traces)
            assertTrue(trace.histogram().getPercentileAtOrBelowValue(1_000) < 50, () -> trace.histogram()
                    .toString());
        assertEquals(58.5, mean(traces, Trace::throughput), 0.5);
        assertEquals(9_800, mean(traces, t -> t.histogram().getMean()), 200);
        assertEquals(46_000, mean(traces, t -> t.histogram().getMaxValue()), 1_500);
    }

    @Test
    void before_jetty_12_1_4_they_serve_arriving_requests_at_once_at_the_cost_of_the_tail() {
        Trace inOrder = run(E1, 98, 0);
        Station unlimited = Station.jettyThreads(98, ReservedRule.before12_1_4(2));
        List<Trace> newcomersFirst = IntStream.range(0, 20)
                .mapToObj(seed -> run(E1, unlimited, seed))
                .toList();
        for (Trace trace : newcomersFirst) {
            assertEquals(inOrder.size(), trace.size());
            assertEquals(1_000, trace.histogram().getValueAtPercentile(50), 10);
        }
        assertEquals(57.5, mean(newcomersFirst, Trace::throughput), 1.5); // measured 56.8; in order 61
        assertEquals(9_500, mean(newcomersFirst, t -> t.histogram().getMean()), 1_000); // measured 10,100
        double[] longest = newcomersFirst.stream()
                .mapToDouble(trace -> trace.histogram().getMaxValue())
                .sorted()
                .toArray();
        assertEquals(70_000, longest[10], 3_000); // measured 62,000 in one run
        assertTrue(longest[0] > 2 * inOrder.histogram().getMaxValue()); // 19,600
    }

    private static double mean(List<Trace> traces, ToDoubleFunction<Trace> figure) {
        return traces.stream().mapToDouble(figure).average().orElseThrow();
    }

    @Test
    void no_request_is_lost_and_no_more_threads_are_used_than_exist() {
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
        assertEquals(run(E1, Simulation.UNLIMITED, 0).throughput(), trace.throughput(), 0.2);
    }

    @Test
    void a_second_stage_and_open_workloads_have_the_same_overtaking() {
        Stages inOrder = Stages.blocking(Station.jettyThreads(98, 0), 100, Station.backend(90));
        Stages newcomersFirst =
                Stages.blocking(Station.jettyThreads(98, ReservedRule.before12_1_4(2)), 100, Station.backend(90));
        var open = new OpenWorkload(OpenWorkload.Arrivals.POISSON, 65, 60_000, MIX);
        for (Load load : List.of(E1, open)) {
            Trace overtaken = load.simulate(Draws.of(MIX, 1), newcomersFirst, 1, Budget.unlimited(), new Occupancy());
            Trace queued = load.simulate(Draws.of(MIX, 1), inOrder, 1, Budget.unlimited(), new Occupancy());
            assertEquals(queued.size(), overtaken.size());
            assertTrue(overtaken.histogram().getMaxValue()
                    > 1.5 * queued.histogram().getMaxValue());
        }
    }

    @Test
    void a_negative_number_of_reserved_threads_is_refused() {
        assertThrows(IllegalArgumentException.class, () -> Station.jettyThreads(98, -1));
    }
}
