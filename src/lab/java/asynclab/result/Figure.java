package asynclab.result;

import asynclab.result.figures.Estimate;
import asynclab.result.figures.Measured;
import asynclab.result.figures.PercentileInterval;
import asynclab.result.figures.Predicted;
import asynclab.result.figures.ResponseTimes;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** A figure of a result: its title, and its published, predicted and measured value. */
public enum Figure {
    THROUGHPUT("req/s", "throughput", Predicted::throughput, Measured::throughput),
    STEADY_THROUGHPUT(
            "req/s, all users at work", "steadyThroughput", Predicted::steadyThroughput, Measured::steadyThroughput),
    GOODPUT("goodput req/s", "goodput", Predicted::goodput, Measured::goodput),
    REQUESTS("requests", "requests", Predicted::requests, Measured::samples),
    FAILED("failed", "failed", Predicted::failed, Measured::errors),
    MEAN("mean ms", "meanMs", ResponseTimes::meanMs),
    SD("sd ms", "sdMs", ResponseTimes::sdMs),
    P50("p50 ms", "p50Ms", ResponseTimes::p50Ms),
    P75("p75 ms", "p75Ms", ResponseTimes::p75Ms),
    P95("p95 ms", "p95Ms", ResponseTimes::p95Ms),
    P99("p99 ms", "p99Ms", ResponseTimes::p99Ms),
    MAX("max ms", "maxMs", ResponseTimes::maxMs),
    GOOD_MEAN("mean ms of those that succeeded", "goodMeanMs", ResponseTimes::goodMeanMs),
    GOOD_P95("p95 ms of those that succeeded", "goodP95Ms", ResponseTimes::goodP95Ms),
    EACH("each ms", "eachMs", ResponseTimes::eachMs),
    JVM_THREADS("threads in the JVM", "jvmThreads", predicted -> null, measured -> null);

    private static final List<Figure> ALWAYS = List.of(THROUGHPUT, REQUESTS, FAILED, MEAN, P50, P95, P99, MAX);

    private final String title;
    private final String published;
    private final Function<Predicted, Object> predicted;
    private final Function<Measured, Object> measured;

    /** @param published the name of the published figure */
    Figure(String title, String published, Function<Predicted, Object> predicted, Function<Measured, Object> measured) {
        this.title = title;
        this.published = published;
        this.predicted = predicted;
        this.measured = measured;
    }

    Figure(String title, String published, Function<ResponseTimes, Object> time) {
        this(title, published, predicted -> time.apply(predicted.times()), measured -> time.apply(measured.times()));
    }

    public String title() {
        return title;
    }

    public String published(ArmResult arm) {
        return text(ofPost(arm));
    }

    public String predicted(ArmResult arm) {
        return text(predicted.apply(arm.predicted()));
    }

    /**
     * Mean and 95 % interval over the runs, or the mean alone if all runs have the same figure. Of a single run the figure alone, and of a percentile with its interval within the run, as in
     * {@code 2747 (2731 to 2760)}.
     */
    public String measured(ArmResult arm) {
        Estimate estimate = estimate(arm);
        if (estimate == null) return text(ofRun(arm.runs().get(0)));
        if (estimate.runs() > 1) return estimate.half() == 0 ? text(estimate.mean()) : estimate.toString();
        PercentileInterval within = within(arm.runs().get(0));
        return text(estimate.mean())
                + (within == null ? "" : " (" + text(within.low()) + " to " + text(within.high()) + ")");
    }

    /** The mean over the runs with its interval; null if no run has the figure, or if it is not a number. */
    public Estimate estimate(ArmResult arm) {
        double[] figures = arm.runs().stream()
                .map(this::ofRun)
                .filter(Number.class::isInstance)
                .mapToDouble(figure -> ((Number) figure).doubleValue())
                .toArray();
        return figures.length == 0 ? null : Estimate.of(figures);
    }

    /** The interval of a percentile within a run; null for another figure, or if it was not recorded. */
    private PercentileInterval within(ArmResult.Run run) {
        var intervals = run.measured().percentileIntervals();
        return intervals == null ? null : intervals.get(published);
    }

    /**
     * Where a percentile is on a step of the distribution, in the first run in which it is: the interval within that run spans a gap
     * ({@link PercentileInterval#onStep}). Null if it is on no step.
     */
    public PercentileInterval step(ArmResult arm) {
        return arm.runs().stream()
                .map(this::within)
                .filter(within -> within != null && within.onStep())
                .findFirst()
                .orElse(null);
    }

    private Object ofPost(ArmResult arm) {
        if (this != EACH) return arm.published().figure(published);
        return arm.published().eachMs().isEmpty() ? null : arm.published().eachMs();
    }

    private Object ofRun(ArmResult.Run run) {
        if (this == JVM_THREADS)
            return run.server() == null ? null : run.server().peakThreads();
        return measured.apply(run.measured());
    }

    public boolean isPublished(ArmResult arm) {
        return ofPost(arm) != null;
    }

    /** Whether a report shows it. Most figures are shown only if the post has them, or if they add something. */
    public boolean isShown(ArmResult arm) {
        return ALWAYS.contains(this)
                || isPublished(arm)
                || switch (this) {
                    case STEADY_THROUGHPUT -> predicted.apply(arm.predicted()) != null && estimate(arm) != null;
                    case GOODPUT, GOOD_MEAN, GOOD_P95 -> arm.predicted().failed()
                                    + arm.measured().errors()
                            > 0;
                    case EACH -> ofRun(arm.runs().get(0)) != null;
                    default -> false;
                };
    }

    /** The deviation of the measured figure from the predicted one, as a share of it; null if one is missing, or on a {@link #step}. */
    public Double offPrediction(ArmResult arm) {
        return off(predicted.apply(arm.predicted()), arm);
    }

    /** The deviation of the measured figure from the published one, as a share of it; null if one is missing, or on a {@link #step}. */
    public Double offPublished(ArmResult arm) {
        return off(ofPost(arm), arm);
    }

    private Double off(Object expected, ArmResult arm) {
        Estimate actual = estimate(arm);
        return expected instanceof Number e && actual != null && e.doubleValue() != 0 && step(arm) == null
                ? actual.mean() / e.doubleValue() - 1
                : null;
    }

    /** Without decimals from a hundred upwards, else with one; a dash for null. */
    public static String text(Object value) {
        if (value == null) return "–";
        if (!(value instanceof Number number)) return value.toString();
        double v = number.doubleValue();
        return v >= 100 || v == Math.rint(v)
                ? String.format(Locale.ROOT, "%.0f", v)
                : String.format(Locale.ROOT, "%.1f", v);
    }

    /** Three significant digits, no trailing zeros: 1.6, 12.5, 0.016. */
    public static String number(double value) {
        if (value == 0) return "0";
        return new BigDecimal(value)
                .round(new MathContext(3))
                .stripTrailingZeros()
                .toPlainString();
    }
}
