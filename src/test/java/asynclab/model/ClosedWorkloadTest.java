package asynclab.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.delay.HoldTime;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The simulation against closed forms, and against the figures of the five published experiments. */
class ClosedWorkloadTest {

    private static final int UNLIMITED = Simulation.UNLIMITED;
    private static final HoldTime NO_THINK = new HoldTime.Fixed(0);
    private static final HoldTime MIX = HoldTime.parseMix("mix", "80:1000,20:4000");

    private static Trace run(Workload workload, int threads, long seed) {
        return workload.simulate(
                Draws.of(workload.hold(), seed), server(threads), seed, Budget.unlimited(), Occupancy.NONE);
    }

    private static Stages server(int threads) {
        return Stages.of(Station.requestThreads(threads));
    }

    @Test
    void a_burst_on_c_threads_is_served_in_waves() {
        // E4: 1000 at once, 1 s each
        Trace threads200 = run(Workload.ofLoops(1000, 0, 1, new HoldTime.Fixed(1000), NO_THINK), 200, 1);
        assertEquals(200, threads200.throughput(), 1e-9);
        assertEquals(3000, threads200.histogram().getMean(), 1e-9);
        Trace unlimited = run(Workload.ofLoops(1000, 0, 1, new HoldTime.Fixed(1000), NO_THINK), UNLIMITED, 1);
        assertEquals(1000, unlimited.throughput(), 1e-9);
        assertEquals(1000, unlimited.maxInFlight());
    }

    /** 35 days: as milliseconds they are more than {@link Workload#UNLIMITED}. */
    @Test
    void loops_without_a_duration_end_a_run_however_long_it_takes() {
        var tenMinutes = Workload.ofLoops(1, 0, 5_000, new HoldTime.Fixed(HoldTime.MAX_MILLIS), NO_THINK);
        assertEquals(5_000, run(tenMinutes, 1, 1).size());
    }

    @Test
    void ten_clients_on_two_usable_threads_wait_five_waves_as_in_e5() {
        Trace trace = run(Workload.ofLoops(10, 0, 1, new HoldTime.Fixed(5000), NO_THINK), 2, 1);
        assertEquals(25_000, trace.histogram().getMaxValue());
        assertEquals(2, trace.histogram().getCountAtValue(5_000));
    }

    @Test
    void e1_as_published() {
        var mix = Workload.ofLoops(1000, 30_000, 10, MIX, NO_THINK);
        assertEquals(59.5, run(mix, 97, 42).throughput(), 1.6); // published 58
        double[] async = LongStream.range(0, 200)
                .mapToDouble(seed -> run(mix, UNLIMITED, seed).throughput())
                .sorted()
                .toArray();
        assertEquals(181, async[100], 3); // published 173
        assertTrue(async[0] > 150 && async[199] < 200, async[0] + " to " + async[199]);

        var oneSecond = Workload.ofLoops(1000, 30_000, 10, new HoldTime.Fixed(1000), NO_THINK);
        assertEquals(95.2, run(oneSecond, 97, 1).throughput(), 0.5); // published 95
        assertEquals(250.2, run(oneSecond, UNLIMITED, 1).throughput(), 0.2); // published 250
        var tenMillis = Workload.ofLoops(1000, 30_000, 10, new HoldTime.Fixed(10), NO_THINK);
        assertEquals(332.6, run(tenMillis, 97, 1).throughput(), 0.2); // published 331.5
        assertEquals(332.6, run(tenMillis, UNLIMITED, 1).throughput(), 0.2); // published 331.3
    }

    /** The last of few users starts long before the end of the ramp; a user whose client gives up goes on before it is answered. */
    @Test
    void few_users_and_clients_that_give_up_do_not_beat_the_bounds() {
        for (Workload workload : List.of(
                Workload.ofLoops(5, 60_000, 10, new HoldTime.Fixed(100), NO_THINK),
                Workload.ofLoops(1, 30_000, 100, new HoldTime.Fixed(100), NO_THINK),
                Workload.ofDuration(1_000, 0, 60_000, MIX, NO_THINK).withTimeout(2_000))) {
            Bounds bounds = Bounds.of(workload, server(UNLIMITED));
            double throughput = run(workload, UNLIMITED, 1).throughput();
            assertTrue(
                    throughput < 1.01 * Math.min(bounds.arrivals(), bounds.users()), () -> throughput + " " + bounds);
        }
        Workload givingUp = Workload.ofDuration(1_000, 0, 60_000, MIX, NO_THINK).withTimeout(2_000);
        assertEquals(833, Bounds.of(givingUp, server(UNLIMITED)).users(), 10);
    }

    /** The mean is not that of whole milliseconds. */
    @Test
    void a_short_processing_time_is_in_the_mean() {
        var workload = Workload.ofLoops(1, 0, 10, new HoldTime.Fixed(1), new HoldTime.Fixed(10));
        Trace trace = workload.simulate(
                Draws.of(workload.hold(), 1),
                Stages.async(Station.requestThreads(2), 0.4, Station.unlimited()),
                1,
                Budget.unlimited(),
                Occupancy.NONE);
        assertEquals(1.4, Latencies.exact(trace).meanMs(), 1e-6);
    }

    @ParameterizedTest
    @CsvSource({"3000, 200, 624, 2360", "3000, 2147483647, 1057, 300", "100, 8, 24.0, 1700", "100, 3, 9.9, 7570"})
    void e3_as_modelled(int users, int threads, double throughput, double meanMillis) {
        var gateway = Workload.ofLoops(users, 30_000, 30, new HoldTime.Fixed(300), new HoldTime.Uniform(1000, 2000));
        Trace trace = run(gateway, threads, 1);
        assertEquals(1, trace.throughput() / throughput, 0.02);
        assertEquals(1, trace.histogram().getMean() / meanMillis, 0.02);
    }

    @Test
    void the_interactive_response_time_law_holds_while_all_users_are_at_work() {
        var workload =
                Workload.ofLoops(500, 10_000, 100, new HoldTime.Uniform(100, 301), new HoldTime.Uniform(500, 1501));
        Trace trace = run(workload, 40, 3);
        Trace.Window steady = trace.steady();
        double law = trace.throughput(steady) / 1000 * (trace.meanMillis(steady) + 1000); // X (R + Z) = N
        assertEquals(500, law, 10);
        assertEquals(40 / 0.2, trace.throughput(steady), 4); // saturated: c ÷ S
        assertEquals(
                trace.meanInFlight(steady), trace.throughput(steady) / 1000 * trace.meanMillis(steady), 10); // N = X R
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 6, 12, 30})
    void one_thread_with_exponential_hold_and_pause_is_what_mean_value_analysis_says(int users) {
        double hold = 1_000;
        double think = 5_000;
        double response = 0;
        double queue = 0;
        for (int n = 1; n <= users; n++) { // Reiser and Lavenberg 1980
            response = hold * (1 + queue);
            queue = n * response / (response + think);
        }
        var workload = Workload.ofDuration(
                users, 0, 100_000_000, new HoldTime.Exponential(hold), new HoldTime.Exponential(think));
        Trace trace = run(workload, 1, 9);
        double throughput = trace.throughput(trace.steady());
        assertEquals(1, throughput / (users * 1_000 / (response + think)), 0.02);
        assertEquals(1, trace.meanMillis(trace.steady()) / response, 0.02);
        assertTrue(throughput <= 1.02 * Math.min(1, users / 6.0), "asymptotic bound above"); // 1 ÷ S, N ÷ (S + Z)
        assertTrue(throughput >= 0.98 * users / (5.0 + users), "asymptotic bound below"); // N ÷ (Z + N S)
    }

    @Test
    void no_run_beats_its_bounds() {
        for (int threads : new int[] {1, 5, 50, 500, UNLIMITED})
            for (int users : new int[] {1, 10, 100}) {
                var workload = Workload.ofLoops(users, 1000, 50, MIX, new HoldTime.Fixed(700));
                Bounds bounds = Bounds.of(workload, server(threads));
                Trace trace = run(workload, threads, 5);
                double bound = Math.min(bounds.users(), bounds.threads());
                assertTrue(
                        trace.throughput() < bound * 1.1, users + " users, " + threads + " threads"); // the draws vary
                assertTrue(trace.maxInFlight() <= users);
            }
    }

    @Test
    void a_run_whose_first_user_finishes_before_its_last_begins_has_no_steady_window() {
        assertNull(run(Workload.ofLoops(1000, 30_000, 10, new HoldTime.Fixed(1000), NO_THINK), UNLIMITED, 1)
                .steady());
    }

    @Test
    void the_limiter_is_named() {
        var e1 = Workload.ofLoops(1000, 30_000, 10, MIX, NO_THINK);
        assertEquals(Bounds.Limiter.THREADS, Bounds.of(e1, server(98)).limiter());
        assertEquals(Bounds.Limiter.ARRIVALS, Bounds.of(e1, server(UNLIMITED)).limiter());
        assertEquals(
                Bounds.Limiter.USERS,
                Bounds.of(Workload.ofLoops(1000, 30_000, 100, MIX, NO_THINK), server(UNLIMITED))
                        .limiter());
    }

    @Test
    void a_plan_that_ends_by_time_reaches_the_users_bound_as_in_e2() {
        var c10k = Workload.ofDuration(
                5000, 60_000, 360_000, new HoldTime.Uniform(1000, 2000), new HoldTime.Uniform(1000, 3000));
        Trace trace = run(c10k, UNLIMITED, 1);
        assertEquals(516_840, trace.size(), 1_500);
        assertEquals(1428, trace.throughput(trace.steady()), 10);
        assertEquals(1990, trace.histogram().getValueAtPercentile(99), 1);
    }

    @Test
    void clients_that_give_up_leave_wasted_work_until_no_answer_is_in_time() {
        var c10k = Workload.ofDuration(
                        5000, 60_000, 140_000, new HoldTime.Uniform(1000, 2000), new HoldTime.Uniform(1000, 3000))
                .withTimeout(10_000);
        Trace trace = run(c10k, 500, 1);
        assertEquals(0, trace.succeeded().endedIn(new Trace.Window(100_000, 140_000)));
        assertTrue(
                trace.failures() > 15_000, () -> trace.failures() + " failed"); // published 15,465 when it was stopped
    }

    @Test
    void where_the_pool_opens_connections_the_first_request_of_each_waits_twice() {
        var gateway = new Workload(
                3000,
                30_000,
                30,
                Workload.UNLIMITED,
                new HoldTime.Fixed(300),
                new HoldTime.Uniform(1000, 2000),
                Workload.UNLIMITED,
                Workload.UNLIMITED,
                60_000);
        var occupancy = new Occupancy();
        Trace jetty = gateway.simulate(
                Draws.of(gateway.hold(), 1), Stages.of(Station.jettyThreads(198, 0)), 1, Budget.unlimited(), occupancy);
        assertEquals(610, jetty.throughput(), 18); // measured 610
        assertEquals(3_158, jetty.histogram().getValueAtPercentile(95), 150); // measured 3158
        assertEquals(5_259, jetty.histogram().getValueAtPercentile(99), 500); // measured 5259
        assertTrue(run(gateway, 198, 1).histogram().getMaxValue() < 3_300); // as published, of a Tomcat: 3263
    }
}
