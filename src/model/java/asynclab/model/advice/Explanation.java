package asynclab.model.advice;

import asynclab.model.Budget;
import asynclab.model.Station;
import asynclab.model.Workload;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The inverse of a prediction: it searches the number of threads, or the think time, at which the model gives the published
 * figures. One of the two is unknown, the other is given. The model has no other parameter that the search may change.
 * Immutable.
 *
 * @param outcome the conclusion
 * @param unknown "threads" (or workers: the figures cannot tell them apart) or "thinkMs"
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
        return new ThreadsSearch(new PublishedRun(workload, servers, published, tolerancePercent, budget))
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
        return new ThinkTimeSearch(
                        new PublishedRun(workload, any -> station, published, tolerancePercent, budget),
                        station.threads())
                .explanation();
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
