package asynclab.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import asynclab.delay.HoldTime;
import asynclab.model.OpenWorkload.Arrivals;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The simulation of open workloads against closed forms. Times are seconds long, so that whole milliseconds do not matter. */
class OpenWorkloadTest {

    private static final long HUNDRED_HOURS = 360_000_000;

    private static Trace run(OpenWorkload workload, int threads) {
        return simulate(workload, Draws.of(workload.hold(), 7), Station.requestThreads(threads), 11);
    }

    @ParameterizedTest
    @CsvSource({"1, 0.5", "1, 0.7", "4, 0.8", "20, 0.9"})
    void waiting_in_m_m_c_is_erlangs(int threads, double utilisation) {
        double rate = threads * utilisation; // S = 1 s
        var workload = new OpenWorkload(
                Arrivals.POISSON, rate, (long) (200_000 / rate * 1_000), new HoldTime.Exponential(1_000));
        Trace trace = run(workload, threads);
        double waitMillis = 1_000 * ClosedForms.erlangC(threads, rate) / (threads - rate);
        assertEquals(1, (trace.meanMillis(trace.whole()) - 1_000) / waitMillis, 0.05);
    }

    @ParameterizedTest
    @CsvSource({"0.5", "0.8"})
    void waiting_in_m_d_1_is_half_that_of_m_m_1(double utilisation) {
        var workload = new OpenWorkload(Arrivals.POISSON, utilisation, HUNDRED_HOURS, new HoldTime.Fixed(1_000));
        Trace trace = run(workload, 1);
        double waitMillis = 1_000 * utilisation / (2 * (1 - utilisation)); // Pollaczek and Khinchine
        assertEquals(1, (trace.meanMillis(trace.whole()) - 1_000) / waitMillis, 0.03);
    }

    @Test
    void littles_law_holds_with_and_without_a_limit() {
        var workload = new OpenWorkload(Arrivals.POISSON, 50, 1_000_000, HoldTime.parseMix("mix", "80:1000,20:4000"));
        for (int threads : new int[] {90, Simulation.UNLIMITED}) {
            Trace trace = run(workload, threads);
            Trace.Window middle = new Trace.Window(100_000, 900_000);
            double law = trace.throughput(middle) / 1_000 * trace.meanMillis(middle);
            assertEquals(1, trace.meanInFlight(middle) / law, 0.01);
        }
        Trace unlimited = run(workload, Simulation.UNLIMITED);
        assertEquals(
                workload.offeredThreads(), unlimited.meanInFlight(new Trace.Window(100_000, 900_000)), 2); // λ S = 80
    }

    @Test
    void constant_arrivals_that_fit_never_wait_and_a_rate_beyond_the_threads_lets_the_queue_grow() {
        var fits = new OpenWorkload(Arrivals.CONSTANT, 10, 60_000, new HoldTime.Fixed(1_000));
        Trace trace = run(fits, 10);
        assertEquals(600, trace.size());
        assertEquals(1_000, trace.histogram().getMaxValue());
        // 20 a second on 10 threads of 1 s: of 1200, the last has 600 too many before it
        Trace grows = run(new OpenWorkload(Arrivals.CONSTANT, 20, 60_000, new HoldTime.Fixed(1_000)), 10);
        assertEquals(1_200, grows.size());
        assertEquals(120_000, grows.whole().millis(), 1_000);
        assertEquals(61_000, grows.histogram().getMaxValue(), 1_000);
    }

    @ParameterizedTest
    @CsvSource({"4, 0.8", "20, 0.9"})
    void a_steady_run_has_erlangs_wait_for_threads_and_for_a_backend(int places, double utilisation) {
        double rate = places * utilisation;
        Load load = new OpenWorkload(
                Arrivals.POISSON, rate, (long) (200_000 / rate * 1_000), new HoldTime.Exponential(1_000));
        double response = 1_000 + 1_000 * ClosedForms.erlangC(places, rate) / (places - rate);
        for (Stages stages : new Stages[] {
            Stages.blocking(places, 0, Station.unlimited()), Stages.async(1_000, 0, Station.backend(places))
        }) {
            Bounds bounds = Bounds.of(load, stages);
            Trace trace = load.simulate(Draws.of(load.hold(), 7), stages, 7, Budget.unlimited(), Occupancy.NONE);
            Trace.Window steady = load.steady(trace, bounds);
            assertEquals(1, Latencies.of(trace).meanMs() / response, 0.03);
            assertEquals(1, trace.throughput(steady) / rate, 0.02);
            assertEquals(1, trace.meanInFlight(steady) / (rate * response / 1_000), 0.04); // N = λ R
            assertEquals(Bounds.Limiter.ARRIVALS, bounds.limiter());
        }
    }

    /** A prediction simulates other seeds, too. They give its range alone. */
    @Test
    void a_prediction_has_the_figures_of_the_run_with_its_seed() {
        Load load = new OpenWorkload(Arrivals.POISSON, 3.2, 600_000, new HoldTime.Exponential(1_000));
        for (Stages stages :
                new Stages[] {Stages.blocking(4, 0, Station.unlimited()), Stages.async(1_000, 0, Station.backend(4))}) {
            Bounds bounds = Bounds.of(load, stages);
            Trace trace = load.simulate(Draws.of(load.hold(), 7), stages, 7, Budget.unlimited(), Occupancy.NONE);
            Trace.Window steady = load.steady(trace, bounds);
            Prediction prediction =
                    Prediction.of(load, seed -> Draws.of(load.hold(), seed), 7, stages, Budget.unlimited());
            assertEquals(Latencies.exact(trace), prediction.latencies());
            assertEquals(trace.throughput(steady), prediction.steadyThroughput());
            assertEquals(trace.meanInFlight(steady), prediction.steadyInFlight());
            assertEquals(bounds, prediction.bounds());
        }
    }

    private static Prediction prediction(Load load, int threads) {
        Stages stages = Stages.of(Station.requestThreads(threads));
        return Prediction.of(load, seed -> Draws.of(load.hold(), seed), 7, stages, Budget.unlimited());
    }

    @Test
    void a_rate_beyond_the_threads_has_no_steady_state() {
        Load load = new OpenWorkload(Arrivals.POISSON, 12, 600_000, new HoldTime.Exponential(1_000));
        Prediction prediction = prediction(load, 10);
        assertNull(prediction.steadyThroughput());
        assertNull(prediction.steadyInFlight());
        assertEquals(Bounds.Limiter.THREADS, prediction.bounds().limiter());
        assertEquals(1, prediction.throughput() / 10, 0.03); // c ÷ S
    }

    @Test
    void a_run_of_a_single_request_is_a_run() {
        Load load = new OpenWorkload(Arrivals.POISSON, 0.001, 1_000, new HoldTime.Fixed(1_000));
        Prediction prediction = prediction(load, 1);
        assertEquals(1, prediction.requests());
        assertEquals(1_000, prediction.latencies().maxMs());
    }

    private static final int STEP_THREADS = 4;
    private static final double STEP_MILLIS = 60_000_000;
    private static final double[] RATES = {2, 3.2, 1}; // per second, S = 1 s
    private static final HoldTime STEP_HOLD = new HoldTime.Exponential(1_000);

    /** Independent uniform arrivals in each step, as JMeter draws them. */
    private static double[] arrivals(long seed) {
        var random = new SplittableRandom(seed);
        double[] all = {};
        for (int step = 0; step < RATES.length; step++) {
            double from = step * STEP_MILLIS;
            all = concat(
                    all,
                    random.doubles((long) (RATES[step] * STEP_MILLIS / 1_000), from, from + STEP_MILLIS)
                            .sorted()
                            .toArray());
        }
        return all;
    }

    private static double[] concat(double[] first, double[] then) {
        double[] both = Arrays.copyOf(first, first.length + then.length);
        System.arraycopy(then, 0, both, first.length, then.length);
        return both;
    }

    private static OpenWorkload.Scheduled workload(OpenWorkload.Schedule schedule, boolean connects) {
        return new OpenWorkload.Scheduled(
                schedule, 2, (long) (RATES.length * STEP_MILLIS), STEP_HOLD, Workload.UNLIMITED, connects);
    }

    @Test
    void waiting_in_each_long_step_is_erlangs() {
        Station threads = Station.requestThreads(STEP_THREADS);
        Trace trace = simulate(workload(OpenWorkloadTest::arrivals, false), Draws.of(STEP_HOLD, 3), threads, 5);
        for (int step = 0; step < RATES.length; step++) {
            double waitMillis = 1_000 * ClosedForms.erlangC(STEP_THREADS, RATES[step]) / (STEP_THREADS - RATES[step]);
            var window = new Trace.Window(step * STEP_MILLIS, (step + 1) * STEP_MILLIS);
            assertEquals(waitMillis, trace.meanMillis(window) - 1_000, 10 + 0.06 * waitMillis, "step " + step);
        }
    }

    @Test
    void a_recorded_schedule_is_the_same_for_every_seed() {
        double[] recorded = {0, 100, 150};
        Draws draws = (user, loop) -> 100 * (user + 1);
        Trace trace = simulate(workload(seed -> recorded, false), draws, Station.requestThreads(1), 9);
        assertEquals("0>100 100>300 150>600 ", requests(trace));
    }

    /** A reserved thread opens no connection. So the second arrival waits until the other thread of the pool is free. */
    @Test
    void an_arrival_on_jetty_waits_for_a_pool_thread_to_open_its_connection() {
        double[] soon = {0, 10};
        Station jetty = Station.jettyThreads(2, 1);
        Draws draws = (user, loop) -> 100;
        assertEquals("0>100 10>110 ", requests(simulate(workload(seed -> soon, false), draws, jetty, 1)));
        assertEquals("0>100 10>200 ", requests(simulate(workload(seed -> soon, true), draws, jetty, 1)));
    }

    /** The third and the fourth request wait for a thread at the same time. Both threads become free at the same time, too. */
    @Test
    void an_arrival_does_not_wait_until_the_one_before_has_its_connection() {
        double[] arrivals = {0, 0, 10, 20};
        Trace trace = simulate(workload(seed -> arrivals, true), (user, loop) -> 100, Station.jettyThreads(2, 0), 1);
        assertEquals("0>100 0>100 10>200 20>200 ", requests(trace));
    }

    @Test
    void only_a_constant_rate_has_a_steady_state() {
        OpenWorkload.Schedule constant = new OpenWorkload.Schedule() {
            @Override
            public double[] arrivalMillis(long seed) {
                return new double[] {0, 60_000_000, 120_000_000};
            }

            @Override
            public boolean isConstant() {
                return true;
            }
        };
        assertNotNull(steady(workload(constant, false)));
        assertNull(steady(workload(constant::arrivalMillis, false)));
    }

    private static Trace.Window steady(OpenWorkload.Scheduled load) {
        Station station = Station.requestThreads(STEP_THREADS);
        return load.steady(simulate(load, (user, loop) -> 1_000, station, 1), Bounds.of(load, Stages.of(station)));
    }

    private static Trace simulate(Load load, Draws draws, Station station, long seed) {
        return load.simulate(draws, Stages.of(station), seed, Budget.unlimited(), Occupancy.NONE);
    }

    private static String requests(Trace trace) {
        var text = new StringBuilder();
        trace.forEach((user, start, end, ok) -> text.append(Math.round(start))
                .append('>')
                .append(Math.round(end))
                .append(' '));
        return text.toString();
    }
}
