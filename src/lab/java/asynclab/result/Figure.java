package asynclab.result;

import asynclab.result.figures.Measured;
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

    public String measured(ArmResult arm) {
        return text(ofRun(arm));
    }

    private Object ofPost(ArmResult arm) {
        if (this != EACH) return arm.published().figure(published);
        return arm.published().eachMs().isEmpty() ? null : arm.published().eachMs();
    }

    private Object ofRun(ArmResult arm) {
        if (this == JVM_THREADS)
            return arm.server() == null ? null : arm.server().peakThreads();
        return measured.apply(arm.measured());
    }

    public boolean isPublished(ArmResult arm) {
        return ofPost(arm) != null;
    }

    /** Whether a report shows it. Most figures are shown only if the post has them, or if they add something. */
    public boolean isShown(ArmResult arm) {
        return ALWAYS.contains(this)
                || isPublished(arm)
                || switch (this) {
                    case STEADY_THROUGHPUT -> predicted.apply(arm.predicted()) != null && ofRun(arm) != null;
                    case GOODPUT, GOOD_MEAN, GOOD_P95 -> arm.predicted().failed()
                                    + arm.measured().errors()
                            > 0;
                    case EACH -> ofRun(arm) != null;
                    default -> false;
                };
    }

    /** The deviation of the measured figure from the predicted one, as a share of it; null if one is missing. */
    public Double offPrediction(ArmResult arm) {
        return off(predicted.apply(arm.predicted()), ofRun(arm));
    }

    /** The deviation of the measured figure from the published one, as a share of it; null if one is missing. */
    public Double offPublished(ArmResult arm) {
        return off(ofPost(arm), ofRun(arm));
    }

    private static Double off(Object expected, Object actual) {
        return expected instanceof Number e && actual instanceof Number a && e.doubleValue() != 0
                ? a.doubleValue() / e.doubleValue() - 1
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
