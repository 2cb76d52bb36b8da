package asynclab.traffic.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.accesslog.LoggedRequest;
import asynclab.traffic.Traffic;
import asynclab.traffic.processor.ProcessorTimes.ClassTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Processor times from traffic whose times are planted. The use is computed from what each request burns while it runs, with noise. */
class ProcessorTimesTest {

    private static final long EPOCH = 1_700_000_000_000_000L;
    private static final long SECOND = 1_000_000;
    private static final int SECONDS = 300;
    private static final Map<String, Double> PLANTED = new TreeMap<>(Map.of("/a", 2.0, "/b", 5.0, "/c", 20.0));
    private static final double HOLD_MS = 40;

    /** How many requests of each endpoint start in each second. */
    private interface SecondRates {
        double perSecond(String path, int second);
    }

    private final Traffic.Builder builder = new Traffic.Builder();
    private final double[] busy = new double[SECONDS + 2];

    /** Sends the requests, and burns the time of each evenly from its start to its end. */
    private Traffic traffic(SecondRates rates, boolean even, long seed) {
        var random = new SplittableRandom(seed);
        for (String path : PLANTED.keySet()) {
            for (int second = 0; second < SECONDS; second++) {
                double rate = rates.perSecond(path, second);
                for (double at = 0; at < 1; ) {
                    double gap = even ? 1 : -Math.log(1 - random.nextDouble());
                    at += gap / rate;
                    if (at < 1) request(path, second + at - (even ? 0.5 / rate : 0));
                }
            }
        }
        return builder.build();
    }

    private void request(String path, double second) {
        double cpu = PLANTED.getOrDefault(path, 5.0) / 1e3;
        double took = cpu + HOLD_MS / 1e3;
        long start = EPOCH + Math.round(second * 1e6);
        builder.add(new LoggedRequest(start, 0, Math.round(took * 1e6), "GET", path, 200));
        int index = (int) second;
        double before = Math.min(took, index + 1 - second) / took;
        busy[index] += cpu * before;
        busy[index + 1] += cpu * (1 - before);
    }

    /** The use in intervals of a second from the first second on. @param noise the standard deviation, in processors */
    private CpuRecord record(double background, double noise, long seed) {
        var random = new Random(seed);
        long[] starts = new long[SECONDS];
        double[] use = new double[SECONDS];
        for (int i = 0; i < SECONDS; i++) {
            starts[i] = EPOCH + i * SECOND;
            use[i] = Math.max(0, busy[i] + background + noise * random.nextGaussian());
        }
        return new CpuRecord(starts, SECOND, 0, use);
    }

    private static double varying(String path, int second) {
        double mean = path.equals("/a") ? 30 : path.equals("/b") ? 16 : 6;
        return mean * (0.1 + 1.8 * new SplittableRandom(path.hashCode() * 31L + second / 6).nextDouble());
    }

    private static double cpuMs(ProcessorTimes times, String path) {
        return time(times, path).cpuMs();
    }

    private static ClassTime time(ProcessorTimes times, String path) {
        return times.classes().stream()
                .filter(time -> time.endpoints().contains("GET " + path))
                .findFirst()
                .orElseThrow();
    }

    /** A collector of garbage or a compiler is neither counted as requests nor lost. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.05, 0.4, 1.5})
    void planted_times_are_found_whatever_the_background(double background) {
        Traffic traffic = traffic(ProcessorTimesTest::varying, false, 1);
        ProcessorTimes times = ProcessorTimes.of(traffic, record(background, 0.02, 2), 0, 1);
        assertNull(times.refused());
        PLANTED.forEach((path, planted) -> {
            assertEquals(planted, cpuMs(times, path), 0.05 * planted, path);
            assertTrue(
                    time(times, path).lowMs() <= planted
                            && planted <= time(times, path).highMs(),
                    () -> times + "");
            assertEquals(
                    planted / (planted + HOLD_MS),
                    times.shareOf(traffic.endpoints().indexOf("GET " + path)),
                    0.05 * planted / (planted + HOLD_MS));
        });
        assertEquals(background, times.background(), 0.03);
        assertTrue(times.explainedPercent() > 90, () -> times + "");
    }

    /** Each request computes at its start or at its end, and waits for up to 1.8 s before or after. */
    @ParameterizedTest
    @CsvSource({"true, start", "false, end"})
    void requests_count_where_they_compute_and_not_where_they_wait(boolean first, String where) {
        var random = new SplittableRandom(3);
        for (double at = 0; at < SECONDS - 2; at -= Math.log(1 - random.nextDouble()) / 60) {
            double took = 0.2 + 1.6 * random.nextDouble();
            builder.add(new LoggedRequest(EPOCH + Math.round(at * 1e6), 0, Math.round(took * 1e6), "GET", "/b", 200));
            busy[(int) (first ? at : at + took)] += PLANTED.get("/b") / 1e3;
        }
        ProcessorTimes times = ProcessorTimes.of(builder.build(), record(0.1, 0.02, 2), 0, 1);
        assertEquals(PLANTED.get("/b"), cpuMs(times, "/b"), 0.25);
        assertTrue(
                times.remarks().get(0).startsWith("A request is taken to compute at its " + where), () -> times + "");
    }

    /** Bursts of a collector, a quarter of the time, that do not depend on the traffic: 40 draws. */
    @Test
    void a_background_that_comes_and_goes_does_not_bias_the_times() {
        Traffic traffic = traffic(ProcessorTimesTest::varying, false, 1);
        CpuRecord quiet = record(0.1, 0.02, 2);
        var sums = new TreeMap<String, Double>();
        double background = 0;
        int draws = 40;
        int covered = 0;
        for (int draw = 0; draw < draws; draw++) {
            var random = new SplittableRandom(draw);
            double[] use = Arrays.stream(quiet.busy())
                    .map(one -> one + (random.nextInt(4) == 0 ? 0.15 : 0))
                    .toArray();
            ProcessorTimes times = ProcessorTimes.of(traffic, new CpuRecord(quiet.startMicros(), SECOND, 0, use), 0, 1);
            background += times.background() / draws;
            for (String path : PLANTED.keySet()) {
                ClassTime time = time(times, path);
                sums.merge(path, time.cpuMs() / draws, Double::sum);
                if (time.lowMs() <= PLANTED.get(path) && PLANTED.get(path) <= time.highMs()) covered++;
            }
        }
        PLANTED.forEach((path, planted) -> assertEquals(planted, sums.get(path), 0.05 * planted, path));
        assertEquals(0.1 + 0.15 / 4, background, 0.01);
        assertTrue(covered >= 0.9 * draws * PLANTED.size(), covered + " intervals have the planted time");
    }

    @Test
    void times_cut_to_whole_seconds_are_aligned() {
        Traffic traffic = traffic(ProcessorTimesTest::varying, false, 1);
        CpuRecord exact = record(0.1, 0.01, 2);
        long[] cut =
                Arrays.stream(exact.startMicros()).map(start -> start - 700_000).toArray();
        ProcessorTimes aligned = ProcessorTimes.of(traffic, new CpuRecord(cut, SECOND, SECOND, exact.busy()), 0, 1);
        assertEquals(0.7, aligned.laterSeconds(), 1e-9);
        assertEquals(20, cpuMs(aligned, "/c"), 1);
        ProcessorTimes wrong = ProcessorTimes.of(traffic, new CpuRecord(cut, SECOND, 0, exact.busy()), 0, 1);
        assertTrue(wrong.explainedPercent() < aligned.explainedPercent() - 5);
    }

    /** Such as the start of an interval that is taken as its end. */
    @Test
    void a_time_that_means_another_end_of_the_interval_is_a_doubt() {
        Traffic traffic = traffic(ProcessorTimesTest::varying, false, 1);
        CpuRecord exact = record(0.1, 0.01, 2);
        long[] early =
                Arrays.stream(exact.startMicros()).map(start -> start - SECOND).toArray();
        ProcessorTimes times = ProcessorTimes.of(traffic, new CpuRecord(early, SECOND, 0, exact.busy()), 0, 1);
        assertTrue(
                times.remarks()
                        .get(0)
                        .startsWith("The clocks or the meaning of the times may be wrong: one interval later, "),
                () -> times + "");
        assertEquals(List.of(), ProcessorTimes.of(traffic, exact, 0, 1).remarks());
    }

    @Test
    void joined_intervals_give_the_same_times() {
        Traffic traffic = traffic(ProcessorTimesTest::varying, false, 1);
        ProcessorTimes times = ProcessorTimes.of(traffic, record(0.1, 0.02, 2), 5 * SECOND, 1);
        assertEquals(5, times.intervalSeconds());
        PLANTED.forEach((path, planted) -> assertEquals(planted, cpuMs(times, path), 0.1 * planted, path));
    }

    @Test
    void the_same_seed_gives_the_same_result() {
        Traffic traffic = traffic(ProcessorTimesTest::varying, false, 1);
        CpuRecord record = record(0.1, 0.02, 2);
        assertEquals(ProcessorTimes.of(traffic, record, 0, 7), ProcessorTimes.of(traffic, record, 0, 7));
    }

    /** Constant traffic tells nothing: its time and the background cannot be told apart. */
    @ParameterizedTest
    @CsvSource({"true, 0.001", "true, 0.05", "false, 0.5"})
    void constant_traffic_is_refused(boolean even, double noise) {
        Traffic traffic = traffic((path, second) -> path.equals("/c") ? 50 : 100, even, 1);
        ProcessorTimes times = ProcessorTimes.of(traffic, record(0.1, noise, 2), 0, 1);
        assertTrue(
                times.refused().startsWith("The processor time cannot be told. The traffic varies too little"),
                times::refused);
        assertEquals(List.of(), times.classes());
        assertThrows(IllegalStateException.class, () -> times.shareOf(0));
    }

    /** Two endpoints that each page calls once cannot be told apart. A third one can. */
    @Test
    void endpoints_in_lock_step_have_one_time() {
        SecondRates rates = (path, second) -> varying(path.equals("/c") ? "/c" : "/a", second);
        Traffic traffic = traffic(rates, true, 1);
        ProcessorTimes times = ProcessorTimes.of(traffic, record(0.1, 0.02, 2), 0, 1);
        assertNull(times.refused());
        assertEquals(20, cpuMs(times, "/c"), 1);
        ClassTime both = time(times, "/a");
        assertEquals(List.of("GET /b", "GET /a"), both.endpoints());
        assertEquals(3.5, both.cpuMs(), 0.2);
        assertTrue(times.remarks().get(0).contains("varies together with"), () -> times + "");
    }

    @Test
    void only_endpoints_in_lock_step_are_refused() {
        Traffic traffic = traffic((path, second) -> varying("/b", second), true, 1);
        ProcessorTimes times = ProcessorTimes.of(traffic, record(0.1, 0.02, 2), 0, 1);
        assertTrue(times.refused().contains("varies together with"), times::refused);
        // the mean of all can be told, and the sentence has it
        assertTrue(times.refused().contains("The interval of a request of any endpoint is from 8."), times::refused);
    }

    @Test
    void rare_endpoints_alone_are_refused() {
        for (int i = 0; i < 300; i++) request("/" + "abcdefghijklmnop".charAt(i % 16), i * 0.9);
        ProcessorTimes times = ProcessorTimes.of(builder.build(), record(0.1, 0.001, 2), 0, 1);
        assertTrue(times.refused().contains("No endpoint has 30 requests in the intervals."), times::refused);
    }

    @Test
    void the_use_of_other_programs_is_refused() {
        Traffic traffic = traffic(ProcessorTimesTest::varying, false, 1);
        double[] use = new SplittableRandom(5).doubles(SECONDS, 0, 2).toArray();
        CpuRecord record = record(0, 0, 0);
        ProcessorTimes times = ProcessorTimes.of(traffic, new CpuRecord(record.startMicros(), SECOND, 0, use), 0, 1);
        assertTrue(times.refused().contains("too wide"), times::refused);
    }

    @Test
    void too_few_intervals_are_refused() {
        Traffic traffic = traffic(ProcessorTimesTest::varying, false, 1);
        ProcessorTimes times = ProcessorTimes.of(traffic, record(0.1, 0.02, 2), 20 * SECOND, 1);
        assertEquals("Only 14 intervals of 20.0 s are within the log. At least 20 are needed.", times.refused());
    }

    @Test
    void gaps_and_the_ends_of_the_log_are_left_out() {
        long[] starts = {-2, -1, 0, 1, 2, 3, 5, 6, 7, 298, 299, 300};
        long[] micros =
                Arrays.stream(starts).map(start -> EPOCH + start * SECOND).toArray();
        var record = new CpuRecord(
                micros, SECOND, 0, Arrays.stream(starts).asDoubleStream().toArray());
        builder.add(new LoggedRequest(EPOCH, 0, 1, "GET", "/a", 200));
        builder.add(new LoggedRequest(EPOCH + 300 * SECOND, 0, 1, "GET", "/a", 200));
        CpuRecord within = record.within(builder.build());
        assertEquals("[0.0, 1.0, 2.0, 3.0, 5.0, 6.0, 7.0, 298.0, 299.0]", Arrays.toString(within.busy()));
        CpuRecord joined = within.joined(2 * SECOND);
        assertEquals("[0.5, 2.5, 5.5, 298.5]", Arrays.toString(joined.busy()));
        assertEquals(2 * SECOND, joined.lengthMicros());
    }

    /** Against every subset of the columns: the best one without negative values is the solution. */
    @Test
    void non_negative_least_squares_is_the_best_of_all_subsets() {
        var random = new Random(6);
        for (int round = 0; round < 300; round++) {
            int size = 1 + round % 5;
            var columns = new double[size][12];
            var y = random.doubles(12, -0.5, 1).toArray();
            for (double[] column : columns) Arrays.setAll(column, i -> random.nextDouble());
            var products = new double[size][size];
            var target = new double[size];
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) products[i][j] = dot(columns[i], columns[j]);
                target[i] = dot(columns[i], y);
            }
            double best = 0;
            for (int subset = 1; subset < 1 << size; subset++) {
                var free = new boolean[size];
                for (int i = 0; i < size; i++) free[i] = (subset >> i & 1) == 1;
                double[] x = LeastSquares.solved(products, target, free);
                if (Arrays.stream(x).allMatch(value -> value >= 0)) best = Math.min(best, cost(products, target, x));
            }
            double[] x = LeastSquares.nonNegative(products, target);
            assertTrue(Arrays.stream(x).allMatch(value -> value >= 0));
            assertEquals(best, cost(products, target, x), 1e-6);
        }
    }

    private static double dot(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) sum += one[i] * other[i];
        return sum;
    }

    private static double cost(double[][] products, double[] target, double[] x) {
        double sum = -2 * dot(target, x);
        for (int i = 0; i < x.length; i++) sum += x[i] * dot(products[i], x);
        return sum;
    }
}
