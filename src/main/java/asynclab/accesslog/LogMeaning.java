package asynclab.accesslog;

import asynclab.accesslog.format.LogFields;
import asynclab.accesslog.format.LogFormat;
import asynclab.accesslog.format.LogFormat.StampMoment;
import asynclab.accesslog.format.UnreadableLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * How the lines of a log are read: the format, and what it leaves open, inferred from the first lines. Immutable.
 *
 * <p>A server writes a line when the request ends. So if the stamps are starts, a request of ten seconds has a stamp ten seconds
 * before those of its neighbours. If they are ends, the stamps never go back by more than their resolution.
 *
 * @param unit of the durations
 * @param unitReason why it is this one
 * @param unitDoubtful true if only the size of the values tells
 * @param resolutionMicros of the stamps: 1, 1,000 or 1,000,000
 */
record LogMeaning(
        LogFormat format,
        TimeUnit unit,
        String unitReason,
        boolean unitDoubtful,
        StampMoment moment,
        String momentReason,
        long resolutionMicros) {

    private static final int MOST_SAMPLES = 5_000;
    private static final double SECOND = 1_000_000;
    private static final double LONG = SECOND;
    private static final int SHORT = 50; // no request over a network takes less than 50 µs
    private static final double SOME = 0.01;
    private static final int PROOFS = 3;
    private static final double TEN_SECONDS_OF_MILLIS = 10_000;

    private record FirstLine(double stamp, double duration) {}

    /**
     * Reads the first lines.
     *
     * @param given what the user gave as the unit, or null
     * @throws UnreadableLog if no line is a request
     */
    static LogMeaning of(LogFormat format, List<String> lines, TimeUnit given) {
        var line = new LogFields();
        var samples = new ArrayList<FirstLine>();
        for (String text : lines)
            if (samples.size() < MOST_SAMPLES && format.parse(text, line) == null)
                samples.add(new FirstLine(line.stampMicros(), line.duration()));
        if (samples.isEmpty())
            throw new UnreadableLog("None of the first " + lines.size() + " lines is of the format " + format.words()
                    + " with a valid time and duration.");
        boolean known = given != null || format.unit() != null;
        TimeUnit unit = given != null ? given : known ? format.unit() : inferred(samples);
        String unitReason =
                given != null ? "-DdurationUnit says so" : known ? format.unitReason() : reason(samples, unit);
        StampMoment moment = format.moment();
        String momentReason = format.momentReason();
        if (moment == null) {
            double micros = unit.toNanos(1) / 1e3;
            int longOnes = longOnes(samples, micros);
            moment = 2 * lateOnes(samples, micros) > longOnes ? StampMoment.START : StampMoment.END;
            momentReason = longOnes < PROOFS
                    ? "not known: of the first lines, " + longOnes + " take over a second, so it matters little"
                    : String.format(
                            Locale.ROOT,
                            "%d of %d requests over a second are stamped that much before the lines around them",
                            lateOnes(samples, micros),
                            longOnes);
        }
        return new LogMeaning(
                format, unit, unitReason, !known && doubtful(samples, unit), moment, momentReason, resolution(samples));
    }

    private static long resolution(List<FirstLine> samples) {
        if (samples.stream().allMatch(sample -> sample.stamp % SECOND == 0)) return 1_000_000;
        return samples.stream().allMatch(sample -> sample.stamp % 1_000 == 0) ? 1_000 : 1;
    }

    private static TimeUnit inferred(List<FirstLine> samples) {
        if (samples.stream().anyMatch(sample -> sample.duration % 1 != 0)) return TimeUnit.SECONDS;
        if (shareUnder(samples, SHORT) >= SOME) return TimeUnit.MILLISECONDS;
        for (TimeUnit unit : List.of(TimeUnit.MILLISECONDS, TimeUnit.MICROSECONDS))
            if (lagProves(samples, unit)) return unit;
        return shareUnder(samples, TEN_SECONDS_OF_MILLIS) < 0.5 ? TimeUnit.MICROSECONDS : TimeUnit.MILLISECONDS;
    }

    /** As starts, the stamps of long requests lag behind the others by the duration in the right unit only. */
    private static boolean lagProves(List<FirstLine> samples, TimeUnit unit) {
        double micros = unit.toNanos(1) / 1e3;
        int longOnes = longOnes(samples, micros);
        return longOnes >= PROOFS && 2 * lateOnes(samples, micros) > longOnes;
    }

    private static boolean doubtful(List<FirstLine> samples, TimeUnit unit) {
        return unit != TimeUnit.SECONDS && shareUnder(samples, SHORT) < SOME && !lagProves(samples, unit);
    }

    private static String reason(List<FirstLine> samples, TimeUnit unit) {
        if (unit == TimeUnit.SECONDS) return "the values have a fraction";
        if (shareUnder(samples, SHORT) >= SOME)
            return String.format(
                    Locale.ROOT,
                    "%.0f%% of the first values are below %d, and no request takes less than %d µs",
                    100 * shareUnder(samples, SHORT),
                    SHORT,
                    SHORT);
        if (lagProves(samples, unit)) return "in this unit the times of long requests lag by their durations";
        return "the size of the values suggests it, and nothing proves it: -DdurationUnit= or -DlogFormat=tomcat-9 (or jetty,"
                + " apache) makes it sure";
    }

    private static double shareUnder(List<FirstLine> samples, double limit) {
        return (double) samples.stream()
                        .filter(sample -> sample.duration < limit)
                        .count()
                / samples.size();
    }

    private static int longOnes(List<FirstLine> samples, double microsOfUnit) {
        return (int) samples.stream()
                .filter(sample -> sample.duration * microsOfUnit > LONG)
                .count();
    }

    /** How many of the requests over a second have a stamp that is at least half their duration before the latest one so far. */
    private static int lateOnes(List<FirstLine> samples, double microsOfUnit) {
        double latest = 0;
        int late = 0;
        for (FirstLine sample : samples) {
            double duration = sample.duration * microsOfUnit;
            latest = Math.max(latest, sample.stamp);
            if (duration > LONG && latest - sample.stamp >= duration / 2) late++;
        }
        return late;
    }

    /** What the log was read as, in sentences for the user. It may contain text of the log. */
    String words() {
        return "Read as " + format.words() + ". The duration is in "
                + unit.name().toLowerCase(Locale.ROOT)
                + (unitDoubtful ? ", which is doubtful (" : " (") + unitReason + "). The time is the "
                + (moment == StampMoment.START ? "start" : "end") + " of the request (" + momentReason + ")."
                + (resolutionMicros == 1_000_000
                        ? " It is to a second, so each request is put at a random moment of its second."
                        : "");
    }
}
