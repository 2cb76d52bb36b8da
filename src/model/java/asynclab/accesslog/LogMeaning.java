package asynclab.accesslog;

import asynclab.accesslog.format.DurationUnit;
import asynclab.accesslog.format.FieldRole.Role;
import asynclab.accesslog.format.LogFields;
import asynclab.accesslog.format.LogFormat;
import asynclab.accesslog.format.LogFormat.About;
import asynclab.accesslog.format.LogFormat.StampMoment;
import asynclab.accesslog.format.TextFormat;
import asynclab.accesslog.format.UnreadableLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How the lines of a log are read: the format, and what it leaves open, inferred from the first lines. Immutable.
 *
 * <p>A server writes a line when the request ends. So if the stamps are starts, a request of ten seconds has a stamp ten seconds
 * before those of its neighbours. If they are ends, the stamps never go back by more than their resolution.
 *
 * @param unit of the durations
 * @param unitReason why it is this one
 * @param wholeSeconds whether the durations are whole seconds
 * @param resolutionMicros of the stamps: 1, 1,000 or 1,000,000
 * @param hasPaths whether the format has paths
 * @param zoned whether the times have a zone, or need none
 * @param doubts what may be wrong with the reading, a sentence each
 */
record LogMeaning(
        LineParser parser,
        DurationUnit unit,
        String unitReason,
        boolean wholeSeconds,
        StampMoment moment,
        String momentReason,
        long resolutionMicros,
        boolean hasPaths,
        boolean zoned,
        List<String> doubts) {

    private static final int MOST_SAMPLES = 5_000;
    private static final double FASTEST_MICROS = 10;
    private static final double SLOWEST_MICROS = 30e6;
    private static final double SOME = 0.05;
    private static final int FEW = 5;
    private static final String UNIT_OPTION = "-DdurationUnit"; // only a doubt of the unit names it

    /** What the first lines have. */
    private record First(FirstLines lines, boolean hasPaths, boolean zoned) {}

    /**
     * Reads the first lines.
     *
     * @param given what the user gave as the unit, or null
     * @throws UnreadableLog if no line is a request, or if the durations contradict their unit
     */
    static LogMeaning of(LineParser parser, List<String> lines, DurationUnit given) {
        First read = read(parser, lines);
        FirstLines first = read.lines();
        About about = parser.format().about();
        boolean ours = about.moment() == StampMoment.SERVED; // whose unit is sure, however fast a server is
        if (ours && given != null)
            throw new UnreadableLog("This log says its unit itself, so leave out -DdurationUnit=" + given.id() + ".");
        boolean settled = given != null && about.unit() != DurationUnit.IN_THE_VALUE;
        UnitGuess guess =
                settled ? new UnitGuess(given, "-DdurationUnit says so", null) : guess(parser.format(), first);
        String contradiction = settled || ours ? null : contradiction(first, guess);
        if (contradiction != null) throw new UnreadableLog(contradiction);
        double micros = guess.unit().micros();
        boolean start = first.lagProves(micros);
        boolean whole = guess.unit() == DurationUnit.SECONDS && first.isWhole();
        var doubts = new ArrayList<>(about.doubts());
        if (settled || start) doubts.removeIf(doubt -> doubt.contains(UNIT_OPTION));
        if (guess.doubt() != null) doubts.add(guess.doubt());
        if (!read.hasPaths()) doubts.add("The log has no paths, so the endpoints cannot be told apart.");
        if (whole)
            doubts.add(
                    "The durations are whole seconds. Times below a second are lost: a request of 0 took up to 1 s. Log milliseconds for an exact answer.");
        return new LogMeaning(
                parser,
                guess.unit(),
                guess.reason(),
                whole,
                about.moment() != null ? about.moment() : start ? StampMoment.START : StampMoment.END,
                about.moment() != null ? about.momentReason() : momentReason(first, micros),
                first.resolutionMicros(),
                read.hasPaths(),
                read.zoned(),
                List.copyOf(doubts));
    }

    /** The unit that the format says, or the values prove, or a word behind the duration names; at last a guess. */
    private static UnitGuess guess(LogFormat format, FirstLines first) {
        About about = format.about();
        if (about.unit() != null) return new UnitGuess(about.unit(), about.unitReason(), null);
        UnitGuess guess = UnitGuess.of(first);
        DurationUnit behind = format instanceof TextFormat text ? text.unitBehind() : null;
        if (guess.doubt() == null || behind == null) return guess;
        var named = new UnitGuess(behind, "the format string has the unit behind it", null);
        return contradiction(first, named) == null ? named : guess;
    }

    private static First read(LineParser parser, List<String> lines) {
        var fields = new LogFields();
        var found = new ArrayList<FirstLines.Timed>();
        boolean paths = false;
        boolean raw = false;
        boolean zoned = true;
        for (String text : lines) {
            if (found.size() >= MOST_SAMPLES || parser.parse(text, fields) != null) continue;
            Role main = Double.isNaN(fields.micros(Role.DURATION, 1, 1)) ? Role.SERVER : Role.DURATION;
            found.add(new FirstLines.Timed(fields.stampMicros(), fields.micros(main, 1, 1)));
            raw = fields.isUnitUnknown(main);
            paths |= !fields.path().isEmpty();
            zoned &= fields.isZoned() || fields.isRecorded(); // our recorder writes UTC
        }
        About about = parser.format().about();
        if (found.isEmpty())
            throw new UnreadableLog("None of the first " + lines.size() + " lines is of the format " + about.words()
                    + " with a valid time and duration." + parser.misfit(lines));
        return new First(
                new FirstLines(
                        FirstLines.asWritten(found),
                        raw || about.unit() == null ? 1 : 1 / about.unit().micros()),
                paths,
                zoned);
    }

    private static String momentReason(FirstLines first, double micros) {
        int longOnes = first.longOnes(micros);
        return longOnes < FirstLines.PROOFS
                ? "not known: of the first lines, " + longOnes + " take over a second, so it matters little"
                : String.format(
                        Locale.ROOT,
                        "%d of %d requests over a second are stamped that much before the lines around them",
                        first.lateOnes(micros),
                        longOnes);
    }

    /** How the values contradict a unit that the format says; null if they do not. */
    private static String contradiction(FirstLines first, UnitGuess guess) {
        double micros = guess.unit().micros();
        double fast = first.shareUnder(FASTEST_MICROS / micros);
        boolean fine = guess.unit() == DurationUnit.MICROSECONDS || guess.unit() == DurationUnit.NANOSECONDS;
        boolean zeros = first.isCoarse(micros); // of requests that took less than a tick
        if (fine && !zeros && fast > SOME && first.size() >= FEW)
            return String.format(
                    Locale.ROOT,
                    "%.0f %% of the durations are below %.0f µs, if their unit is %s (%s). No server is so fast. Give the unit with -DdurationUnit=ms, or name the server with -DlogFormat=tomcat-9.",
                    100 * fast,
                    FASTEST_MICROS,
                    guess.unit().words(),
                    guess.reason());
        if (first.median() * micros > SLOWEST_MICROS && first.size() >= FEW && !first.lagProves(micros))
            return String.format(
                    Locale.ROOT,
                    "Half of the durations are over %.0f s, if their unit is %s (%s). Give the unit with -DdurationUnit=us, ms or s.",
                    SLOWEST_MICROS / 1e6,
                    guess.unit().words(),
                    guess.reason());
        return null;
    }

    /** The factor for values whose unit the format says: 1, unless the user says another unit. */
    double correction() {
        DurationUnit known = parser.format().about().unit();
        return known == null ? 1 : unit.micros() / known.micros();
    }

    /** What the log was read as, in sentences for the user. It may contain text of the log. */
    String words() {
        return "Read as " + parser.format().about().words() + ". The duration is in " + unit.words()
                + (unitReason.isEmpty() ? "" : " (" + unitReason + ")") + ". The time is the "
                + (moment == StampMoment.END ? "end" : "start")
                + " of the request (" + momentReason + ")."
                + (zoned ? "" : " It has no time zone and is read as UTC.")
                + (resolutionMicros == 1_000_000
                        ? " It is to a second, so each request is put at a random moment of its second."
                        : "");
    }
}
