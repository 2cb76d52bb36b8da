package asynclab.result;

import asynclab.result.figures.Measured;
import asynclab.result.figures.Predicted;
import asynclab.result.figures.ResponseTimes;
import asynclab.result.figures.ServerFigures;
import asynclab.result.figures.TimeClasses;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
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
    MEAN("mean ms", "meanMs", ResponseTimes::meanMs),
    SD("sd ms", "sdMs", ResponseTimes::sdMs),
    P50("p50 ms", "p50Ms", ResponseTimes::p50Ms),
    P75("p75 ms", "p75Ms", ResponseTimes::p75Ms),
    P95("p95 ms", "p95Ms", ResponseTimes::p95Ms),
    P99("p99 ms", "p99Ms", ResponseTimes::p99Ms),
    MIN("min ms", "minToMs", Source.ofClasses(TimeClasses::minMs)),
    MAX("max ms", "maxMs", ResponseTimes::maxMs),
    FAST("requests < %d ms", "fastRequests", Source.ofClasses(TimeClasses::fastRequests)),
    MIDDLE("requests of %d to %d ms", "middleRequests", Source.ofClasses(TimeClasses::middleRequests)),
    SLOW("requests > %2$d ms", "slowRequests", Source.ofClasses(TimeClasses::slowRequests)),
    GOOD_MEAN("mean ms of those that succeeded", "goodMeanMs", ResponseTimes::goodMeanMs),
    GOOD_P95("p95 ms of those that succeeded", "goodP95Ms", ResponseTimes::goodP95Ms),
    EACH("each ms", "eachMs", ResponseTimes::eachMs),
    JVM_THREADS("threads in the JVM", "jvmThreads", Source.ofServer(ServerFigures::peakThreads)),
    REQUEST_THREADS("usable request threads", "requestThreads", Source.ofServer(s -> s.threads()
            .usableThreads())),
    STACKS("MB of stacks, reserved", "stackMb", Source.ofStacks(ServerFigures.StackFigures::reservedBytes)),
    RESIDENT_STACKS("MB of stacks, in memory", "", Source.ofStacks(ServerFigures.StackFigures::residentBytes)),
    PROCESS(
            "MB of the process, peak",
            "",
            Source.ofServer(s -> s.peakRssBytes() == null ? null : megabytes(s.peakRssBytes())));

    /** Where a figure comes from. Each function returns null if the arm does not have the figure. */
    private record Source(Function<ArmResult, Object> predicted, Function<ArmResult, Object> measured) {

        static Source ofClasses(Function<TimeClasses, Object> figure) {
            return new Source(
                    arm -> ifAny(arm.predictedClasses(), figure),
                    arm -> ifAny(arm.measured().classes(), figure));
        }

        /** Nothing on the server is predicted. */
        static Source ofServer(Function<ServerFigures, Object> figure) {
            return new Source(arm -> null, arm -> ifAny(arm.server(), figure));
        }

        /** In megabytes. */
        static Source ofStacks(Function<ServerFigures.StackFigures, Long> bytes) {
            return ofServer(server -> ifAny(server.threads().stacks(), stacks -> megabytes(bytes.apply(stacks))));
        }

        private static <T> Object ifAny(T figures, Function<T, Object> figure) {
            return figures == null ? null : figure.apply(figures);
        }
    }

    private static final Set<Figure> CLASSES = EnumSet.of(FAST, MIDDLE, SLOW);
    private static final List<Figure> ALWAYS = List.of(THROUGHPUT, REQUESTS, FAILED, MEAN, P50, P95, P99, MAX);

    private final String title;
    private final String published;
    private final Source source;

    /** @param published the name of the published figure */
    Figure(String title, String published, Source source) {
        this.title = title;
        this.published = published;
        this.source = source;
    }

    Figure(String title, String published, Function<Predicted, Object> predicted, Function<Measured, Object> measured) {
        this(
                title,
                published,
                new Source(arm -> predicted.apply(arm.predicted()), arm -> measured.apply(arm.measured())));
    }

    Figure(String title, String published, Function<ResponseTimes, Object> time) {
        this(title, published, predicted -> time.apply(predicted.times()), measured -> time.apply(measured.times()));
    }

    /** With the borders of the arm's response-time classes, if it is the number of requests in a class. */
    public String title(ArmResult arm) {
        return isClass()
                ? String.format(
                        Locale.ROOT, title, arm.predictedClasses().bordersMs().toArray())
                : title;
    }

    private boolean isClass() {
        return CLASSES.contains(this);
    }

    public String published(ArmResult arm) {
        if (this == MIN && isPublished(arm))
            return text(arm.published().figure("minFromMs")) + " to " + text(ofPost(arm));
        return isClass() ? withShare(ofPost(arm), publishedRequests(arm)) : text(ofPost(arm));
    }

    public String predicted(ArmResult arm) {
        Object value = source.predicted.apply(arm);
        return isClass() ? withShare(value, arm.predicted().requests()) : text(value);
    }

    public String measured(ArmResult arm) {
        Object value = source.measured.apply(arm);
        return isClass() ? withShare(value, arm.measured().samples()) : text(value);
    }

    private static String withShare(Object requests, double all) {
        if (requests == null) return text(null);
        return String.format(
                Locale.ROOT, "%s (%.0f %%)", text(requests), 100 * ((Number) requests).doubleValue() / all);
    }

    private static double publishedRequests(ArmResult arm) {
        return CLASSES.stream()
                .map(figure -> arm.published().figure(figure.published))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    private Object ofPost(ArmResult arm) {
        if (this != EACH) return arm.published().figure(published);
        return arm.published().eachMs().isEmpty() ? null : arm.published().eachMs();
    }

    public boolean isPublished(ArmResult arm) {
        return ofPost(arm) != null;
    }

    /** Whether it is what the threads of the arm cost, in memory. Only an arm whose JVM tracks its native memory shows that. */
    public boolean isMemoryOf(ArmResult arm) {
        return EnumSet.of(STACKS, RESIDENT_STACKS, PROCESS).contains(this) && STACKS.source.measured.apply(arm) != null;
    }

    /** Whether a report shows it. Most figures are shown only if the post has them, or if they add something. */
    public boolean isShown(ArmResult arm) {
        return ALWAYS.contains(this)
                || isPublished(arm)
                || switch (this) {
                    case STEADY_THROUGHPUT -> source.predicted.apply(arm) != null && source.measured.apply(arm) != null;
                    case GOODPUT, GOOD_MEAN, GOOD_P95 -> arm.predicted().failed()
                                    + arm.measured().errors()
                            > 0;
                    case STACKS, RESIDENT_STACKS, PROCESS -> isMemoryOf(arm);
                    case EACH -> source.measured.apply(arm) != null;
                    default -> false;
                };
    }

    /** The deviation of the measured figure from the predicted one, as a share of it; null if one is missing. */
    public Double offPrediction(ArmResult arm) {
        return off(source.predicted.apply(arm), source.measured.apply(arm));
    }

    /**
     * The deviation of the measured figure from the published one, as a share of it; null if one is missing. A published range has the
     * deviation from its nearer end, and none within.
     */
    public Double offPublished(ArmResult arm) {
        Object measured = source.measured.apply(arm);
        if (this == MIN && isPublished(arm) && measured instanceof Double ms) {
            double from = arm.published().figure("minFromMs");
            double to = arm.published().figure("minToMs");
            return off(Math.max(from, Math.min(to, ms)), ms);
        }
        return off(ofPost(arm), measured);
    }

    private static double megabytes(long bytes) {
        return bytes / 1024.0 / 1024;
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
