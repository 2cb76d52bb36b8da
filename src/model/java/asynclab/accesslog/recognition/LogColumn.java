package asynclab.accesslog.recognition;

import asynclab.accesslog.format.DurationUnit;
import asynclab.accesslog.format.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The values that one column or field has in the first lines, and what their behaviour says: the duration of a request varies, also for one path,
 * and does not count requests. The size of a response often depends on its path alone. Immutable.
 */
final class LogColumn {

    private static final double NEARLY_ALL = 0.9;
    private static final int FEWEST_PAIRS = 5;
    private static final int FEWEST_ROWS = 20;
    private static final double TREND = 0.98;
    private static final int MANY_ROWS = 100;
    private static final double FISHER = 4; // by chance in under 5 % of logs
    private static final double FINE = 1_000; // seconds have three decimals
    private static final Pattern NUMBERS = Pattern.compile("\\?\\S*|(?<!\\w)[a-zA-Z_]*+\\d\\w*");
    private static final double SMALL = 60;
    private static final double LARGE = 60; // smaller values are equal by chance
    private static final double MANY = 0.7; // some collectors drop a zero at the end
    private static final double MORE_OFTEN = 0.2;
    private static final double FEW_BYTES = 50;
    private static final double PART = 1.05;
    private static final double LONG_SECONDS = 2;
    private static final double MILLISECOND = 1_000; // microseconds

    private final List<String> texts;
    private final double[] values; // NaN where a text is no number

    /** @param texts in the order of the lines; empty where a line has none */
    LogColumn(List<String> texts) {
        this.texts = texts;
        values = texts.stream().mapToDouble(LogColumn::number).toArray();
    }

    private static double number(String text) {
        return Tokens.isWithUnit(text) ? Numbers.withUnit(text, 0, text.length()) : Tokens.number(text);
    }

    /** The first text that is not empty; empty if there is none. */
    String first() {
        return texts.stream().filter(text -> !text.isEmpty()).findFirst().orElse("");
    }

    /** The length of the longest text. */
    int length() {
        return texts.stream().mapToInt(String::length).max().orElse(0);
    }

    /** Which share of the texts is like this. A dash is no value. */
    double share(Predicate<String> like) {
        return texts.stream().filter(LogColumn::isValue).filter(like).count() / Math.max(1.0, count());
    }

    /** How many lines have a value. */
    long count() {
        return texts.stream().filter(LogColumn::isValue).count();
    }

    private static boolean isValue(String text) {
        return !text.isEmpty() && !text.equals("-");
    }

    /** Whether the values are written as nginx writes durations: seconds with three decimals. */
    boolean isOfNginx() {
        return share(Tokens::isOfNginx) >= MANY;
    }

    /** Whether the requests are slow, if the values are seconds. */
    boolean isLongForSeconds() {
        return median() >= LONG_SECONDS;
    }

    /** Whether half of the values are below a millisecond, if they are microseconds. */
    boolean isShortForMicros() {
        return median() < MILLISECOND && !isOfWholeMillis();
    }

    /** Thousands of microseconds, as Jetty 9.4 writes them. */
    private boolean isOfWholeMillis() {
        return Arrays.stream(known()).allMatch(value -> value % MILLISECOND == 0);
    }

    double max() {
        return Arrays.stream(known()).max().orElse(0);
    }

    private double median() {
        double[] known = known();
        Arrays.sort(known);
        return known.length == 0 ? 0 : known[known.length / 2];
    }

    /** Whether all texts are a dash. */
    boolean isDash() {
        return texts.stream().allMatch("-"::equals);
    }

    /** The unit that all values have, as a word that is a part of the format; each its own if they differ. */
    DurationUnit unit() {
        var units = new HashSet<String>();
        for (String value : texts) {
            String unit = value.replaceAll("[\\d., ]+", " ").strip();
            if (!value.equals("-")) units.add(unit);
        }
        DurationUnit one =
                units.size() == 1 ? DurationUnit.named(units.iterator().next()) : null;
        return one == null || Tokens.haveThousands(texts) ? DurationUnit.IN_THE_VALUE : one;
    }

    /** The most digits that a time has after its second. */
    int digits() {
        return texts.stream().mapToInt(LogColumn::digits).max().orElse(0);
    }

    private static int digits(String time) {
        int dot = Math.max(time.lastIndexOf('.'), time.lastIndexOf(','));
        if (dot < 0) return time.length() >= 13 && Tokens.isNumber(time) ? 3 : 0;
        int end = dot + 1;
        while (end < time.length() && Character.isDigit(time.charAt(end))) end++;
        return end - dot - 1;
    }

    /** The same large number in all lines, as a port is. A small one may be the duration of quick requests. */
    boolean isConstant() {
        double[] known = known();
        return known.length >= 3 && known[0] > SMALL && Arrays.stream(known).allMatch(value -> value == known[0]);
    }

    /** The same second or more in many lines, of values with a unit, as a timeout is. */
    boolean isTimeout() {
        return values.length >= FEWEST_ROWS && isConstant() && max() >= 1_000 * MILLISECOND;
    }

    /** It grows with the lines, as a count of requests does. A line is written at the end, so the order may be a little off. */
    boolean isCounter() {
        double[] known = known();
        int grows = 0;
        for (int i = 1; i < known.length; i++) if (known[i] > known[i - 1]) grows++;
        boolean always = known.length >= 5 && grows >= NEARLY_ALL * (known.length - 1);
        return always || known.length >= FEWEST_ROWS && correlationWithOrder(known) > TREND;
    }

    private static double correlationWithOrder(double[] known) {
        double meanAt = (known.length - 1) / 2.0;
        double mean = Arrays.stream(known).average().orElse(0);
        double both = 0;
        double at = 0;
        double value = 0;
        for (int i = 0; i < known.length; i++) {
            both += (i - meanAt) * (known[i] - mean);
            at += (i - meanAt) * (i - meanAt);
            value += (known[i] - mean) * (known[i] - mean);
        }
        return value == 0 ? 0 : both / Math.sqrt(at * value);
    }

    /** The share of values above 0 and below a limit. */
    double shareBelow(double limit) {
        double[] known = known();
        return Arrays.stream(known).filter(it -> it > 0 && it < limit).count() / Math.max(1.0, known.length);
    }

    /** A few large numbers come again and again, as the ids of processes do. */
    boolean isId() {
        double[] known = known();
        var different = new HashSet<Double>();
        for (double value : known) different.add(value);
        return known.length >= 10 * FEWEST_ROWS
                && different.size() <= 20
                && Arrays.stream(known).min().orElse(0) >= 1_000;
    }

    /**
     * Equal for equal requests, as the size of a response is.
     *
     * @param requests what was asked for, in the order of the lines
     */
    boolean dependsOnPath(List<String> requests) {
        return shareOfEqual(requests) >= 0.98;
    }

    /** The share of large values that are those of the equal request before; NaN if they are few. */
    private double shareOfEqual(List<String> requests) {
        var last = new HashMap<String, Double>();
        int pairs = 0;
        int equal = 0;
        for (int i = 0; i < values.length; i++) {
            if (!(values[i] >= 0)) continue;
            Double before = last.put(requests.get(i), values[i]);
            if (before == null || Math.max(before, values[i]) < LARGE) continue;
            pairs++;
            if (before == values[i]) equal++;
        }
        return pairs >= FEWEST_PAIRS ? (double) equal / pairs : Double.NaN;
    }

    /**
     * Whether this column is the size of the response rather than one that has a size's place. It is more often equal for equal requests, or
     * it is 0 and never a few bytes.
     *
     * @param requests what was asked for, in the order of the lines
     */
    boolean isSizeRatherThan(LogColumn other, List<String> requests) {
        if (shareOfEqual(requests) >= other.shareOfEqual(requests) + MORE_OFTEN) return true;
        if (Arrays.stream(other.values).anyMatch(value -> !(value > 0))) return false; // a dash or 0, as sizes have
        long empty = Arrays.stream(values).filter(value -> value == 0).count();
        return empty >= FEWEST_PAIRS && shareBelow(FEW_BYTES) == 0 && !isOfWholeMillis();
    }

    /**
     * Why the column may be something else than the duration of a request.
     *
     * @param requests what was asked for, in the order of the lines
     */
    List<String> doubts(List<String> requests) {
        var doubts = new ArrayList<String>();
        if (!differsByPath(requests))
            doubts.add(
                    "The values that are taken as the duration do not depend on the path: they may be another number.");
        if (isNarrow())
            doubts.add("The values that are taken as the duration lie close together, so they may be something else.");
        return doubts;
    }

    /** The values lie close together, as the lengths of requests and the ports of clients do. */
    private boolean isNarrow() {
        double[] known = known();
        Arrays.sort(known);
        return known.length >= FEWEST_ROWS && known[0] >= 50 && known[known.length - 1] < 3 * known[known.length / 2];
    }

    /**
     * Whether this column contains the time of the other one, perhaps in a finer unit: it is never less, and close to it in most lines.
     *
     * @param factor how many of its units the other's unit has: 1, 1,000 or 1,000,000
     */
    private boolean isWholeOf(LogColumn other, double factor) {
        int close = 0;
        int all = 0;
        double tolerance = other.hasFractions() ? 0.0011 : 1;
        for (int i = 0; i < values.length; i++) {
            double part = other.values[i];
            if (!(part >= 0)) continue;
            double whole = values[i] / factor;
            if (!(whole >= part - tolerance)) return false;
            all++;
            if (whole <= 1.2 * part + 2 * tolerance) close++;
        }
        boolean large = factor == 1 || Arrays.stream(known()).max().orElse(0) >= factor / 2;
        return all > 0 && large && close >= 0.7 * all;
    }

    /**
     * Whether the durations of one path vary less than those of different paths, by an analysis of variance of their logarithms; true if
     * there are too few lines or paths to say so.
     *
     * @param requests what was asked for, in the order of the lines; numbers in a path are left out
     */
    private boolean differsByPath(List<String> requests) {
        var byPath = new HashMap<String, DoubleSummaryStatistics>();
        var all = new DoubleSummaryStatistics();
        double squares = 0;
        for (int i = 0; i < values.length; i++) {
            if (!(values[i] >= 0)) continue;
            double log = Math.log1p(FINE * values[i]);
            all.accept(log);
            squares += log * log;
            byPath.computeIfAbsent(
                            NUMBERS.matcher(requests.get(i)).replaceAll(""), path -> new DoubleSummaryStatistics())
                    .accept(log);
        }
        double mean = all.getAverage();
        double between = byPath.values().stream()
                .mapToDouble(path -> path.getCount() * Math.pow(path.getAverage() - mean, 2))
                .sum();
        double within = squares - all.getCount() * mean * mean - between;
        int paths = byPath.size();
        if (paths < 2 || all.getCount() < Math.max(MANY_ROWS, 5 * paths)) return true;
        return between / (paths - 1) > FISHER * within / (all.getCount() - paths);
    }

    /** The factor between the units of two columns that are one time; 0 if they are not. It is over 1 if this one is the finer. */
    double finerThan(LogColumn other) {
        for (double factor : new double[] {1e6, 1e3, 1}) if (isWholeOf(other, factor)) return factor;
        return 0;
    }

    /** Whether the other is a part of this time and not all of it: less by more than a rounding, or missing in many lines. */
    boolean isLongerThan(LogColumn other) {
        double whole = 0;
        double part = 0;
        int both = 0;
        for (int i = 0; i < values.length; i++) {
            if (!(values[i] >= 0) || !(other.values[i] >= 0)) continue;
            whole += values[i];
            part += other.values[i];
            both++;
        }
        return finerThan(other) == 1 && (whole > PART * part || known().length > PART * both);
    }

    /** Of columns that contain one another: the one in the finest unit; of several, the one with the largest sum. */
    static LogColumn longest(List<LogColumn> columns) {
        LogColumn best = columns.get(0);
        for (LogColumn column : columns.subList(1, columns.size())) {
            double factor = column == best ? 0 : column.finerThan(best);
            if (factor > 1 || factor == 1 && column.sum() > best.sum()) best = column;
        }
        return best;
    }

    /** Whether each of these is the same time, or a part of it. */
    boolean isWholeOf(List<LogColumn> columns) {
        return columns.stream().allMatch(column -> column == this || finerThan(column) > 0);
    }

    /**
     * Whether a request waited for longer than this, so that this does not contain the waiting: HAProxy's Tr does not contain its Tw.
     *
     * @param unit of these values; null if nobody knows it
     * @param unitOfWait of the others; if both are unknown, they are the same
     */
    boolean isWithout(LogColumn wait, DurationUnit unit, DurationUnit unitOfWait) {
        if ((unit == null) != (unitOfWait == null)) return false;
        double rounded = unit != null ? MILLISECOND : wait.hasFractions() ? 0.0011 : 1;
        for (int i = 0; i < values.length; i++) if (wait.value(i, unitOfWait) > value(i, unit) + rounded) return true;
        return false;
    }

    /**
     * Whether much of this time is outside that of a server, and the server's is not written as nginx writes it.
     *
     * @param unit of these values; null if nobody knows it. If only one unit is known, both are the same
     */
    boolean mayHaveBodiesAfter(LogColumn server, DurationUnit unit, DurationUnit unitOfServer) {
        boolean known = unit != null && unitOfServer != null;
        double whole = 0;
        double part = 0;
        for (int i = 0; i < values.length; i++) {
            if (!(values[i] >= 0) || !(server.values[i] >= 0)) continue;
            whole += value(i, known ? unit : null);
            part += server.value(i, known ? unitOfServer : null);
        }
        return whole > PART * part && !server.isOfNginx();
    }

    /** In microseconds if the unit is known, else as it is written. */
    private double value(int line, DurationUnit unit) {
        return unit == null || Tokens.isWithUnit(texts.get(line)) ? values[line] : values[line] * unit.micros();
    }

    double sum() {
        return Arrays.stream(known()).sum();
    }

    boolean hasFractions() {
        return Arrays.stream(known()).anyMatch(value -> value % 1 != 0);
    }

    /** Some values are written with a fraction and some without: they are of several formats. {@code 0.000} has a fraction. */
    boolean isMixed() {
        double share = share(text -> text.indexOf('.') >= 0);
        return share > 0.1 && share < 0.9 && known().length >= 5;
    }

    private double[] known() {
        return Arrays.stream(values).filter(value -> value >= 0).toArray();
    }
}
