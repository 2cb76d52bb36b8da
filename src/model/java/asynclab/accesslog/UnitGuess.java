package asynclab.accesslog;

import asynclab.accesslog.format.DurationUnit;
import java.util.List;
import java.util.Locale;

/**
 * The unit of durations that the format leaves open. Immutable.
 *
 * @param doubt a sentence for the verdict if nothing proves it; null if something does
 */
record UnitGuess(DurationUnit unit, String reason, String doubt) {

    private static final int SHORT = 50; // few requests over a network take less than 50 µs
    private static final int SHORTEST = 10;
    private static final int NO_MICROS = 5; // no request over a network takes less than 5 µs
    private static final double MANY_SHORT = 0.2;
    private static final int MANY = 200;
    private static final double SOME = 0.01;
    private static final double SOME_ZEROS = 0.05;
    private static final double SOME_LONG = 0.05;
    private static final int LONG = 1_000; // a millisecond, in microseconds
    private static final double HALF = 0.5;
    private static final double NEARLY_ALL = 0.999;
    private static final double MOST = 0.99;
    private static final double STREAM_SECONDS = 600; // longer ones are set apart
    private static final double MOST_SECONDS = 300;
    private static final double MOST_SMALL = 60;
    private static final double TEN_SECONDS_OF_MILLIS = 10_000;
    private static final double TEN_SECONDS_OF_MICROS = 10_000_000;
    private static final double MANY_IN_FLIGHT = 5_000;

    static UnitGuess of(FirstLines lines) {
        for (DurationUnit unit : List.of(
                DurationUnit.SECONDS, DurationUnit.MILLISECONDS, DurationUnit.MICROSECONDS, DurationUnit.NANOSECONDS))
            if (lines.lagProves(unit.micros()))
                return new UnitGuess(unit, "in this unit the times of long requests lag by their durations", null);
        return lines.isWhole() ? whole(lines) : fractions(lines);
    }

    /** Whether the numbers are too small for a thousandth of the unit. @param unit the number of 1 µs in that smaller unit */
    private static boolean areShort(FirstLines lines, double unit) {
        return lines.shareUnder(SHORT * unit) >= MANY_SHORT || lines.shareUnder(NO_MICROS * unit) >= SOME;
    }

    /** Whether numbers that are short may be answers of a quick server, such as 304: none is below 5 µs, and others take over a millisecond. */
    private static boolean mayBeQuick(FirstLines lines) {
        return lines.shareUnder(NO_MICROS) < SOME && 1 - lines.shareUnder(LONG) >= SOME_LONG;
    }

    private static UnitGuess fractions(FirstLines lines) {
        boolean three = lines.isMultipleOf(1e-3); // as most servers write seconds
        if (areShort(lines, 1e-3) && !three && lines.shareUnder(NO_MICROS * 1e-3) < SOME)
            return doubtful(
                    DurationUnit.SECONDS,
                    "the values have a fraction, and some are below 0.05, as few milliseconds are");
        boolean fine = !lines.isMultipleOf(0.1); // else 0.0 may be 40 µs
        if (areShort(lines, 1e-3) && fine)
            return new UnitGuess(
                    DurationUnit.SECONDS, "the values have a fraction, and many are too small for milliseconds", null);
        boolean large = lines.median() >= 5 || lines.inFlight(DurationUnit.SECONDS.micros()) > MANY_IN_FLIGHT;
        return large
                ? doubtful(DurationUnit.MILLISECONDS, "the values have a fraction and are large for seconds")
                : doubtful(DurationUnit.SECONDS, "the values have a fraction");
    }

    /** Event streams among whole seconds last over ten minutes. Milliseconds have values between these and the small. */
    private static boolean hardlyAnyIsLarge(FirstLines lines) {
        double small = lines.shareUnder(1 + MOST_SMALL);
        double between = lines.shareUnder(STREAM_SECONDS) - small;
        return small >= NEARLY_ALL || lines.size() >= MANY && small >= MOST && between <= 1 - NEARLY_ALL;
    }

    private static UnitGuess whole(FirstLines lines) {
        if (lines.shareUnder(1) >= HALF && lines.max() <= MOST_SECONDS)
            return doubtful(DurationUnit.SECONDS, "most values are 0 and none is large, as with %T");
        boolean fewAtOnce = lines.inFlight(DurationUnit.SECONDS.micros()) <= MANY_IN_FLIGHT;
        if (lines.max() <= MOST_SMALL)
            return doubtful(DurationUnit.MILLISECONDS, "no value is above 60, which may also be whole seconds");
        if (fewAtOnce && hardlyAnyIsLarge(lines))
            return doubtful(DurationUnit.MILLISECONDS, "hardly any value is above 60, which may also be whole seconds");
        if (lines.shareUnder(1) >= SOME_ZEROS && lines.max() <= MOST_SECONDS && fewAtOnce)
            return doubtful(
                    DurationUnit.MILLISECONDS,
                    "some values are 0 and none is above 300, which may also be whole seconds");
        if (areShort(lines, 1) && lines.isCoarse(1))
            return doubtful(
                    DurationUnit.MICROSECONDS,
                    "the values are 0 or at least 1,000, as a clock of milliseconds gives them");
        boolean some = lines.size() >= MANY && lines.shareUnder(SHORTEST) == 0 && lines.shareUnder(SHORT) >= SOME;
        if (some || areShort(lines, 1) && mayBeQuick(lines))
            return doubtful(DurationUnit.MILLISECONDS, "some values are below 50, which is short for microseconds");
        if (areShort(lines, 1))
            return new UnitGuess(
                    DurationUnit.MILLISECONDS,
                    String.format(
                            Locale.ROOT,
                            "%.0f%% of the first values are below %d, and few requests take less than %d µs",
                            100 * lines.shareUnder(SHORT),
                            SHORT,
                            SHORT),
                    null);
        if (lines.shareUnder(TEN_SECONDS_OF_MICROS) < HALF)
            return doubtful(DurationUnit.NANOSECONDS, "the size of the values suggests it");
        return doubtful(
                lines.shareUnder(TEN_SECONDS_OF_MILLIS) < HALF ? DurationUnit.MICROSECONDS : DurationUnit.MILLISECONDS,
                "the size of the values suggests it");
    }

    private static UnitGuess doubtful(DurationUnit unit, String why) {
        return new UnitGuess(
                unit,
                why + ", and nothing proves it",
                "That the durations are in " + unit.words() + " is a guess: " + why
                        + ". Set the unit with -DdurationUnit=s, ms, us or ns.");
    }
}
