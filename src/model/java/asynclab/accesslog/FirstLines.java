package asynclab.accesslog;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The times and durations of the first lines, as the log has them. Immutable.
 *
 * @param numberOf the factor from a duration to the number in the log
 */
record FirstLines(List<Timed> lines, double numberOf) {

    /** The fewest long requests whose lag is a proof. */
    static final int PROOFS = 3;

    private static final double SECOND = 1_000_000;
    private static final double MILLISECOND = 1_000;
    private static final double DISORDER = 2 * SECOND; // of ends, if stamps and durations are whole seconds

    /** @param duration in microseconds, or in the unit of the log if that is unknown */
    record Timed(double stamp, double duration) {}

    /** These lines in the order in which the server wrote them. A store of logs gives the newest first. */
    static List<Timed> asWritten(List<Timed> lines) {
        double ascends = 0;
        for (int i = 1; i < lines.size(); i++) ascends += Math.signum(lines.get(i).stamp - lines.get(i - 1).stamp);
        boolean newestFirst = ascends < 0 && lines.get(0).stamp > lines.get(lines.size() - 1).stamp;
        if (!newestFirst) return lines;
        var written = new ArrayList<>(lines);
        Collections.reverse(written);
        return written;
    }

    int size() {
        return lines.size();
    }

    long resolutionMicros() {
        if (lines.stream().allMatch(line -> line.stamp % SECOND == 0)) return 1_000_000;
        return lines.stream().allMatch(line -> line.stamp % 1_000 == 0) ? 1_000 : 1;
    }

    boolean isWhole() {
        return lines.stream().allMatch(line -> Math.abs(number(line) - Math.rint(number(line))) < 1e-9);
    }

    /** Whether no number has a digit behind that of the step, such as 0.001. */
    boolean isMultipleOf(double step) {
        return lines.stream()
                .mapToDouble(line -> number(line) / step)
                .allMatch(steps -> Math.abs(steps - Math.rint(steps)) < 1e-6);
    }

    /** Whether each number is 0 or at least a millisecond, as a clock that ticks in milliseconds gives them. */
    boolean isCoarse(double microsOfUnit) {
        return max() > 0
                && lines.stream()
                        .mapToDouble(line -> number(line) * microsOfUnit)
                        .allMatch(micros -> micros == 0 || micros > MILLISECOND - 1e-3);
    }

    private double number(Timed line) {
        return line.duration * numberOf;
    }

    /** The share of the numbers below a limit. */
    double shareUnder(double limit) {
        return (double) lines.stream().filter(line -> number(line) < limit).count() / lines.size();
    }

    double max() {
        return lines.stream().mapToDouble(this::number).max().orElse(0);
    }

    double median() {
        return lines.stream()
                .mapToDouble(this::number)
                .sorted()
                .skip(lines.size() / 2)
                .findFirst()
                .orElse(0);
    }

    /** Requests in flight on average, if the numbers are in this unit. */
    double inFlight(double microsOfUnit) {
        double first = lines.stream().mapToDouble(Timed::stamp).min().orElse(0);
        double last = lines.stream().mapToDouble(Timed::stamp).max().orElse(0);
        double sum = lines.stream().mapToDouble(this::number).sum();
        return sum * microsOfUnit / Math.max(SECOND, last - first);
    }

    /**
     * Whether most of the requests over a second have a stamp at least half their duration before the latest one so far. In the right unit,
     * stamps that are starts do. Stamps that are ends do not, if the lines are in the order of writing.
     */
    boolean lagProves(double microsOfUnit) {
        int longOnes = longOnes(microsOfUnit);
        return longOnes >= PROOFS && 2 * lateOnes(microsOfUnit) > longOnes;
    }

    int longOnes(double microsOfUnit) {
        return (int) lines.stream()
                .filter(line -> number(line) * microsOfUnit > SECOND)
                .count();
    }

    /**
     * How many of the requests over a second have a stamp that is half their duration to twice their duration before the latest one so far.
     * A larger lag has another reason, such as a second log behind the first. So has one whose end is not in the order of the lines.
     */
    int lateOnes(double microsOfUnit) {
        double latest = 0;
        double latestEnd = 0;
        int late = 0;
        for (Timed line : lines) {
            double duration = number(line) * microsOfUnit;
            latest = Math.max(latest, line.stamp);
            double lag = latest - line.stamp;
            boolean inOrder = line.stamp + duration >= latestEnd - DISORDER;
            latestEnd = Math.max(latestEnd, line.stamp + duration);
            if (inOrder && duration > SECOND && lag >= duration / 2 && lag <= 2 * duration + SECOND) late++;
        }
        return late;
    }
}
