package asynclab.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import asynclab.delay.HoldTime;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** An open workload whose rate changes over time, against closed forms in each of its long steps. */
class ScheduledWorkloadTest {

    private static final int THREADS = 4;
    private static final double STEP_MILLIS = 60_000_000;
    private static final double[] RATES = {2, 3.2, 1}; // per second, S = 1 s
    private static final HoldTime HOLD = new HoldTime.Exponential(1_000);

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
                schedule, 2, (long) (RATES.length * STEP_MILLIS), HOLD, Workload.UNLIMITED, connects);
    }

    private static double erlangC(int threads, double offered) {
        double b = 1;
        for (int k = 1; k <= threads; k++) b = offered * b / (k + offered * b);
        return b / (1 - offered / threads * (1 - b));
    }

    @Test
    void waiting_in_each_long_step_is_erlangs() {
        Trace trace = Simulation.run(workload(ScheduledWorkloadTest::arrivals, false), Draws.of(HOLD, 3), THREADS, 5);
        for (int step = 0; step < RATES.length; step++) {
            double waitMillis = 1_000 * erlangC(THREADS, RATES[step]) / (THREADS - RATES[step]);
            var window = new Trace.Window(step * STEP_MILLIS, (step + 1) * STEP_MILLIS);
            assertEquals(waitMillis, trace.meanMillis(window) - 1_000, 10 + 0.06 * waitMillis, "step " + step);
        }
    }

    @Test
    void a_recorded_schedule_is_the_same_for_every_seed() {
        double[] recorded = {0, 100, 150};
        Trace trace =
                Simulation.run(workload(seed -> recorded, false), (user, loop) -> 100 * (user + 1), 1, 9); // 1 thread
        assertEquals("0>100 100>300 150>600 ", requests(trace));
    }

    @Test
    void an_arrival_on_jetty_waits_for_a_thread_to_open_its_connection_and_then_again() {
        double[] together = {0, 0, 0};
        Station jetty = Station.jettyThreads(1, 0);
        Draws draws = (user, loop) -> 100;
        Trace connecting = simulate(workload(seed -> together, true), draws, jetty);
        Trace connected = simulate(workload(seed -> together, false), draws, jetty);
        assertEquals("0>100 0>200 0>300 ", requests(connected));
        assertEquals(3, connecting.size());
        assertEquals(300, connecting.whole().toMillis());
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
        Station station = Station.requestThreads(THREADS);
        return load.steady(simulate(load, (user, loop) -> 1_000, station), Bounds.of(load, station));
    }

    private static Trace simulate(OpenWorkload.Scheduled load, Draws draws, Station station) {
        return load.simulate(draws, Stages.of(station), 1, Budget.unlimited(), new Occupancy());
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
