package asynclab.delay;

import static asynclab.delay.HoldTimeTest.query;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.model.Draws;
import asynclab.parameter.BadParameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Draws from log-normal and percentile distributions have the mean and the quantiles that were asked for. */
class DistributionsTest {

    private static final int DRAWS = 400_000;

    @TempDir
    Path folder;

    private static HoldTime asked(String query) {
        return HoldTime.of(query(query));
    }

    private static long[] sorted(HoldTime hold) {
        var random = new SplittableRandom(1);
        return LongStream.range(0, DRAWS)
                .map(i -> hold.sampleMillis(random))
                .sorted()
                .toArray();
    }

    private static void assertNear(double expected, double actual, double percent) {
        assertEquals(expected, actual, expected * percent / 100);
    }

    // With so many draws each quantile is within two per cent, four standard deviations and more; the seed is fixed.
    @ParameterizedTest
    @CsvSource({
        "medianMs=3000&sigma=0.5, 3399.4, 3000, 5693.8, 9600.1",
        "medianMs=3000&meanMs=4946.2, 4946.2, 3000, 10807, 30721", // which is sigma 1
        "medianMs=300&sigma=2, 2180.5, 300, 3892.8, 31460", // its mean without the cut is 2216.7
        "medianMs=300000&sigma=2, 327563, 300000, 600000, 600000", // more than a third are cut
        "meanMs=5000, 5000, 3465.7, 11513, 23026",
        "'percentiles=0:100,50:1000,90:4000,99:9000,100:9500', 1952.5, 1000, 4000, 9000",
        "'percentiles=50:1000,90:4000,99.0:9000', 1925, 1000, 4000, 9000", // from 0, and level from the last
        "percentiles=100:1000, 500, 500, 900, 990",
    })
    void draws_have_the_mean_and_the_quantiles_that_were_asked_for(
            String query, double mean, double p50, double p90, double p99) {
        HoldTime hold = asked(query);
        assertNear(mean, hold.meanMillis(), 0.05);
        long[] draws = sorted(hold);
        assertNear(mean, Arrays.stream(draws).average().orElseThrow(), 2);
        assertNear(p50, draws[DRAWS / 2], 2);
        assertNear(p90, draws[DRAWS * 9 / 10], 2);
        assertNear(p99, draws[DRAWS * 99 / 100], 2);
        assertTrue(draws[0] >= 0 && draws[DRAWS - 1] <= hold.maxMillis());
        assertTrue(hold.maxMillis() <= HoldTime.MAX_MILLIS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"medianMs=300&sigma=1", "meanMs=300", "percentiles=50:100,99:2000"})
    void the_model_draws_the_same_for_the_same_seed_and_on_average_what_the_mean_says(String query) {
        Draws draws = Draws.of(asked(query), 7);
        assertEquals(draws.holdMillis(3, 5), Draws.of(asked(query), 7).holdMillis(3, 5));
        double mean = LongStream.range(0, DRAWS)
                .mapToDouble(i -> draws.holdMillis((int) (i / 10), (int) (i % 10)))
                .average()
                .orElseThrow();
        assertNear(asked(query).meanMillis(), mean, 2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "meanMs=0.3",
                "meanMs=2",
                "meanMs=300",
                "medianMs=0.3&sigma=1",
                "medianMs=1&sigma=0.2",
                "medianMs=0.5&sigma=1.5",
                "medianMs=300&sigma=0.5",
                "percentiles=50:0,100:1",
                "mix=99:0,1:600000"
            })
    void rounded_draws_have_their_own_mean(String query) {
        HoldTime hold = asked(query);
        assertNear(hold.meanDrawnMillis(), Arrays.stream(sorted(hold)).average().orElseThrow(), 4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"meanMs=0.01", "medianMs=0.01&sigma=0.1"})
    void a_time_far_below_a_millisecond_is_drawn_as_0(String query) {
        assertEquals(0.01, asked(query).meanMillis(), 0.001);
        assertEquals(0, asked(query).meanDrawnMillis(), 1e-15);
    }

    @ParameterizedTest
    @ValueSource(strings = {"50,100\n90,400\n99.9,2000\n", "percentile,ms\r\n50,100\r\n90 , 400\r\n99.9,2000"})
    void a_file_of_percentiles_says_the_same_as_a_query(String text) throws Exception {
        Path file = Files.writeString(folder.resolve("percentiles.csv"), text);
        assertEquals(asked("percentiles=50:100,90:400,99.9:2000"), Percentiles.read("default-hold", file));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "percentile,ms\n",
                "50,100\nninety,400\n",
                "50;100\n",
                "50,100\n\n",
                "90,400\n50,100\n",
                "50,1,2",
                "1e1,5\n50,100\n", // its first line is no heading
                "\ufeff50,100\n90,400\n"
            })
    void a_file_without_percentiles_is_refused_and_the_setting_is_named(String text) throws Exception {
        Path file = Files.writeString(folder.resolve("no.csv"), text);
        var bad = assertThrows(BadParameter.class, () -> Percentiles.read("default-hold", file));
        assertEquals("default-hold", bad.name());
        assertTrue(bad.range().contains("PERCENT,MILLIS"), bad.range());
    }

    @Test
    void a_file_that_is_not_there_or_too_long_or_no_text_is_refused() throws Exception {
        Path absent = folder.resolve("absent.csv");
        assertThrows(BadParameter.class, () -> Percentiles.read("default-hold", absent));
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThrows(BadParameter.class, () -> Percentiles.read("default-hold", binary));
        var line = new StringBuilder();
        for (int i = 0; i <= 1_000; i++) line.append(i / 100.0).append(",1\n");
        Path tooLong = Files.writeString(folder.resolve("long.csv"), line);
        assertThrows(BadParameter.class, () -> Percentiles.read("default-hold", tooLong));
    }
}
