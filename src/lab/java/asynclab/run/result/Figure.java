package asynclab.run.result;

import static asynclab.document.Texts.figure;
import static asynclab.document.Texts.text;

import asynclab.model.Latencies;
import asynclab.run.result.figures.Estimate;
import asynclab.run.result.figures.Measured;
import asynclab.run.result.figures.PercentileInterval;
import asynclab.run.result.figures.Predicted;
import asynclab.run.result.figures.SeedRange;
import asynclab.run.result.figures.ServerFigures;
import asynclab.run.result.figures.TimeClasses;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/** A figure of a result: its title, and its published, predicted and measured value. */
public enum Figure {
    THROUGHPUT("req/s", "throughput", Predicted::throughput, Measured::throughput),
    STEADY_THROUGHPUT(
            "req/s, all users at work", "steadyThroughput", Predicted::steadyThroughput, Measured::steadyThroughput),
    GOODPUT("goodput req/s", "goodput", Predicted::goodput, Measured::goodput),
    REQUESTS("requests", "requests", Predicted::requests, Measured::samples),
    FAILED("failed", "failed", Predicted::failed, Measured::errors),
    MEAN("mean ms", "meanMs", Latencies::meanMs),
    SD("sd ms", "sdMs", Latencies::sdMs),
    P50("p50 ms", "p50Ms", Latencies::p50Ms),
    P75("p75 ms", "p75Ms", Latencies::p75Ms),
    P95("p95 ms", "p95Ms", Latencies::p95Ms),
    P99("p99 ms", "p99Ms", Latencies::p99Ms),
    MIN("min ms", "minToMs", FigureSource.ofClasses(TimeClasses::minMs)),
    MAX("max ms", "maxMs", Latencies::maxMs),
    FAST("requests < %d ms", "fastRequests", FigureSource.ofClasses(TimeClasses::fastRequests)),
    MIDDLE("requests of %d to %d ms", "middleRequests", FigureSource.ofClasses(TimeClasses::middleRequests)),
    SLOW("requests > %2$d ms", "slowRequests", FigureSource.ofClasses(TimeClasses::slowRequests)),
    GOOD_MEAN("mean ms of those that succeeded", "goodMeanMs", Latencies::goodMeanMs),
    GOOD_P95("p95 ms of those that succeeded", "goodP95Ms", Latencies::goodP95Ms),
    EACH("each ms", "eachMs", Latencies::eachMs),
    JVM_THREADS("threads in the JVM", "jvmThreads", FigureSource.ofServer(ServerFigures::peakThreads)),
    REQUEST_THREADS("usable request threads", "requestThreads", FigureSource.ofServer(s -> s.threads()
            .usableThreads())),
    STACKS("MB of stacks, reserved", "stackMb", FigureSource.ofStacks(ServerFigures.StackFigures::reservedBytes)),
    RESIDENT_STACKS("MB of stacks, in memory", "", FigureSource.ofStacks(ServerFigures.StackFigures::residentBytes)),
    PROCESS(
            "MB of the process, peak",
            "",
            FigureSource.ofServer(s -> s.peakRssBytes() == null ? null : FigureSource.megabytes(s.peakRssBytes())));

    private static final Set<Figure> CLASSES = EnumSet.of(FAST, MIDDLE, SLOW);
    private static final List<Figure> ALWAYS = List.of(THROUGHPUT, REQUESTS, FAILED, MEAN, P50, P95, P99, MAX);

    private final String title;
    private final String published;
    private final FigureSource source;

    /** @param published the name of the published figure */
    Figure(String title, String published, FigureSource source) {
        this.title = title;
        this.published = published;
        this.source = source;
    }

    Figure(String title, String published, Function<Predicted, Object> predicted, Function<Measured, Object> measured) {
        this(
                title,
                published,
                new FigureSource(arm -> predicted.apply(arm.predicted()), run -> measured.apply(run.measured())));
    }

    Figure(String title, String published, Function<Latencies, Object> time) {
        this(title, published, predicted -> time.apply(predicted.times()), measured -> time.apply(measured.times()));
    }

    /** The title of the figure. The title of a response-time class contains the borders of the arm's classes. */
    public String title(ArmResult arm) {
        return isClass() ? text(title, arm.predictedClasses().bordersMs().toArray()) : title;
    }

    private boolean isClass() {
        return CLASSES.contains(this);
    }

    public String published(ArmResult arm) {
        if (this == MIN && isPublished(arm))
            return figure(arm.published().figure("minFromMs")) + " to " + figure(ofPost(arm));
        return isClass() ? withShare(ofPost(arm), publishedRequests(arm)) : figure(ofPost(arm));
    }

    public String predicted(ArmResult arm) {
        Object value = source.predicted().apply(arm);
        return isClass() ? withShare(value, arm.predicted().requests()) : figure(value);
    }

    /** The prediction as a number; null if there is none. */
    public Double prediction(ArmResult arm) {
        return source.predicted().apply(arm) instanceof Number number ? (Double) number.doubleValue() : null;
    }

    /** The range of the prediction over other seeds; null if there is none. */
    public SeedRange.Range overSeeds(ArmResult arm) {
        return arm.predicted().overSeeds().of(published);
    }

    /**
     * The mean and the 95 % interval over the runs, or only the mean if all runs have the same figure. A single run has only the
     * figure. A percentile of a single run also has its interval within the run, as in {@code 2747 (2731 to 2760)}.
     */
    public String measured(ArmResult arm) {
        Estimate estimate = estimate(arm);
        if (estimate == null) return figure(ofRun(arm.runs().get(0)));
        if (isClass())
            return withShare(spread(estimate), estimate.mean(), arm.measured().samples());
        PercentileInterval within =
                estimate.runs() > 1 ? null : within(arm.runs().get(0));
        return spread(estimate)
                + (within == null ? "" : " (" + figure(within.low()) + " to " + figure(within.high()) + ")");
    }

    private static String spread(Estimate estimate) {
        return estimate.runs() > 1 && estimate.half() != 0 ? estimate.toString() : figure(estimate.mean());
    }

    private static String withShare(String text, double requests, double all) {
        return text("%s (%.0f %%)", text, 100 * requests / all);
    }

    private static String withShare(Object requests, double all) {
        return requests == null ? figure(null) : withShare(figure(requests), ((Number) requests).doubleValue(), all);
    }

    private static double publishedRequests(ArmResult arm) {
        return CLASSES.stream()
                .map(figure -> arm.published().figure(figure.published))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .sum();
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
    private PercentileInterval within(RunResult run) {
        var intervals = run.measured().percentileIntervals();
        return intervals == null ? null : intervals.get(published);
    }

    /**
     * The interval of a percentile that is on a step of the distribution: this interval spans a gap
     * ({@link PercentileInterval#onStep}). It is from the first run in which the percentile is on a step. Null if there is no
     * such run.
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

    private Object ofRun(RunResult run) {
        return source.measured().apply(run);
    }

    public boolean isPublished(ArmResult arm) {
        return ofPost(arm) != null;
    }

    /**
     * Whether this figure is the memory cost of the arm's threads. Only an arm whose JVM tracks its native memory has such
     * figures.
     */
    public boolean isMemoryOf(ArmResult arm) {
        return EnumSet.of(STACKS, RESIDENT_STACKS, PROCESS).contains(this)
                && STACKS.ofRun(arm.runs().get(0)) != null;
    }

    /** Whether a report shows this figure. Most figures are shown only if the post has them, or if they add information. */
    public boolean isShown(ArmResult arm) {
        return ALWAYS.contains(this)
                || isPublished(arm)
                || switch (this) {
                    case STEADY_THROUGHPUT -> source.predicted().apply(arm) != null && estimate(arm) != null;
                    case GOODPUT, GOOD_MEAN, GOOD_P95 -> arm.predicted().failed()
                                    + arm.measured().errors()
                            > 0;
                    case STACKS, RESIDENT_STACKS, PROCESS -> isMemoryOf(arm);
                    case EACH -> ofRun(arm.runs().get(0)) != null;
                    default -> false;
                };
    }

    /**
     * The deviation of the measured figure from the predicted figure, as a share of the predicted one. Null if one of them is
     * missing, or if the figure is on a {@link #step}.
     */
    public Double offPrediction(ArmResult arm) {
        return off(source.predicted().apply(arm), arm);
    }

    /**
     * The deviation of the measured figure from the published figure, as a share of the published one. Null if one of them is
     * missing, or if the figure is on a {@link #step}. If the post gives a range, the deviation is from the nearer end of the
     * range, and 0 within the range.
     */
    public Double offPublished(ArmResult arm) {
        Estimate measured = estimate(arm);
        if (this != MIN || !isPublished(arm) || measured == null) return off(ofPost(arm), arm);
        double from = arm.published().figure("minFromMs");
        double to = arm.published().figure("minToMs");
        return off(Math.max(from, Math.min(to, measured.mean())), arm);
    }

    private Double off(Object expected, ArmResult arm) {
        Estimate actual = estimate(arm);
        return expected instanceof Number e && actual != null && e.doubleValue() != 0 && step(arm) == null
                ? actual.mean() / e.doubleValue() - 1
                : null;
    }

    /** The deviation from the prediction in a table; empty if there is no prediction. */
    public String deviation(ArmResult arm) {
        return step(arm) != null && offPrediction(arm) == null ? "on a step" : percent(offPrediction(arm));
    }

    /** A deviation as a text; empty for null. */
    public static String percent(Double off) {
        return off == null ? "" : text("%+.1f %%", off * 100);
    }

    /** The range of a prediction over other seeds, as in {@code " (611 to 618)"}; empty if there is none, or if all seeds agree. */
    public String rangeOverSeeds(ArmResult arm) {
        SeedRange.Range range = overSeeds(arm);
        if (range == null || figure(range.low()).equals(figure(range.high()))) return "";
        return " (" + figure(range.low()) + " to " + figure(range.high()) + ")";
    }

    /** The share of the requests, 0 to 1; null if this is no percentile of all requests. */
    public Double percentile() {
        return Latencies.PERCENTILES.get(published);
    }
}
