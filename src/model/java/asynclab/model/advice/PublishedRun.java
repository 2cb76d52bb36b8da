package asynclab.model.advice;

import asynclab.model.Budget;
import asynclab.model.Draws;
import asynclab.model.Occupancy;
import asynclab.model.Stages;
import asynclab.model.Workload;
import asynclab.model.advice.Explanation.ComparedFigure;
import asynclab.model.advice.Explanation.FitOutcome;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A run whose figures were published, and the comparison of the model with it.
 *
 * @param tolerancePercent the deviation up to which a value fits
 */
record PublishedRun(Workload workload, Published published, double tolerancePercent, Budget budget) {

    /** A fit worse than this explains nothing. A burst of a few waves may deviate by 12 % because of its start-up (E4). */
    private static final double POOR_PERCENT = 15;

    private static final double ROUNDED = 1.02; // published figures are

    private static final int REQUESTS_FOR_SEEDS = 40_000; // each value of a search is simulated with one to five seeds
    private static final int MOST_SEEDS = 5;

    /** What the model leaves out if it does not search the processor time. */
    static final String LEFT_OUT = "connection set-up, start-up or processing";

    /** Compares the model at one value of the unknown. All values use common random numbers, so only the value differs. */
    Fit fit(int value, Workload workload, Stages stages) {
        int seeds = (int) Math.max(1, Math.min(MOST_SEEDS, REQUESTS_FOR_SEEDS / workload.mostRequests(0)));
        double[][] runs = new double[seeds][];
        for (int seed = 0; seed < seeds; seed++)
            runs[seed] = published.of(
                    workload.simulate(Draws.of(workload.hold(), seed), stages, seed, budget, Occupancy.NONE));
        return Fit.of(value, published, runs);
    }

    /** Whether even the best fit is so poor that no value explains the figures. */
    boolean isUnexplained(Fit best) {
        return percent(best.beyondSeedRange()) > POOR_PERCENT;
    }

    /** The tolerance as the logarithm of a ratio. If the best fit is worse than asked for, its deviation is the tolerance. */
    double tolerance(Fit best) {
        return Math.max(Math.log1p(tolerancePercent / 100), best.beyondSeedRange());
    }

    List<ComparedFigure> figures(Fit fit) {
        var figures = new ArrayList<ComparedFigure>();
        for (int i = 0; i < published.values().length; i++) figures.add(figure(fit.predicted()[i], i));
        return List.copyOf(figures);
    }

    private ComparedFigure figure(double predicted, int i) {
        double asked = published.values()[i];
        boolean known = Double.isFinite(predicted);
        return new ComparedFigure(
                published.names().get(i),
                asked,
                known ? (Double) predicted : null,
                known ? (Double) (100 * (predicted / asked - 1)) : null,
                i < published.fitted().length);
    }

    /** An explanation without a value of the unknown. */
    Explanation without(FitOutcome outcome, String unknown, Fit shown, String verdict) {
        return new Explanation(outcome, unknown, null, figures(shown), List.of(), verdict);
    }

    /** The verdict if the model's run has no throughput, else null. */
    static String noThroughput(Fit best) {
        return Double.isFinite(Arrays.stream(best.predicted()).max().orElseThrow())
                ? null
                : "No conclusion: the model's run takes no time, so it has no throughput. Give a hold time, a think time or a ramp.";
    }

    boolean isWithinTolerance(Fit best) {
        return percent(best.beyondSeedRange()) <= tolerancePercent;
    }

    /** The deviation of the best fit as a sentence without its end. */
    String deviation(Fit best) {
        String deviation = text(" The mean deviation is %.1f %%", percent(best.deviation()));
        if (isWithinTolerance(best)) return deviation;
        return deviation + ", more than the tolerance of "
                + BigDecimal.valueOf(tolerancePercent).stripTrailingZeros().toPlainString() + " %";
    }

    /** Whether the published run is faster than the model's, beyond the tolerance. */
    boolean isFasterThan(Fit best) {
        double faster = 0;
        for (int figure : published.fitted()) {
            double ratio = Math.log(published.values()[figure] / Math.max(Fit.SMALLEST, best.predicted()[figure]));
            faster += published.isRate(figure) ? ratio : -ratio;
        }
        return faster > 0 && !isWithinTolerance(best);
    }

    /** A sentence about figures of more requests at the same time than there are users; else null. */
    String moreThanUsers() {
        Double rate = published.throughput();
        Double mean = published.given().get(Published.Statistic.MEAN);
        double inFlight = rate == null || mean == null ? 0 : rate * mean / 1_000;
        return inFlight <= ROUNDED * workload.users()
                ? null
                : text(
                        "Impossible: %s req/s × %s ms are %,.0f requests at the same time (Little's law), but there %s.",
                        InWords.rate(rate),
                        InWords.millis(mean),
                        inFlight,
                        workload.users() == 1 ? "is 1 user" : text("are %,d users", workload.users()));
    }

    /** The sentences about the deviation of the best fit. @param leftOut what the model does not include */
    String quality(Fit best, String leftOut) {
        String deviation = deviation(best);
        if (isWithinTolerance(best)) return deviation + ".";
        boolean endsByTime = workload.durationMillis() != Workload.UNLIMITED; // then not all loops may be sent
        if (published.throughput() == null || endsByTime) return deviation + ".";
        double requests = workload.users() * (double) workload.loops();
        double longerMillis = 1_000 * (requests / published.throughput() - requests / best.predicted()[0]);
        return deviation
                + text(
                        ". The published run took %,.0f ms %s than the model's, which includes no %s.",
                        Math.abs(longerMillis), longerMillis > 0 ? "longer" : "shorter", leftOut);
    }

    /** A sentence about the figures that depend on the order of service and deviate; empty if none deviates. */
    static String notInOrder(List<ComparedFigure> figures) {
        String deviations = figures.stream()
                .filter(figure -> !figure.fitted()
                        && figure.predicted() != null
                        && Math.abs(figure.deviationPercent()) > POOR_PERCENT)
                .map(figure -> text("%s by %+.0f %%", figure.name(), figure.deviationPercent()))
                .collect(Collectors.joining(", "));
        return deviations.isEmpty()
                ? ""
                : " But the model deviates in " + deviations
                        + ". Either requests were served in another order, or something else of the same capacity limits the run.";
    }

    /** The logarithm of a ratio as a deviation in per cent. */
    static double percent(double deviation) {
        return 100 * Math.expm1(deviation);
    }

    static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
