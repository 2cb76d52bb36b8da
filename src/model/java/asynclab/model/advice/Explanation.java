package asynclab.model.advice;

import static asynclab.model.advice.PublishedRun.text;

import asynclab.model.Budget;
import asynclab.model.Simulation;
import asynclab.model.Stages;
import asynclab.model.Station;
import asynclab.model.Workload;
import asynclab.model.advice.PoolSearch.UnknownPool;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The inverse of a prediction: it searches the value of one unknown at which the model gives the published figures. The unknown is a
 * number of threads, a number of connections, a processor time, or the think time. The others are given, or have no limit. The model
 * has no other parameter that the search may change. Several unknowns may explain the same figures. Immutable.
 *
 * @param outcome the conclusion
 * @param unknown "threads" (or workers: the figures cannot tell them apart), "connections", "processingMicros" or "thinkMs"
 * @param values the values that fit, or null if there is no conclusion
 * @param figures each published figure beside the model's at the best fit
 * @param thinkRanges for an unknown think time, how well ranges with the same mean fit; else empty
 * @param verdict one or a few sentences for a person
 */
public record Explanation(
        FitOutcome outcome,
        String unknown,
        FittingValues values,
        List<ComparedFigure> figures,
        List<ThinkRange> thinkRanges,
        String verdict) {

    /** The tolerance that a caller uses if it has no other, in per cent. */
    public static final double USUAL_TOLERANCE_PERCENT = 3;

    private static final double MICROS_PER_MILLI = 1_000;

    /** What the figures say about the unknown. */
    public enum FitOutcome {
        FOUND, // the best value, and an interval round it
        AT_LEAST, // this value or any larger one: the server does not limit the run
        RAMP_LIMITED, // nothing: the load plan's ramp limits the run
        NOTHING_FITS // nothing: no value gives such figures
    }

    /**
     * @param best the best fit
     * @param from the smallest value within the tolerance; if the best fit is worse than the tolerance, the smallest that fits as well
     * @param to the largest such value; null if every larger value, or no limit at all, gives the same figures
     * @param deviationPercent the mean deviation of the fitted figures at the best fit
     */
    public record FittingValues(int best, int from, Integer to, double deviationPercent) {}

    /**
     * A published figure and the model's. A run that takes no time has no throughput.
     *
     * @param predicted null if the model has none
     * @param deviationPercent null if the model has none
     * @param fitted whether the search used it; percentiles and maximum are not used if throughput or mean is given
     */
    public record ComparedFigure(
            String name, double published, Double predicted, Double deviationPercent, boolean fitted) {}

    /** A uniform think time from a range. */
    public record ThinkRange(long minMs, long maxMs, double deviationPercent) {}

    /**
     * Finds the number of threads, from 1 to the number of users.
     *
     * @param servers the station with a number of threads, for the queue discipline
     * @throws Budget.Exceeded if the search exceeds the budget
     */
    public static Explanation ofThreads(
            Workload workload,
            IntFunction<Station> servers,
            Published published,
            double tolerancePercent,
            Budget budget) {
        var pool = new UnknownPool(
                "threads",
                "threads or workers",
                "thread or worker",
                size -> Stages.of(size == Simulation.UNLIMITED ? Station.unlimited() : servers.apply(size)));
        return new PoolSearch(new PublishedRun(workload, published, tolerancePercent, budget), pool).explanation();
    }

    /**
     * Finds the number of connections of a pool, from 1 to the number of users.
     *
     * @param threads the request threads, kept to the end of a request
     * @param share of the hold time for which a request holds a connection, above 0
     * @throws Budget.Exceeded if the search exceeds the budget
     */
    public static Explanation ofConnections(
            Workload workload,
            Station threads,
            double share,
            Published published,
            double tolerancePercent,
            Budget budget) {
        String percent = InWords.percent(100 * share);
        var pool = new UnknownPool(
                "connections",
                text("connections, each held for %s of the hold time", percent),
                text("connection, held for %s of the hold time", percent),
                size -> ServerSizes.of(threads, 0, Station.connections(size, 0))
                        .withShare(share)
                        .blocking());
        return new PoolSearch(new PublishedRun(workload, published, tolerancePercent, budget), pool).explanation();
    }

    /**
     * Finds the processor time of a request, before its hold time.
     *
     * @param threads the request threads, kept to the end of a request
     * @param processors which all requests share
     * @throws Budget.Exceeded if the search exceeds the budget
     */
    public static Explanation ofProcessing(
            Workload workload,
            Station threads,
            int processors,
            Published published,
            double tolerancePercent,
            Budget budget) {
        return new ProcessingSearch(
                        new PublishedRun(workload, published, tolerancePercent, budget), threads, processors)
                .explanation();
    }

    /**
     * Finds the mean think time. The think time of the workload itself is ignored.
     *
     * @param station the threads
     * @throws Budget.Exceeded if the search exceeds the budget
     */
    public static Explanation ofThink(
            Workload workload, Station station, Published published, double tolerancePercent, Budget budget) {
        return new ThinkTimeSearch(new PublishedRun(workload, published, tolerancePercent, budget), Stages.of(station))
                .explanation();
    }

    /**
     * What several explanations of the same figures say together. It chooses none of those that fit.
     *
     * @param asked the explanation by the unknown that was asked for
     * @param others those by other unknowns
     */
    public static String verdict(Explanation asked, List<Explanation> others) {
        List<Explanation> all = Stream.concat(Stream.of(asked), others.stream()).toList();
        List<Explanation> fitting =
                all.stream().filter(it -> it.outcome == FitOutcome.FOUND).toList();
        String each = all.stream().map(Explanation::verdict).collect(Collectors.joining(" "));
        boolean isPool = asked.unknown.equals("threads") && asked.outcome == FitOutcome.FOUND;
        if (others.isEmpty())
            return isPool
                    ? each
                            + " From outside, as many connections look the same, if each request holds one for its whole hold time. Give connectionShare= or cores= to try other explanations."
                    : each;
        String names = fitting.stream().map(Explanation::inWords).collect(Collectors.joining(", or "));
        if (fitting.isEmpty())
            return (all.stream().anyMatch(Explanation::needsNoLimit)
                            ? "The figures need none of these limits. "
                            : "None of the explanations fits. ")
                    + each;
        if (fitting.size() == 1) return text("One of %d explanations fits: %s. ", all.size(), names) + each;
        return text("%d explanations fit, and these figures cannot tell which is right: %s. ", fitting.size(), names)
                + each
                + " A known number of threads (threads=) or the percentiles may tell them apart.";
    }

    /** Whether the run without the unknown limit gives the figures. It is the same run for each unknown. */
    private boolean needsNoLimit() {
        return outcome == FitOutcome.AT_LEAST || outcome == FitOutcome.RAMP_LIMITED;
    }

    private String inWords() {
        return switch (unknown) {
            case "processingMicros" -> text("%.2f ms of processor time", values.best / MICROS_PER_MILLI);
            case "threads" -> values.best == 1 ? "1 thread or worker" : text("%,d threads or workers", values.best);
            default -> values.best == 1 ? "1 connection" : text("%,d connections", values.best);
        };
    }

    /** The best fit, or null if there is no conclusion. */
    public Integer value() {
        return values == null ? null : values.best;
    }

    /** The smallest value that fits, or null if there is no conclusion. */
    public Integer from() {
        return values == null ? null : values.from;
    }

    /** The largest value that fits, or null if there is none or no conclusion. */
    public Integer to() {
        return values == null ? null : values.to;
    }

    /** The mean deviation at the best fit, or null if there is no conclusion. */
    public Double deviationPercent() {
        return values == null ? null : values.deviationPercent;
    }
}
