package asynclab.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.delay.HoldTime;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OccupancyTest {

    private static double sum(Occupancy occupancy) {
        double mean = Arrays.stream(occupancy.busy()).sum()
                + Arrays.stream(occupancy.queued()).sum();
        return mean * occupancy.everyMillis();
    }

    @Test
    void thirty_seconds_of_two_threads_for_three_requests_of_fifteen() {
        var occupancy = new Occupancy();
        Load load = Workload.ofLoops(3, 0, 1, new HoldTime.Fixed(15_000), new HoldTime.Fixed(0));
        Stages two = Stages.of(Station.requestThreads(2));
        load.simulate(Draws.of(load.hold(), 1), two, 1, Budget.unlimited(), occupancy);
        assertEquals(500, occupancy.everyMillis());
        double[] busy = new double[60];
        double[] queued = new double[60];
        Arrays.fill(busy, 0, 30, 2);
        Arrays.fill(busy, 30, 60, 1);
        Arrays.fill(queued, 0, 30, 1);
        assertArrayEquals(busy, occupancy.busy(), 1e-9);
        assertArrayEquals(busy, occupancy.threads(), 1e-9);
        assertArrayEquals(queued, occupancy.queued(), 1e-9);
    }

    @Test
    void none_keeps_nothing() {
        Load load = Workload.ofLoops(3, 0, 1, new HoldTime.Fixed(15_000), new HoldTime.Fixed(0));
        Stages two = Stages.of(Station.requestThreads(2));
        Trace trace = load.simulate(Draws.of(load.hold(), 1), two, 1, Budget.unlimited(), Occupancy.NONE);
        assertEquals(3, trace.size());
        assertEquals(0, Occupancy.NONE.millis());
        assertEquals(0, Occupancy.NONE.served(Occupancy.At.THREADS));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void its_integral_is_the_sum_of_all_response_times_and_no_stage_holds_more_than_it_can(boolean kept) {
        var hold = HoldTime.parseMix("mix", "80:1000,20:4000");
        Stages stages = kept ? Stages.blocking(60, 300, Station.backend(40)) : Stages.async(5, 30, Station.backend(40));
        for (Load load : new Load[] {
            Workload.ofLoops(500, 5_000, 7, hold, new HoldTime.Uniform(0, 3_000)),
            new OpenWorkload(OpenWorkload.Arrivals.POISSON, 30, 100_000, hold)
        }) {
            var occupancy = new Occupancy();
            Trace trace = load.simulate(Draws.of(hold, 1), stages, 1, Budget.unlimited(), occupancy);
            double responses = trace.meanMillis(trace.whole()) * trace.size();
            assertEquals(1, sum(occupancy) / responses, 1e-9);
            assertTrue(occupancy.busy().length > 30 && occupancy.busy().length <= 60);
            double most = stages.first().threads() + 1e-9;
            assertTrue(Arrays.stream(occupancy.threads()).allMatch(threads -> threads <= most));
            double integral = Arrays.stream(occupancy.threads()).sum() * occupancy.everyMillis();
            if (!kept) assertEquals(30.0 * trace.size(), integral, 1e-3); // a thread is held for processing only
        }
    }

    @Test
    void work_for_clients_that_gave_up_still_occupies_the_servers() {
        var occupancy = new Occupancy();
        Load load = new OpenWorkload(OpenWorkload.Arrivals.CONSTANT, 2, 60_000, new HoldTime.Fixed(1_000), 5_000);
        Stages one = Stages.of(Station.requestThreads(1));
        Trace trace = load.simulate(Draws.of(load.hold(), 1), one, 1, Budget.unlimited(), occupancy);
        // 2 a second, 1 served: request k waits k ÷ 2 s, so from the ninth (k = 9) on no answer is in time
        assertEquals(120, trace.size());
        assertEquals(9, trace.succeeded().size());
        assertEquals(120_000, Arrays.stream(occupancy.busy()).sum() * occupancy.everyMillis(), 1e-6);
        assertTrue(sum(occupancy) > 5 * trace.meanMillis(trace.whole()) * trace.size());
    }
}
