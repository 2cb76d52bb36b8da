package asynclab.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.delay.HoldTime;
import asynclab.model.Bounds.Limiter;
import asynclab.model.Bounds.ServerBound;
import asynclab.model.Occupancy.At;
import asynclab.model.Phase.Need;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shared processors, connections and limits against closed forms, at a million requests. */
class ProcessorsTest {

    private static final int REQUESTS = 1_000_000;
    private static final HoldTime NOTHING = new HoldTime.Fixed(0);
    private static final Stages VIRTUAL = Stages.blocking(Station.unlimited(), 0, Station.unlimited());

    private static Load arrivals(double perSecond) {
        return new OpenWorkload(
                OpenWorkload.Arrivals.POISSON, perSecond, (long) (REQUESTS / perSecond * 1_000), NOTHING);
    }

    /** The phases of each request have exponential times of their own. */
    private static Draws exponential(List<Phase> means) {
        return new Draws() {
            @Override
            public double holdMillis(int user, int loop) {
                return 0;
            }

            @Override
            public List<Phase> phases(int user, List<Phase> usual) {
                var random = new SplittableRandom(user * 0x9E3779B97F4A7C15L + 1);
                return means.stream()
                        .map(mean -> new Phase(mean.need(), -Math.log(1 - random.nextDouble()) * mean.millis(), 0))
                        .toList();
            }
        };
    }

    private static Trace run(Load load, Draws draws, Stages stages, Occupancy occupancy) {
        return load.simulate(draws, stages, 7, Budget.unlimited(), occupancy);
    }

    private static Trace run(Load load, Draws draws, Stages stages) {
        return run(load, draws, stages, Occupancy.NONE);
    }

    private static double responseOfMMc(int servers, double perSecond, double millis) {
        double offered = perSecond * millis / 1_000;
        return millis + ClosedForms.erlangC(servers, offered) * millis / (servers - offered);
    }

    private static double mean(Trace trace) {
        double[] sum = new double[1];
        trace.forEach((user, start, end, ok) -> sum[0] += end - start);
        return sum[0] / trace.size();
    }

    @ParameterizedTest
    @CsvSource({"0.3", "0.8"})
    void a_shared_processor_has_the_mean_of_m_g_1_ps_whatever_the_distribution(double busy) {
        // M/G/1-PS is insensitive: S / (1 - rho). Kleinrock 1976, 4.4
        double millis = 8; // 80 % of 4 ms and 20 % of 24 ms
        Draws mix = (user, loop) -> new SplittableRandom(user).nextInt(5) == 0 ? 24 : 4;
        Stages one = VIRTUAL.with(List.of(Phase.hold(Need.PROCESSOR))).onProcessors(1);
        Trace trace = run(arrivals(busy / millis * 1_000), mix, one);
        double drawn = 0; // the mean of a million draws, because waiting multiplies its deviation
        for (int user = 0; user < trace.size(); user++) drawn += mix.holdMillis(user, 0);
        double rate = trace.throughput() / 1_000;
        assertEquals(1, mean(trace) / (drawn / trace.size() / (1 - rate * drawn / trace.size())), 0.01);
    }

    @ParameterizedTest
    @CsvSource({"0.3", "0.8"})
    void carriers_serve_in_turn_with_the_mean_of_m_d_1(double busy) {
        // Pollaczek and Khinchine: S + S rho / 2 (1 - rho)
        Stages one = VIRTUAL.with(List.of(Phase.processor(10))).onCarriers(1);
        Trace trace = run(arrivals(busy * 100), (user, loop) -> 0, one);
        double rho = trace.throughput() / 100;
        assertEquals(1, mean(trace) / (10 + 10 * rho / 2 / (1 - rho)), 0.01);
    }

    @ParameterizedTest
    @CsvSource({"2, 160", "8, 700"})
    void exponential_computing_on_shared_processors_has_the_mean_of_m_m_c(int processors, double perSecond) {
        List<Phase> phases = List.of(Phase.processor(10));
        Trace trace = run(arrivals(perSecond), exponential(phases), VIRTUAL.onProcessors(processors));
        assertEquals(1, mean(trace) / responseOfMMc(processors, perSecond, 10), 0.01);
    }

    @Test
    void processors_and_connections_in_tandem_have_the_mean_of_jackson() {
        List<Phase> phases = List.of(Phase.processor(4), Phase.connection(50), new Phase(Need.NOTHING, 100, 0));
        Stages stages = new Stages(Station.unlimited(), 1, true, Station.connections(10, 0)).onProcessors(1);
        var occupancy = new Occupancy();
        Trace trace = run(arrivals(160), exponential(phases), stages, occupancy);
        double expected = responseOfMMc(1, 160, 4) + responseOfMMc(10, 160, 50) + 100;
        assertEquals(1, mean(trace) / expected, 0.01);
        // Little's law at each station: the mean number that holds it is the rate times the time
        double seconds = trace.whole().millis() / 1_000;
        assertEquals(1, occupancy.heldMillis(At.CONNECTIONS) / 1_000 / seconds / (160 * 0.05), 0.01);
        assertEquals(1, occupancy.heldMillis(At.PROCESSORS) / 1_000 / seconds / (160 * 0.004), 0.01);
        double waits = occupancy.waitedMillis(At.CONNECTIONS) / occupancy.served(At.CONNECTIONS);
        assertEquals(1, waits / (responseOfMMc(10, 160, 50) - 50), 0.05);
        assertEquals(trace.size(), occupancy.served(At.CONNECTIONS));
    }

    @ParameterizedTest
    @CsvSource({"10, 1", "40, 3"})
    void users_that_think_are_a_finite_population(int users, int processors) {
        double think = 100;
        double compute = 5;
        int loops = REQUESTS / users;
        var load = Workload.ofLoops(users, 0, loops, NOTHING, new HoldTime.Exponential((long) think));
        Draws draws = (user, loop) ->
                -Math.log(1 - Draws.random(Draws.start(3), user, loop).nextDouble()) * compute;
        Stages stages = VIRTUAL.with(List.of(Phase.hold(Need.PROCESSOR))).onProcessors(processors);
        Trace trace = run(load, draws, stages);
        double busy = ClosedForms.busyServers(users, think, processors, compute);
        assertEquals(1, trace.throughput(trace.steady()) / (1_000 * busy / compute), 0.01);
    }

    @ParameterizedTest
    @CsvSource({"0.5, 10", "0.9, 50", "1.2, 30"})
    void a_wait_for_a_connection_fails_as_often_as_in_m_m_1_with_a_deadline(double busy, long wait) {
        // Barrer 1957
        double millis = 20;
        double e = Math.exp((busy - 1) / millis * wait);
        double lost = (1 - busy) * busy * e / (1 - busy * busy * e);
        Stages stages = new Stages(Station.unlimited(), 0, true, Station.connections(1, wait));
        Trace trace = run(arrivals(busy / millis * 1_000), exponential(List.of(Phase.connection(millis))), stages);
        assertEquals(1, (double) trace.failures() / trace.size() / lost, 0.01);
        trace.forEach((user, start, end, ok) -> assertTrue(ok || Math.abs(end - start - wait) < 1e-6));
    }

    @Test
    void a_limit_in_front_of_virtual_threads_serves_as_that_many_threads_do() {
        Load load = new OpenWorkload(OpenWorkload.Arrivals.POISSON, 90, 100_000, new HoldTime.Exponential(200));
        Stages limited = VIRTUAL.behind(Station.limit(20));
        assertEquals(
                run(load, Draws.of(load.hold(), 1), Stages.of(Station.requestThreads(20)))
                        .responseMillis(),
                run(load, Draws.of(load.hold(), 1), limited).responseMillis());
        assertEquals(Limiter.ARRIVALS, Bounds.of(load, limited).limiter());
        assertEquals(
                new ServerBound(Limiter.LIMIT, 100),
                Bounds.ofServer(limited, 200).get(0));
    }

    @Test
    void processors_are_never_idle_while_a_request_computes() {
        Workload burst = Workload.ofLoops(100, 0, 1, NOTHING, NOTHING);
        Draws draws = (user, loop) -> 10 + user % 7;
        Stages stages = VIRTUAL.with(List.of(Phase.hold(Need.PROCESSOR)));
        double work = 0;
        for (int user = 0; user < 100; user++) work += 10 + user % 7;
        assertEquals(work, run(burst, draws, stages.onProcessors(1)).whole().millis(), 1e-6);
        // the longest end together, so four processors are busy to the end
        assertEquals(work / 4, run(burst, draws, stages.onProcessors(4)).whole().millis(), 1e-6);
        assertEquals(16, run(burst, draws, stages.onProcessors(100)).whole().millis(), 1e-6);
    }

    @Test
    void an_asynchronous_request_has_a_thread_while_it_computes_alone() {
        List<Phase> phases = List.of(
                Phase.processor(10), Phase.connection(100), Phase.processor(10), new Phase(Need.NOTHING, 50, 0));
        Workload burst = Workload.ofLoops(6, 0, 1, NOTHING, NOTHING);
        var two = new Stages(Station.requestThreads(2), 1, false, Station.unlimited()).with(phases);
        Trace async = run(burst, (user, loop) -> 0, two);
        assertEquals(List.of(170L, 170L, 180L, 180L, 190L, 190L), async.responseMillis());
        var kept = new Stages(Station.requestThreads(2), 1, true, Station.unlimited()).with(phases);
        assertEquals(
                List.of(170L, 170L, 340L, 340L, 510L, 510L),
                run(burst, (user, loop) -> 0, kept).responseMillis());
    }

    @Test
    void the_limits_of_a_server_are_named_in_their_order() {
        Stages stages = new Stages(Station.requestThreads(20), 1, true, Station.connections(8, 0))
                .with(List.of(Phase.processor(4), Phase.connection(46)))
                .onProcessors(2);
        assertEquals(
                List.of(
                        new ServerBound(Limiter.CONNECTIONS, 8 / 0.046),
                        new ServerBound(Limiter.THREADS, 20 / 0.05),
                        new ServerBound(Limiter.PROCESSORS, 500)),
                Bounds.ofServer(stages, 0).subList(0, 3));
    }

    @Test
    void sizes_outside_their_range_are_refused() {
        assertThrows(IllegalArgumentException.class, () -> VIRTUAL.onProcessors(0));
        assertThrows(IllegalArgumentException.class, () -> Station.connections(0, 0));
        assertThrows(IllegalArgumentException.class, () -> VIRTUAL.behind(Station.connections(5, 100)));
        assertThrows(IllegalArgumentException.class, () -> Stages.of(Station.connections(5, 100)));
        assertThrows(IllegalArgumentException.class, () -> Station.connections(1, -1));
        assertThrows(IllegalArgumentException.class, () -> new Phase(Need.NOTHING, -1, 0));
        assertThrows(IllegalArgumentException.class, () -> new Phase(Need.NOTHING, 0, 1.1));
        assertThrows(IllegalArgumentException.class, () -> new Balancer(0, Balancer.Spread.IN_TURN));
    }
}
