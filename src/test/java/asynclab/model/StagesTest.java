package asynclab.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.delay.HoldTime;
import asynclab.model.Bounds.Limiter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two stages against closed forms. */
class StagesTest {

    private static final HoldTime NO_THINK = new HoldTime.Fixed(0);
    private static final HoldTime MIX = HoldTime.parseMix("mix", "80:1000,20:4000");

    private static Trace run(Load load, Stages stages) {
        return load.simulate(Draws.of(load.hold(), 5), stages, 5, Budget.unlimited(), new Occupancy());
    }

    @ParameterizedTest
    @CsvSource({"200, 50", "50, 200", "50, 50"})
    void without_processing_blocking_is_as_one_station_of_the_smaller_size_and_async_as_the_second(
            int threads, int slots) {
        var workload = Workload.ofLoops(300, 1_000, 10, MIX, new HoldTime.Uniform(100, 500));
        List<Long> smaller = run(workload, Stages.of(Station.requestThreads(Math.min(threads, slots))))
                .responseMillis();
        assertEquals(
                smaller,
                run(workload, Stages.blocking(threads, 0, Station.backend(slots)))
                        .responseMillis());
        List<Long> second = run(workload, Stages.of(Station.backend(slots))).responseMillis();
        assertEquals(
                second,
                run(workload, Stages.async(threads, 0, Station.backend(slots))).responseMillis());
    }

    @ParameterizedTest
    @CsvSource({"20, 10, 1000, 1000", "40, 10, 3000, 1000", "6, 1, 5000, 1000", "30, 25, 500, 2000"})
    void kept_threads_in_front_of_exponential_slots_are_the_machine_repair_model(
            int threads, int slots, long processing, double hold) {
        // saturated, T threads go round between processing, of any distribution, and M/M/W: a finite source of T
        double throughput = 1_000 * ClosedForms.busyServers(threads, processing, slots, hold) / hold;
        var workload = Workload.ofLoops(2 * threads, 0, 3_000, new HoldTime.Exponential(hold), NO_THINK);
        Trace trace = run(workload, Stages.blocking(threads, processing, Station.backend(slots)));
        assertEquals(1, trace.throughput(trace.steady()) / throughput, 0.015);
    }

    @ParameterizedTest
    @CsvSource({"true, 12, 8", "true, 8, 12", "false, 3, 8", "false, 2, 12"})
    void every_request_ends_when_it_does_millisecond_by_millisecond(boolean kept, int threads, int slots) {
        var load = new OpenWorkload(
                OpenWorkload.Arrivals.CONSTANT, 20, 30_000, HoldTime.parseMix("mix", "70:100,20:400,10:1500"));
        Station second = Station.backend(slots);
        Stages stages = kept ? Stages.blocking(threads, 130, second) : Stages.async(threads, 130, second);
        assertEquals(byTheClock(load, stages), run(load, stages).responseMillis());
    }

    /** The same, played with a clock and two lists; the requests of a millisecond end before others begin. */
    private static List<Long> byTheClock(OpenWorkload load, Stages stages) {
        Draws draws = Draws.of(load.hold(), 5);
        int requests = (int) load.meanRequests();
        long gap = load.durationMillis() / requests;
        int freeThreads = stages.first().threads();
        int freeSlots = stages.second().threads();
        var forThread = new ArrayDeque<Integer>();
        var forSlot = new ArrayDeque<Integer>();
        var ready = new TreeMap<Integer, Long>(); // by request, so in order of arrival
        var ends = new TreeMap<Integer, Long>();
        var responses = new ArrayList<Long>();
        for (long now = 0; responses.size() < requests; now++) {
            long at = now;
            for (int request :
                    ends.keySet().stream().filter(r -> ends.get(r) == at).toList()) {
                ends.remove(request);
                responses.add(now - request * gap);
                freeSlots++;
                if (stages.kept()) freeThreads++;
            }
            for (int request :
                    ready.keySet().stream().filter(r -> ready.get(r) == at).toList()) {
                ready.remove(request);
                forSlot.add(request);
                if (!stages.kept()) freeThreads++;
            }
            if (now % gap == 0 && now / gap < requests) forThread.add((int) (now / gap));
            for (; freeThreads > 0 && !forThread.isEmpty(); freeThreads--)
                ready.put(forThread.remove(), now + (long) stages.processingMillis(0));
            for (; freeSlots > 0 && !forSlot.isEmpty(); freeSlots--)
                ends.put(forSlot.peek(), now + (long) draws.holdMillis(forSlot.remove(), 0));
        }
        return responses.stream().sorted().toList();
    }

    @Test
    void threads_given_back_are_held_for_processing_only() {
        // two threads take 50 × 100 ms to process a burst of 100; the last is then held for 1 s without one
        Load burst = Workload.ofLoops(100, 0, 1, new HoldTime.Fixed(1_000), NO_THINK);
        assertEquals(
                6_000,
                run(burst, Stages.async(2, 100, Station.unlimited())).whole().millis(),
                1e-9);
        assertEquals(
                50 * 1_100,
                run(burst, Stages.blocking(2, 100, Station.unlimited())).whole().millis(),
                1e-9);
    }

    @Test
    void no_run_beats_its_bounds() {
        var hold = new HoldTime.Exponential(1_000);
        for (int threads : new int[] {5, 50})
            for (int slots : new int[] {2, 20, 200})
                for (long processing : new long[] {0, 100, 2_000})
                    for (boolean kept : new boolean[] {true, false}) {
                        var load = Workload.ofLoops(100, 100, 200, hold, new HoldTime.Fixed(500));
                        Station backend = Station.backend(slots);
                        Stages stages = kept
                                ? Stages.blocking(threads, processing, backend)
                                : Stages.async(threads, processing, backend);
                        Bounds bounds = Bounds.of(load, stages);
                        double most = Math.min(bounds.users(), Math.min(bounds.threads(), bounds.second()));
                        double throughput = run(load, stages).throughput();
                        assertTrue(throughput < 1.03 * most, () -> throughput + " of " + most + ", " + stages);
                    }
    }

    @ParameterizedTest
    @CsvSource({
        "200, 0, 50, true, BACKEND",
        "200, 0, 50, false, BACKEND",
        "200, 0, 400, true, THREADS",
        "200, 0, 400, false, BACKEND",
        "200, 700, 180, true, THREADS",
        "20, 100, 400, false, THREADS",
        "3000, 0, 3000, true, USERS"
    })
    void the_limiter_is_the_lowest_bound(int threads, long processing, int slots, boolean kept, Limiter limiter) {
        Load load = Workload.ofLoops(
                3_000, 30_000, 300, new HoldTime.Fixed(300), new HoldTime.Uniform(1_000, 2_001)); // E3, longer
        Station backend = Station.backend(slots);
        Stages stages =
                kept ? Stages.blocking(threads, processing, backend) : Stages.async(threads, processing, backend);
        assertEquals(limiter, Bounds.of(load, stages).limiter());
    }

    @Test
    void a_station_has_at_least_1_server_and_no_time_is_negative() {
        assertThrows(IllegalArgumentException.class, () -> Station.backend(0));
        assertThrows(IllegalArgumentException.class, () -> Stages.async(1, -1, Station.unlimited()));
    }
}
