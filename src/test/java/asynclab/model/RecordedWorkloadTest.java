package asynclab.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.model.Balancer.Spread;
import asynclab.model.RecordedWorkload.Recording;
import asynclab.model.RecordedWorkload.Watch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recorded requests as a load: what is sent again, and what more of it means. */
class RecordedWorkloadTest {

    private static final double SECONDS = 2_000;

    /** @param keeps whether a request keeps its thread, by its number and what the server's requests do */
    private record Recorded(double[] starts, double[] holds, BiPredicate<Integer, Boolean> keeps) implements Recording {

        @Override
        public int size() {
            return starts.length;
        }

        @Override
        public double startMillis(int request) {
            return starts[request];
        }

        @Override
        public double holdMillis(int request) {
            return holds[request];
        }

        @Override
        public boolean keepsThread(int request, boolean usual) {
            return keeps.test(request, usual);
        }
    }

    /** Poisson arrivals, in bursts of this many, with exponential times of this mean. */
    private static Recorded recorded(double perSecond, int burst, double meanMillis, double seconds) {
        var random = new SplittableRandom(5);
        var starts = new ArrayList<Double>();
        for (double now = 0;
                now < seconds * 1_000;
                now -= Math.log(1 - random.nextDouble()) * 1_000 * burst / perSecond)
            for (int i = 0; i < burst; i++) starts.add(now + i * 1e-3);
        double[] holds = random.doubles(starts.size())
                .map(u -> -meanMillis * Math.log(1 - u))
                .toArray();
        double[] sorted = starts.stream().mapToDouble(s -> s).sorted().toArray();
        return new Recorded(sorted, holds, (request, usual) -> usual);
    }

    private static double[] starts(RecordedWorkload workload, long seed) {
        Trace trace = workload.simulate(Stages.of(Station.unlimited()), seed, Budget.unlimited());
        List<Double> starts = new ArrayList<>();
        trace.forEach((request, start, end, ok) -> {
            starts.add(start);
            assertEquals(workload.recording().holdMillis(request), end - start, 1e-6);
        });
        return starts.stream().mapToDouble(s -> s).sorted().toArray();
    }

    /** Every third request keeps no thread while it waits. */
    private static Recorded partlyAsync(Recorded recorded) {
        return new Recorded(recorded.starts, recorded.holds, (request, usual) -> request % 3 > 0);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 1, IN_TURN",
        "1, 30, 1, IN_TURN",
        "2.4, 40, 1, IN_TURN",
        "3, 25, 2, IN_TURN",
        "3, 1000, 1, IN_TURN",
        "1, 30, 1, LEAST_LOADED",
        "3, 25, 2, LEAST_LOADED",
        "2.4, 6, 9, LEAST_LOADED"
    })
    void threads_in_order_of_arrival_need_no_simulation(double times, int threads, int servers, Spread spread) {
        var balancer = new Balancer(servers, spread);
        var workload = new RecordedWorkload(partlyAsync(recorded(300, 3, 100, 20)), times);
        var stages = new Stages(
                Station.unlimited(),
                Station.requestThreads(threads),
                true,
                Station.unlimited(),
                Simulation.UNLIMITED,
                true,
                List.of(Phase.hold(Phase.Need.NOTHING)),
                balancer);
        var simulated = new ArrayList<String>();
        workload.simulate(
                stages, 7, Budget.unlimited(), (request, millis, answered) -> simulated.add(request + " " + millis));
        var computed = new ArrayList<String>();
        Watch keep = (request, millis, answered) -> computed.add(request + " " + millis);
        workload.inOrderOfArrival(threads, balancer, 7, Budget.unlimited(), keep);
        Collections.sort(simulated);
        Collections.sort(computed);
        assertEquals(simulated, computed);
        var some = new int[1];
        workload.inOrderOfArrival(
                threads, balancer, 7, Budget.unlimited(), (request, millis, answered) -> ++some[0] < 10);
        assertEquals(10, some[0]);
    }

    @Test
    void once_the_traffic_is_the_recording_itself() {
        Recorded recording = recorded(20, 1, 100, 100);
        assertArrayEquals(recording.starts, starts(new RecordedWorkload(recording, 1), 3), 1e-9);
    }

    @ParameterizedTest
    @CsvSource({"0.3, 1", "0.3, 10", "1.5, 1", "1.5, 10", "3, 1", "3, 10"})
    void more_or_less_traffic_has_its_rate_and_keeps_its_burstiness(double times, int burst) {
        Recorded recording = recorded(50, burst, 1, SECONDS);
        double[] starts = starts(new RecordedWorkload(recording, times), 3);
        assertEquals(1, starts.length / (times * recording.size()), 0.03);
        assertTrue(starts[starts.length - 1] < new RecordedWorkload(recording, times).lengthMillis());
        // a selection of a share p has the index p I + 1 - p; a copy keeps it
        double index = dispersion(recording.starts);
        double whole = Math.floor(times);
        double part = times - whole;
        double expected = (whole * index + part * (part * index + 1 - part)) / times;
        assertEquals(1, dispersion(starts) / expected, 0.12);
    }

    /** The variance of the arrivals in a second ÷ their mean: 1 for Poisson, the size of the bursts for bursts. */
    private static double dispersion(double[] starts) {
        double[] counts = new double[(int) SECONDS];
        for (double start : starts) if (start < SECONDS * 1_000) counts[(int) (start / 1_000)]++;
        double mean = Arrays.stream(counts).average().orElseThrow();
        return Arrays.stream(counts).map(n -> (n - mean) * (n - mean)).sum() / (SECONDS - 1) / mean;
    }

    @Test
    void a_seed_gives_the_same_requests_and_another_seed_others() {
        var workload = new RecordedWorkload(recorded(20, 1, 100, 100), 2.5);
        assertArrayEquals(starts(workload, 3), starts(workload, 3));
        assertTrue(!Arrays.equals(starts(workload, 3), starts(workload, 4)));
    }

    @ParameterizedTest
    @CsvSource({"1, 20", "2, 20", "0.5, 20"})
    void waiting_of_a_recorded_m_m_c_is_erlangs(double times, int threads) {
        double perSecond = 200;
        var workload = new RecordedWorkload(recorded(perSecond, 1, 80, SECONDS), times); // 16 threads busy
        Trace trace =
                workload.simulate(Stages.of(Station.requestThreads((int) (threads * times))), 3, Budget.unlimited());
        double offered = perSecond * times * 0.08;
        int servers = (int) (threads * times);
        double wait = 80 * ClosedForms.erlangC(servers, offered) / (servers - offered);
        double[] waited = new double[1];
        trace.forEach((request, start, end, ok) ->
                waited[0] += end - start - workload.recording().holdMillis(request));
        assertEquals(1, waited[0] / trace.size() / wait, 0.12);
    }

    @ParameterizedTest
    @ValueSource(strings = {"IN_TURN", "LEAST_LOADED"})
    void a_fleet_of_one_serves_in_order_of_arrival(Spread spread) {
        var workload = new RecordedWorkload(recorded(200, 5, 80, 200), 1);
        assertEquals(mean(workload, threads(18)), mean(workload, threads(18).behind(new Balancer(1, spread))), 1e-9);
    }

    @Test
    void the_least_loaded_instance_waits_less_than_the_next_one_and_more_than_one_queue_for_all() {
        var workload = new RecordedWorkload(recorded(200, 5, 80, 200), 1);
        double together = mean(workload, threads(20));
        double leastLoaded = mean(workload, threads(4).behind(new Balancer(5, Spread.LEAST_LOADED)));
        double inTurn = mean(workload, threads(4).behind(new Balancer(5, Spread.IN_TURN)));
        assertTrue(together < leastLoaded && leastLoaded < inTurn, together + " " + leastLoaded + " " + inTurn);
    }

    private static Stages threads(int number) {
        return Stages.of(Station.requestThreads(number));
    }

    private static double mean(RecordedWorkload workload, Stages stages) {
        Trace trace = workload.simulate(stages, 3, Budget.unlimited());
        assertEquals(workload.recording().size(), trace.size());
        return trace.meanMillis(trace.whole());
    }

    @ParameterizedTest
    @CsvSource({"true, 200", "false, 110"})
    void each_request_says_whether_it_keeps_its_thread(boolean kept, double lastEnd) {
        var recording = new Recorded(
                new double[] {0, 10}, new double[] {100, 100}, (request, usual) -> request == 0 ? kept : usual);
        Trace trace = new RecordedWorkload(recording, 1)
                .simulate(Stages.of(Station.requestThreads(1)), 1, Budget.unlimited());
        double[] last = new double[1];
        trace.forEach((request, start, end, ok) -> last[0] = Math.max(last[0], end));
        assertEquals(lastEnd, last[0], 1e-9);
    }

    /** One request keeps the only thread for a second. The others wait for it, leave it at once, and then wait for the one connection. */
    @Test
    void a_long_queue_of_requests_that_need_a_thread_for_no_time_passes_it_in_its_order() {
        double[] starts = new double[50_000];
        double[] holds = new double[starts.length];
        Arrays.setAll(starts, i -> i * 1e-3);
        Arrays.fill(holds, 1);
        holds[0] = 1_000;
        var recording = new Recorded(starts, holds, (request, usual) -> request == 0);
        var stages = new Stages(
                Station.unlimited(),
                Station.requestThreads(1),
                true,
                Station.connections(1, 0),
                Simulation.UNLIMITED,
                true,
                List.of(Phase.hold(Phase.Need.CONNECTION)),
                Balancer.NONE);
        var ended = new ArrayList<Integer>();
        new RecordedWorkload(recording, 1)
                .simulate(stages, 1, Budget.unlimited(), (request, millis, answered) -> ended.add(request));
        assertEquals(IntStream.range(0, starts.length).boxed().toList(), ended);
    }

    @Test
    void a_watch_sees_every_end_and_stops_the_simulation_at_once() {
        var workload = new RecordedWorkload(recorded(20, 1, 100, 100), 1.5);
        var stages = Stages.of(Station.requestThreads(2));
        Trace whole = workload.simulate(stages, 1, Budget.unlimited());
        double[] millis = new double[1];
        int[] ended = new int[1];
        Trace watched = workload.simulate(stages, 1, Budget.unlimited(), (request, took, answered) -> {
            millis[0] += took;
            ended[0]++;
            return true;
        });
        assertEquals(whole.size(), watched.size());
        assertEquals(whole.size(), ended[0]);
        assertEquals(Latencies.of(whole).meanMs(), millis[0] / ended[0], 1);
        double[] last = new double[1];
        Trace stopped = workload.simulate(stages, 1, Budget.unlimited(), (request, took, answered) -> {
            assertTrue(last[0] < 1_000, "it has stopped the simulation");
            last[0] = took;
            return took < 1_000;
        });
        assertTrue(stopped.size() < whole.size() / 2, stopped::toString);
        assertTrue(last[0] >= 1_000);
    }
}
