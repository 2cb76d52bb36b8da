package asynclab.delay;

import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/**
 * How long a request is held, in milliseconds: the duration of its work, without network and queueing. Immutable. A draw
 * depends on the generator alone, so the same seed gives the same hold times.
 */
public sealed interface HoldTime
        permits HoldTime.Fixed, HoldTime.Uniform, HoldTime.Exponential, HoldTime.Mix, LogNormal, Percentiles {

    /** The longest hold time of a request: ten minutes. */
    long MAX_MILLIS = 600_000;

    /** How many draws an estimate takes. */
    int DRAWS = 10_000;

    /** One draw, in milliseconds. */
    long sampleMillis(RandomGenerator random);

    /** The expected value, in milliseconds, as if draws were not rounded to whole ones. */
    double meanMillis();

    /** The expected value of a draw, which is rounded. For times below half a millisecond it is near 0. */
    default double meanDrawnMillis() {
        return meanMillis();
    }

    /** The expected value of the smaller of a draw and a limit, of ten thousand draws: within some percent. */
    default double meanMillisUpTo(double limitMillis) {
        if (limitMillis >= maxMillis()) return meanMillis();
        var random = new SplittableRandom(1);
        return LongStream.generate(() -> sampleMillis(random))
                .limit(DRAWS)
                .mapToDouble(millis -> Math.max(0, Math.min(millis, limitMillis)))
                .average()
                .orElseThrow();
    }

    /** A value that no draw exceeds, in milliseconds. That of {@link Uniform} is the one that was asked for, and no draw reaches it. */
    long maxMillis();

    /** Every request takes {@code millis}. */
    record Fixed(long millis) implements HoldTime {
        @Override
        public long sampleMillis(RandomGenerator random) {
            return millis;
        }

        @Override
        public double meanMillis() {
            return millis;
        }

        @Override
        public long maxMillis() {
            return millis;
        }
    }

    /** Whole milliseconds from {@code minMillis} to just below {@code maxMillis}; a maximum below the minimum counts as the minimum. */
    record Uniform(long minMillis, long maxMillis) implements HoldTime {
        public Uniform {
            maxMillis = Math.max(minMillis, maxMillis);
        }

        @Override
        public long sampleMillis(RandomGenerator random) {
            return minMillis == maxMillis ? minMillis : random.nextLong(minMillis, maxMillis);
        }

        @Override
        public double meanMillis() {
            return minMillis == maxMillis ? minMillis : (minMillis + maxMillis - 1) / 2.0;
        }
    }

    /**
     * Whole milliseconds, exponentially distributed. Closed forms such as Erlang's assume such service times.
     *
     * @param meanMillis above 0; draws are rounded, so a mean below some 20 ms is no longer exponential
     */
    record Exponential(double meanMillis) implements HoldTime {

        /** A random double is a multiple of 2^-53, so no draw exceeds 53 ln 2 means. */
        private static final double MOST_MEANS = 53 * Math.log(2);

        /** Up to this mean no draw exceeds {@link #MAX_MILLIS}. */
        public static final long MOST_ASKED_MILLIS = 16_000;

        public Exponential {
            if (!(meanMillis > 0) || meanMillis > MAX_MILLIS)
                throw new IllegalArgumentException(
                        "meanMillis must be above 0 and at most " + MAX_MILLIS + ", but was " + meanMillis);
        }

        @Override
        public long sampleMillis(RandomGenerator random) {
            return Math.round(-meanMillis * Math.log(1 - random.nextDouble()));
        }

        /** The sum of the chances that a draw exceeds half a millisecond, one and a half, and so on. */
        @Override
        public double meanDrawnMillis() {
            return 1 / (2 * Math.sinh(1 / (2 * meanMillis)));
        }

        @Override
        public long maxMillis() {
            return Math.round(meanMillis * MOST_MEANS);
        }
    }

    /** One of several fixed times, each with its share; the shares' percentages add up to 100. */
    record Mix(List<Share> shares) implements HoldTime {

        /** A hold time and how many requests in a hundred take it. */
        public record Share(int percent, long millis) {}

        public Mix {
            shares = List.copyOf(shares);
            int sum = shares.stream().mapToInt(Share::percent).sum();
            if (sum != 100)
                throw new IllegalArgumentException("the percentages must add up to 100, but add up to " + sum);
        }

        @Override
        public long sampleMillis(RandomGenerator random) {
            int left = random.nextInt(100);
            for (Share share : shares) {
                left -= share.percent;
                if (left < 0) return share.millis;
            }
            throw new AssertionError("unreachable: the percentages add up to 100");
        }

        @Override
        public double meanMillis() {
            return shares.stream()
                    .mapToDouble(s -> s.percent * s.millis / 100.0)
                    .sum();
        }

        @Override
        public long maxMillis() {
            return shares.stream().mapToLong(Share::millis).max().orElseThrow();
        }
    }

    /** Reads {@code 80:1000,20:4000}: whole percentages that add up to 100, each with its time in milliseconds; eight at most. */
    static Mix parseMix(String name, String text) {
        String range =
                "up to eight PERCENT:MILLIS pairs such as 80:1000,20:4000, with whole percentages that add up to 100 and times from 0 to "
                        + MAX_MILLIS;
        try {
            return new Mix(pairs(text, 8).stream()
                    .map(pair -> new Mix.Share(
                            (int) Parameters.whole(name, pair.get(0), 1, 100),
                            Parameters.whole(name, pair.get(1), 0, MAX_MILLIS)))
                    .toList());
        } catch (BadParameter | IllegalArgumentException inAPair) {
            throw new BadParameter(name, text, range);
        }
    }

    /**
     * The two sides of each {@code PERCENT:MILLIS} pair.
     *
     * @throws IllegalArgumentException if there are too many, or one has no colon
     */
    static List<List<String>> pairs(String text, int most) {
        List<List<String>> pairs = Arrays.stream(text.split(",", most + 1))
                .map(pair -> List.of(pair.split(":", 2)))
                .toList();
        if (pairs.size() > most || pairs.stream().anyMatch(pair -> pair.size() < 2))
            throw new IllegalArgumentException("there must be up to " + most + " pairs, but was " + text);
        return pairs;
    }

    /** The forms of a hold time in a query, for error messages. */
    String WAYS = "ms, minMs/maxMs, mix, medianMs/sigma/meanMs, meanMs, percentiles";

    /**
     * The hold time a query asks for: {@code ms=}; {@code minMs=} and {@code maxMs=} (either absent counts as 0); {@code mix=};
     * {@code medianMs=} with {@code sigma=} or {@code meanMs=}, {@link LogNormal}; {@code meanMs=} alone, {@link Exponential}; or
     * {@code percentiles=}; null when it asks for none.
     *
     * @throws BadParameter for a malformed value, one out of range, or two forms at once
     */
    static HoldTime of(Parameters query) {
        boolean uniform = query.has("minMs") || query.has("maxMs");
        boolean logNormal = query.has("medianMs") || query.has("sigma");
        String way = only(null, query.has("ms"), "ms");
        way = only(way, uniform, "minMs/maxMs");
        way = only(way, query.has("mix"), "mix");
        way = only(way, logNormal, "medianMs/sigma/meanMs");
        way = only(way, !logNormal && query.has("meanMs"), "meanMs");
        way = only(way, query.has("percentiles"), "percentiles");
        if (way == null) return null;
        if (query.has("ms")) return new Fixed(query.whole("ms", 0, MAX_MILLIS, 0));
        if (uniform) return new Uniform(query.whole("minMs", 0, MAX_MILLIS, 0), query.whole("maxMs", 0, MAX_MILLIS, 0));
        if (query.has("mix")) return parseMix("mix", query.text("mix"));
        if (logNormal) return LogNormal.of(query);
        if (query.has("meanMs")) return new Exponential(query.positive("meanMs", Exponential.MOST_ASKED_MILLIS));
        return Percentiles.parse("percentiles", query.text("percentiles"));
    }

    private static String only(String earlier, boolean asked, String way) {
        if (!asked) return earlier;
        if (earlier == null) return way;
        throw new BadParameter(WAYS, earlier + " " + way, "given in exactly one of these forms");
    }
}
