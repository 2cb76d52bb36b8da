package asynclab.traffic;

import static asynclab.traffic.Verdict.text;

/**
 * The largest traffic at which the p99 of the waiting is at most {@link Question#maxWaitMillis}, to 2 %. Immutable.
 *
 * @param loadFactor a multiple of the log's traffic; 0 if not even {@link #LEAST} is held, and less was not tried
 * @param orMore whether this is ten times the traffic, and more was not tried
 * @param least the least of twenty copies of the traffic, which differ in their seed; null if they were not computed
 * @param most the most of them
 */
public record Lasts(double loadFactor, boolean orMore, Double least, Double most) {

    /** The least traffic that is tried. */
    static final double LEAST = 0.05;

    static Lasts of(double loadFactor) {
        return new Lasts(loadFactor, false, null);
    }

    static Lasts orMore(double loadFactor) {
        return new Lasts(loadFactor, true, null);
    }

    private Lasts(double loadFactor, boolean orMore, Double noCopies) {
        this(loadFactor, orMore, noCopies, noCopies);
    }

    /** The same with its range. */
    Lasts overCopies(double fewest, double highest) {
        return new Lasts(loadFactor, orMore, fewest, highest);
    }

    /**
     * Such as "1.3 times (1.2 to 1.4 over twenty copies)".
     *
     * @param assumption the condition under which every traffic that was tried is held
     */
    String words(String assumption) {
        if (!orMore)
            return factor(loadFactor) + " times" + (least == null ? "" : " (" + range() + " over twenty copies)");
        String copies =
                least == null || least >= loadFactor ? "" : " (" + factor(least) + " in the least of twenty copies)";
        return text("more than %.0f times%s, %s", loadFactor, copies, assumption);
    }

    /** The words of a limit that is simulated without the others. */
    public String alone() {
        return words("if nothing else limits");
    }

    /** The words of two ends: one figure if they are the same. */
    static String words(Lasts shortest, Lasts longest, String assumption) {
        if (shortest.equals(longest)) return shortest.words(assumption);
        String from = factor(shortest.loadFactor) + shortest.inBrackets() + " to ";
        if (longest.orMore) return from + longest.words(assumption);
        return from
                + factor(longest.loadFactor)
                + longest.inBrackets()
                + " times"
                + (shortest.least == null ? "" : ", over twenty copies");
    }

    private String inBrackets() {
        return least == null ? "" : " (" + range() + ")";
    }

    private String range() {
        return factor(least) + " to " + factor(most);
    }

    /** With one decimal. What one decimal rounds up to a whole number has two: 1.97 times is not 2. */
    static String factor(double times) {
        if (times == 0) return text("less than %.2f", LEAST);
        String tenths = text("%.1f", times);
        boolean isRoundedUp = tenths.endsWith(".0") && Double.parseDouble(tenths) > times;
        return times < 1 || isRoundedUp ? text("%.2f", times) : tenths;
    }
}
