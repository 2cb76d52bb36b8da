package asynclab.delay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import java.util.ArrayList;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HoldTimeTest {

    static Parameters query(String text) {
        var pairs = new ArrayList<String>();
        for (String pair : text.split("&")) {
            if (pair.isEmpty()) continue;
            pairs.add(pair.substring(0, pair.indexOf('=')));
            pairs.add(pair.substring(pair.indexOf('=') + 1));
        }
        return Parameters.of(pairs.toArray(String[]::new));
    }

    @Test
    void a_query_names_a_fixed_a_uniform_a_mixed_or_an_exponential_hold_time_or_none() {
        assertEquals(new HoldTime.Fixed(1500), HoldTime.of(query("ms=1500")));
        assertEquals(new HoldTime.Uniform(1000, 2000), HoldTime.of(query("minMs=1000&maxMs=2000")));
        assertEquals(new HoldTime.Uniform(0, 2000), HoldTime.of(query("maxMs=2000")));
        assertEquals(1600, HoldTime.of(query("mix=80:1000,20:4000")).meanMillis());
        assertEquals(new HoldTime.Exponential(331.5), HoldTime.of(query("meanMs=331.5")));
        assertNull(HoldTime.of(query("cacheBuster=7")));
    }

    static String[] refused() {
        return """
                ms= ms=-1 ms=600001 ms=1.5 ms=1e3 ms=0x10 ms=%2B5 ms=99999999999999999999999 ms=١٢٣ ms=1&ms=2
                ms=1&mix=100:1 ms=1&maxMs=2 minMs=a minMs=-5&maxMs=10 maxMs=600001
                mix= mix=80:1000 mix=80:1000,20 mix=80:1000,20: mix=50:1,50:2,10:3 mix=100:600001 mix=0:1,100:2
                mix=-10:1,110:2 mix=10:1,10:1,10:1,10:1,10:1,10:1,10:1,10:1,20:1
                meanMs=0 meanMs=16001 meanMs=5&ms=5
                sigma=0.5 medianMs=300 medianMs=300&sigma=0.5&meanMs=400 medianMs=300&sigma=0 medianMs=300&sigma=3.1
                medianMs=0&sigma=1 medianMs=600001&sigma=1 medianMs=300&meanMs=300 medianMs=300&meanMs=27100
                medianMs=300&sigma=1&ms=5
                percentiles= percentiles=50 percentiles=50: percentiles=50:1,50:2 percentiles=50:1,40:2
                percentiles=50:2,60:1 percentiles=101:1 percentiles=-1:1 percentiles=1e1:1 percentiles=50:600001
                percentiles=50:1&mix=100:1
                """
                .split("\\s+");
    }

    @ParameterizedTest
    @MethodSource("refused")
    void a_hold_time_that_is_malformed_or_out_of_range_is_refused(String query) {
        assertThrows(BadParameter.class, () -> HoldTime.of(query(query)));
    }

    @Test
    void a_refusal_names_the_parameter_its_value_cut_short_and_its_range() {
        var bad = assertThrows(BadParameter.class, () -> HoldTime.of(query("ms=" + "9".repeat(10_000))));
        assertEquals("ms", bad.name());
        assertEquals(41, bad.value().length());
        assertEquals("a whole number from 0 to 600000", bad.range());
    }

    @Test
    void a_uniform_draw_stays_below_its_bound_and_a_maximum_below_the_minimum_counts_as_the_minimum() {
        var random = new SplittableRandom(1);
        var uniform = new HoldTime.Uniform(10, 13);
        assertTrue(
                LongStream.range(0, 1000).map(i -> uniform.sampleMillis(random)).allMatch(ms -> ms >= 10 && ms < 13));
        assertEquals(11, uniform.meanMillis());
        assertEquals(20, new HoldTime.Uniform(20, 5).sampleMillis(random));
    }

    @Test
    void a_mix_draws_its_shares() {
        var mix = HoldTime.parseMix("mix", "80:1000,20:4000");
        var random = new SplittableRandom(1);
        long longs = LongStream.range(0, 100_000)
                .map(i -> mix.sampleMillis(random))
                .filter(ms -> ms == 4000)
                .count();
        assertEquals(20_000, longs, 500); // four standard deviations, and the seed is fixed
    }

    @Test
    void an_exponential_draw_has_its_mean_and_as_large_a_deviation() {
        var exponential = new HoldTime.Exponential(1000);
        var random = new SplittableRandom(1);
        var draws = LongStream.range(0, 100_000)
                .map(i -> exponential.sampleMillis(random))
                .toArray();
        assertEquals(1000, LongStream.of(draws).average().orElseThrow(), 13); // four standard deviations
        double squares = LongStream.of(draws)
                .mapToDouble(ms -> (double) ms * ms)
                .average()
                .orElseThrow();
        assertEquals(2_000_000, squares, 60_000); // of the second moment; its kurtosis is large
        assertTrue(LongStream.of(draws).allMatch(ms -> ms >= 0 && ms <= exponential.maxMillis()));
        assertThrows(IllegalArgumentException.class, () -> new HoldTime.Exponential(0));
    }
}
