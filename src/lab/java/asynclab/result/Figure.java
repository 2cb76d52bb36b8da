package asynclab.result;

import asynclab.plan.Experiment;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** A figure of the results: how it is called, and where the post's, the model's and ours are found. */
public enum Figure {
    THROUGHPUT("req/s", f -> f.throughput(), p -> p.throughput(), arm -> arm.measured()
            .throughput()),
    STEADY_THROUGHPUT(
            "req/s, all users at work", f -> f.steadyThroughput(), p -> p.steadyThroughput(), arm -> arm.measured()
                    .steadyThroughput()),
    GOODPUT("goodput req/s", f -> null, p -> p.goodput(), arm -> arm.measured().goodput()),
    REQUESTS("requests", f -> f.requests(), p -> p.requests(), arm -> arm.measured()
            .samples()),
    FAILED("failed", f -> f.failed(), p -> p.failed(), arm -> arm.measured().errors()),
    MEAN("mean ms", f -> f.meanMs(), p -> p.meanMs(), arm -> arm.measured().meanMs()),
    SD("sd ms", f -> f.sdMs(), p -> p.sdMs(), arm -> arm.measured().sdMs()),
    P50("p50 ms", f -> f.p50Ms(), p -> p.p50Ms(), arm -> arm.measured().p50Ms()),
    P75("p75 ms", f -> f.p75Ms(), p -> p.p75Ms(), arm -> arm.measured().p75Ms()),
    P95("p95 ms", f -> f.p95Ms(), p -> p.p95Ms(), arm -> arm.measured().p95Ms()),
    P99("p99 ms", f -> f.p99Ms(), p -> p.p99Ms(), arm -> arm.measured().p99Ms()),
    MAX("max ms", f -> f.maxMs(), p -> p.maxMs(), arm -> arm.measured().maxMs()),
    GOOD_MEAN("mean ms of those that succeeded", f -> f.goodMeanMs(), p -> p.goodMeanMs(), arm -> arm.measured()
            .goodMeanMs()),
    GOOD_P95("p95 ms of those that succeeded", f -> f.goodP95Ms(), p -> p.goodP95Ms(), arm -> arm.measured()
            .goodP95Ms()),
    EACH("each ms", f -> f.eachMs(), p -> p.eachMs(), arm -> arm.measured().eachMs()),
    JVM_THREADS("threads in the JVM", f -> f.jvmThreads(), p -> null, arm -> arm.server()
            .peakThreads());

    private static final List<Figure> ALWAYS = List.of(THROUGHPUT, REQUESTS, FAILED, MEAN, P50, P95, P99, MAX);

    private final String title;
    private final Function<Experiment.Figures, Object> published;
    private final Function<Summary.Predicted, Object> predicted;
    private final Function<Summary.Arm, Object> measured;

    Figure(
            String title,
            Function<Experiment.Figures, Object> published,
            Function<Summary.Predicted, Object> predicted,
            Function<Summary.Arm, Object> measured) {
        this.title = title;
        this.published = published;
        this.predicted = predicted;
        this.measured = measured;
    }

    public String title() {
        return title;
    }

    public String published(Summary.Arm arm) {
        return text(published.apply(arm.published()));
    }

    public String predicted(Summary.Arm arm) {
        return text(predicted.apply(arm.predicted()));
    }

    public String measured(Summary.Arm arm) {
        return text(measured.apply(arm));
    }

    public boolean isPublished(Summary.Arm arm) {
        return published.apply(arm.published()) != null;
    }

    /** Whether a report shows it: always, or because the post has it, or because there is something to see. */
    public boolean isShown(Summary.Arm arm) {
        return ALWAYS.contains(this)
                || isPublished(arm)
                || switch (this) {
                    case STEADY_THROUGHPUT -> predicted.apply(arm.predicted()) != null && measured.apply(arm) != null;
                    case GOODPUT, GOOD_MEAN, GOOD_P95 -> arm.predicted().failed()
                                    + arm.measured().errors()
                            > 0;
                    case EACH -> measured.apply(arm) != null;
                    default -> false;
                };
    }

    /** How far the measured figure is from the predicted one, as a share of it; null where one is missing. */
    public Double offPrediction(Summary.Arm arm) {
        return off(predicted.apply(arm.predicted()), measured.apply(arm));
    }

    /** How far the measured figure is from the published one, as a share of it; null where one is missing. */
    public Double offPublished(Summary.Arm arm) {
        return off(published.apply(arm.published()), measured.apply(arm));
    }

    private static Double off(Object expected, Object actual) {
        return expected instanceof Number e && actual instanceof Number a && e.doubleValue() != 0
                ? a.doubleValue() / e.doubleValue() - 1
                : null;
    }

    /** Whole from a hundred upwards, else with a decimal. */
    public static String text(Object value) {
        if (value == null) return "–";
        if (!(value instanceof Number number)) return value.toString();
        double v = number.doubleValue();
        return v >= 100 || v == Math.rint(v)
                ? String.format(Locale.ROOT, "%.0f", v)
                : String.format(Locale.ROOT, "%.1f", v);
    }
}
