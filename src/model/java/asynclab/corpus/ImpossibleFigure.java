package asynclab.corpus;

import asynclab.corpus.ArmLimit.LimitKind;
import asynclab.corpus.PublishedFigure.FigureKind;
import java.util.Locale;

/**
 * Says why the parameters of an arm do not allow a published figure. It uses only laws that hold for every order of service. The
 * simulation can only acquit a figure. Immutable.
 *
 * @param limit in a run of this length
 * @param holdSeconds the mean hold time
 * @param thinkSeconds the mean think time of a loop in a run of this length
 */
record ImpossibleFigure(BenchmarkArm arm, LoadTool tool, ArmLimit limit, double holdSeconds, double thinkSeconds) {

    /** A figure above what the parameters allow by more than this is impossible. Clocks and published roundings explain less. */
    private static final double TOLERANCE = 1.02;

    /** Of random hold or think times: three standard errors of the mean of a thousand exponential ones. */
    private static final double TOLERANCE_OF_RANDOM = 1.1;

    /** Locust rounds percentiles to two digits (stats.py), such as 1,049 ms to 1,000 ms. */
    private static final double TOLERANCE_OF_PERCENTILES = 1.05;

    /** wrk leaves responses from its timeout of two seconds on out of its response times (wrk.h, {@code stats_record}). */
    private static final double TIMEOUT_OF_WRK = 2;

    private static final double MILLIS = 1_000;
    private static final double ROUNDING = 1e-9;

    /** A request may leave the queue of a pool by its timeout, which makes room for others. So the pool is no limit then. */
    static ImpossibleFigure of(BenchmarkArm arm, LoadTool tool, ArmModel model) {
        boolean mayLeave = tool.givesUp()
                && arm.timeoutSeconds() != null
                && !arm.published().containsKey(PublishedFigure.FAILED);
        BenchmarkArm judged = mayLeave ? arm.unlimited() : arm;
        double hold = model.holdSeconds();
        double think = model.shortestThinkSeconds();
        return new ImpossibleFigure(judged, tool, ArmLimit.of(judged, hold, think), hold, think);
    }

    /**
     * Empty if the parameters allow the figure. They allow what the simulation reaches, such as ten requests in nine seconds at 1 req/s.
     *
     * @param ratio to the prediction, or null
     */
    String why(PublishedFigure figure, double published, Double ratio) {
        boolean reached = figure.kind() == FigureKind.THROUGHPUT && ratio != null && ratio <= TOLERANCE;
        if (reached || endsBeforeTheHold()) return "";
        return switch (figure) {
            case X -> tool == LoadTool.JMH || hasFailed() ? "" : throughput(published);
            case N -> arm.length().plannedSeconds() == 0 || hasFailed()
                    ? ""
                    : above(published, mostRequests(), "%s requests, but at most %s are possible");
            case T -> isRandom() || hasFailed() ? "" : time(published);
            case RATIO -> above(published, mostRatio(), "%s times, but at most %s times are possible");
            case MEAN -> responseTime(figure, published, TOLERANCE);
            case P50, P75, P90, P95, P99, MAX -> responseTime(figure, published, TOLERANCE_OF_PERCENTILES);
            default -> "";
        };
    }

    /** Whether the client gives up before a hold has ended. Then its requests end sooner than the server allows. */
    private boolean endsBeforeTheHold() {
        return tool.givesUp() && arm.timeoutSeconds() != null && (isRandom() || arm.timeoutSeconds() < holdSeconds);
    }

    private boolean hasFailed() {
        return arm.published().getOrDefault(PublishedFigure.FAILED, 0.0) > 0;
    }

    /** The requests that may end within the planned duration, and after it. An open load sends its rate, and k6 one more. */
    private double mostRequests() {
        LoadLength length = arm.length();
        double within = limit.perSecond() * length.plannedSeconds();
        if (tool.dropsAll()) return within;
        if (arm.users() != null)
            return within + (double) arm.users() * arm.further().requestsALoop();
        return length.perSecond() > 0 ? length.perSecond() * length.plannedSeconds() + 1 : Double.POSITIVE_INFINITY;
    }

    private boolean isRandom() {
        return !arm.further().hold().isEmpty();
    }

    /** Nothing is known of another tool. It may count what ends after the planned duration, and divide by this duration. */
    private String throughput(double published) {
        double most = limit.perSecond();
        double planned = arm.length().plannedSeconds();
        if (tool == LoadTool.OTHER && planned > 0 && !isAbove(published, mostRequests() / planned)) return "";
        String why = above(published, most, "%s req/s, but at most %s are possible");
        if (why.isEmpty() || limit.kind() == LimitKind.RATE) return why;
        if (limit.kind() == LimitKind.RAMP) return why + ArmLimit.text(" (%s)", limit.words());
        double think = limit.kind() == LimitKind.POOL ? 0 : thinkSeconds;
        double possible = (holdSeconds + think) * most / published - think;
        return why
                + ArmLimit.text(" (%s)", limit.words())
                + (possible > ROUNDING
                        ? ArmLimit.text("; it needs a hold time of %s s or less", ArmLimit.number(possible))
                        : "");
    }

    private String time(double published) {
        LoadLength length = arm.length();
        if (arm.users() == null) return "";
        long sent = tool == LoadTool.HEY ? arm.sharedLoops() / arm.users() * arm.users() : arm.sharedLoops();
        long loops = length.requests() > 0 ? sent : length.loops() * arm.users();
        double least = ArmLimit.leastSeconds(arm, loops, holdSeconds);
        return published * TOLERANCE < least
                ? ArmLimit.text("%s s, but it takes at least %s s", ArmLimit.number(published), ArmLimit.number(least))
                : "";
    }

    /** No response comes before its hold time has passed. Tools print whole milliseconds. */
    private String responseTime(PublishedFigure figure, double published, double tolerance) {
        boolean dropped = isRandom() || tool == LoadTool.WRK && holdSeconds >= TIMEOUT_OF_WRK;
        boolean others = dropped || arm.further().requestsALoop() > 1 || hasFailed();
        return !others && (published + 1) * tolerance < holdSeconds * MILLIS
                ? ArmLimit.text(
                        "a %s of %s ms, but each request takes %s ms",
                        figure.name().toLowerCase(Locale.ROOT),
                        ArmLimit.number(published),
                        ArmLimit.number(holdSeconds * MILLIS))
                : "";
    }

    private double mostRatio() {
        return arm.threads() == null || arm.users() == null
                ? Double.POSITIVE_INFINITY
                : Math.max(1, (double) arm.users() * arm.further().calls() / arm.threads());
    }

    private String above(double published, double most, String words) {
        return isAbove(published, most) ? ArmLimit.text(words, ArmLimit.number(published), ArmLimit.number(most)) : "";
    }

    private boolean isAbove(double published, double most) {
        boolean random = isRandom() || !arm.further().think().isEmpty();
        return published > most * (random ? TOLERANCE_OF_RANDOM : TOLERANCE);
    }
}
