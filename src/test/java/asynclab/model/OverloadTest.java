package asynclab.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.delay.HoldTime;
import asynclab.discipline.Discipline;
import asynclab.discipline.QueueSetting;
import asynclab.discipline.QueueSettings;
import asynclab.model.Workload.Fall;
import asynclab.model.station.ApplicationQueue.QueueRule;
import asynclab.model.station.Outcomes;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** More users than the workers can serve, with each discipline of the application's queue. */
class OverloadTest {

    private static final Stages CONTAINER = Stages.of(Station.requestThreads(498));

    private record SimulatedRun(Trace trace, Occupancy occupancy) {

        Outcomes lastMinute(Stages stages) {
            return Prediction.outcomes(
                    trace, occupancy, new Trace.Window(140_000, 200_000), Bounds.of(e2(200_000), stages));
        }
    }

    private static Stages queue(QueueSettings settings) {
        return Stages.of(Station.queue(498, new QueueRule(settings, 0)));
    }

    /** Experiment E2's users. */
    private static Workload e2(long millis) {
        return Workload.ofDuration(
                        5_000, 60_000, millis, new HoldTime.Uniform(1_000, 2_000), new HoldTime.Uniform(1_000, 3_000))
                .withTimeout(10_000)
                .stoppedAfter(millis);
    }

    private static SimulatedRun run(Workload load, Stages stages) {
        var occupancy = new Occupancy();
        return new SimulatedRun(
                load.simulate(Draws.of(load.hold(), 1), stages, 1, Budget.unlimited(), occupancy), occupancy);
    }

    /** The figures of an independent simulation. Its deadline is 8 s in the queue, so the expected time is the longest one. */
    @ParameterizedTest
    @CsvSource({
        "fifo, 0, 0, 417, 332, , ",
        "bounded, 331, 1419, 0, 0, 4500, 5000",
        "lifo, 331, 0, 320, 0, 1500, 2000",
        "deadline, 332, 119, 0, 0, 9500, 10000",
    })
    void e2_under_each_discipline(
            String discipline,
            double goodput,
            double refused,
            double gaveUp,
            double waste,
            Double p50Ms,
            Double p99Ms) {
        Stages stages = queue(QueueSettings.of(Discipline.of(discipline))
                .with(QueueSetting.LIMIT, 1_000)
                .with(QueueSetting.MARGIN_MILLIS, 0)
                .with(QueueSetting.EXPECTED_MILLIS, 2_000)
                .with(QueueSetting.CLIENT_TIMEOUT_MILLIS, 10_000));
        Outcomes got = run(e2(200_000), stages).lastMinute(stages);
        assertNear(goodput, got.goodput());
        assertNear(refused, got.refused());
        assertNear(gaveUp, got.gaveUp());
        assertNear(waste, got.waste());
        assertEquals(goodput / 332, got.ofCapacity(), 0.02);
        assertEquals(p50Ms == null, got.p50Ms() == null);
        if (p50Ms == null) return;
        assertNear(p50Ms, got.p50Ms());
        assertNear(p99Ms, got.p99Ms());
    }

    private static void assertNear(double expected, double actual) {
        assertEquals(expected, actual, 0.02 * expected);
    }

    @Test
    void fifo_is_what_a_container_does() {
        Workload load = e2(70_000);
        Stages fifo = queue(QueueSettings.of(Discipline.FIFO));
        assertEquals(
                run(load, CONTAINER).trace.responseMillis(),
                run(load, fifo).trace.responseMillis());
    }

    @Test
    void adaptive_lifo_serves_only_requests_that_waited_briefly() {
        Stages stages = queue(QueueSettings.of(Discipline.ADAPTIVE_LIFO));
        Outcomes got = run(e2(200_000), stages).lastMinute(stages);
        assertEquals(1, got.ofCapacity(), 0.02);
        assertTrue(got.p99Ms() <= 2_100, () -> got.p99Ms() + " ms"); // hold time and interval
        assertEquals(0, got.waste());
    }

    /** The learnt limit counts requests in service, too. Its maximum is then what bounded has as its limit. */
    @Test
    void a_lasting_overload_teaches_the_adaptive_queue_its_maximum() {
        Stages adaptive = queue(QueueSettings.of(Discipline.ADAPTIVE).with(QueueSetting.LIMIT, 1_000));
        Outcomes got = run(e2(200_000), adaptive).lastMinute(adaptive);
        assertNear(1_419, got.refused());
        assertNear(4_500, got.p50Ms());
    }

    /** If the queue knows each hold time, it prefers the short ones, and more requests fit. */
    @Test
    void a_deadline_that_knows_each_hold_time_serves_more_than_the_capacity() {
        Stages stages = queue(QueueSettings.of(Discipline.DEADLINE).with(QueueSetting.CLIENT_TIMEOUT_MILLIS, 10_000));
        Outcomes got = run(e2(200_000), stages).lastMinute(stages);
        assertTrue(got.ofCapacity() > 1.04, () -> got.ofCapacity() + " of the capacity");
        assertEquals(0, got.waste());
        assertEquals(0, got.gaveUp());
    }

    @ParameterizedTest
    @EnumSource(Discipline.class)
    void each_request_is_counted_once(Discipline discipline) {
        Stages stages = queue(QueueSettings.of(discipline)
                .with(QueueSetting.LIMIT, 100)
                .with(QueueSetting.CLIENT_TIMEOUT_MILLIS, 10_000));
        Workload load = e2(80_000);
        SimulatedRun run = run(load, stages);
        var all = new Trace.Window(0, Double.MAX_VALUE);
        Outcomes got = run.trace.outcomes(all, null, 1);
        double requests = (got.goodput() + got.refused() + got.gaveUp()) * all.millis() / 1_000;
        assertEquals(run.trace.size(), requests, 0.5);
        assertEquals(run.trace.failures(), (got.refused() + got.gaveUp()) * all.millis() / 1_000, 0.5);
        double serverSeconds = 0;
        for (double busy : run.occupancy.busy()) serverSeconds += busy * run.occupancy.everyMillis() / 1_000;
        double served = got.goodput() * all.millis() / 1_000 + run.occupancy.wasted(all);
        assertEquals(1.5, serverSeconds / served, 0.1); // seconds each
    }

    @Test
    void users_leave_when_the_load_falls() {
        Workload load = Workload.ofDuration(1_000, 0, 100_000, new HoldTime.Fixed(100), new HoldTime.Fixed(900))
                .falling(List.of(new Fall(20_000, 50), new Fall(60_000, 80)));
        Trace trace = run(load, Stages.of(Station.unlimited())).trace;
        assertEquals(1_000, trace.throughput(new Trace.Window(5_000, 15_000)), 1);
        assertEquals(500, trace.throughput(new Trace.Window(25_000, 55_000)), 1);
        assertEquals(200, trace.throughput(new Trace.Window(65_000, 95_000)), 1);
    }
}
