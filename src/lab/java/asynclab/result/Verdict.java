package asynclab.result;

import asynclab.plan.Experiment;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the figures mean, in sentences a person can act on. */
public final class Verdict {

    private static final double PAYS = 1.05; // Georges et al. 2007: a lower bound above this, not a mean
    private static final double AS_PREDICTED = 0.03;
    private static final double NEARLY = 0.05;
    private static final double BUSY_MACHINE = 0.85;
    private static final String DEVIATION = "Measured throughput deviates from the prediction by ";

    private Verdict() {}

    /** Why an arm's throughput is what it is, and whether the model predicted it. */
    public static String why(
            Experiment.Load load, Summary.Predicted predicted, Summary.Measured measured, double machineLoad) {
        return why(limit(load, predicted), load, predicted, measured, machineLoad);
    }

    /** What limits an arm by the model. */
    public static String limit(Experiment.Load load, Summary.Predicted predicted) {
        double holdSeconds = load.hold().meanMillis() / 1_000;
        double thinkSeconds = load.thinkMeanMs() / 1_000;
        return switch (predicted.limitedBy()) {
            case "threads" -> text(
                    "limited by request threads: %d usable threads ÷ %s s = %.1f req/s",
                    predicted.station(), number(holdSeconds), predicted.bounds().threads());
            case "workers" -> text(
                    "limited by worker threads: %d workers ÷ %s s = %.1f req/s",
                    predicted.station(), number(holdSeconds), predicted.bounds().threads());
            case "users" -> text(
                    "limited by the number of users: %,d users ÷ (%s s hold time + %s s think time) = %,.0f req/s",
                    load.users(),
                    number(holdSeconds),
                    number(thinkSeconds),
                    predicted.bounds().users());
            case "arrivals" -> text(
                    "limited by the load plan's ramp, not by the server. The plan sends %,d requests in its %d s ramp and the last"
                            + " user's %s s of requests. With all users active the throughput would be %,.0f req/s",
                    load.requests(),
                    load.rampSeconds(),
                    number(Math.max(0, predicted.durationMs() / 1_000 - load.rampSeconds())),
                    predicted.bounds().users());
            default -> "limited by " + predicted.limitedBy();
        };
    }

    /** The sentence of an arm's {@code why} that tells how far the prediction was off, and why; null if it was not. */
    public static String deviation(String why) {
        int start = why.indexOf(DEVIATION);
        return start < 0 ? null : why.substring(start) + ".";
    }

    /** The limit, and how far the prediction was off. */
    public static String why(
            String limit,
            Experiment.Load load,
            Summary.Predicted predicted,
            Summary.Measured measured,
            double machineLoad) {
        double off = measured.throughput() / predicted.throughput() - 1;
        if (Math.abs(off) <= AS_PREDICTED) return limit;
        double lateMs = measured.rampMs() - load.rampSeconds() * 1_000.0;
        double lastOneLate = predicted.throughput() * predicted.durationMs() / (predicted.durationMs() + lateMs);
        boolean byClient = off < 0 && lateMs > 0 && measured.throughput() >= lastOneLate * (1 - NEARLY);
        String cause = byClient
                ? text("JMeter started its last user %s s late", number(lateMs / 1_000))
                : measured.errors() > 0
                        ? text("possibly because of its %,d errors", measured.errors())
                        : machineLoad > BUSY_MACHINE
                                ? text(
                                        "possibly because client and server used %.0f %% of the processors",
                                        machineLoad * 100)
                                : "unexplained";
        return limit + ". " + DEVIATION + text("%+.0f %%: %s", off * 100, cause);
    }

    /** The same in a few words, for the table in README: what limits the arm. */
    public static String word(Experiment.Load load, Summary.Predicted predicted, double machineLoad) {
        String hold = number(load.hold().meanMillis() / 1_000);
        String word =
                switch (predicted.limitedBy()) {
                    case "threads" -> text("%d threads ÷ %s s", predicted.station(), hold);
                    case "workers" -> text("%d workers ÷ %s s", predicted.station(), hold);
                    case "users" -> text(
                            "%d users ÷ %s s",
                            load.users(), number((load.hold().meanMillis() + load.thinkMeanMs()) / 1_000));
                    case "arrivals" -> text("the plan's %d s ramp", load.rampSeconds());
                    default -> predicted.limitedBy();
                };
        if (predicted.reserved() > 0) word += ", reserved threads bypass the queue";
        return machineLoad > BUSY_MACHINE ? word + text(", processors %.0f %% busy", machineLoad * 100) : word;
    }

    /** A few sentences for the whole experiment. */
    public static String of(Experiment.Load load, List<Summary.Arm> arms, List<Validity.Check> validity) {
        String distrust = distrust(validity);
        if (distrust != null) return distrust;
        Summary.Arm blocking = byLimit(arms, true);
        Summary.Arm async = byLimit(arms, false);
        if (blocking == null || async == null)
            return arms.stream()
                    .map(arm -> arm.name() + " is " + arm.why() + ".")
                    .collect(Collectors.joining(" "));
        Ratio ratio = Ratio.paired(async.runs(), blocking.runs(), Summary.Measured::goodput);
        if (!(ratio.low() > PAYS))
            return text(
                    "Asynchronous processing changes nothing for this workload. It answers %.2f times as many requests per second"
                            + " as blocking %s. It is %s.",
                    ratio.mean(), ratio.doubt(), async.why());
        int needed = async.predicted().maxInFlight();
        return text(
                "Asynchronous processing pays for this workload. It answers %.1f times as many requests per second as blocking %s."
                        + " Its mean response time is %s s instead of %s s."
                        + " Blocking is limited to %d usable threads ÷ %s s."
                        + " A blocking pool of about %,d threads would reach the same throughput.",
                ratio.mean(),
                ratio.doubt(),
                number(async.measured().meanMs() / 1_000),
                number(blocking.measured().meanMs() / 1_000),
                blocking.server().usableThreads(),
                number(load.hold().meanMillis() / 1_000),
                needed);
    }

    /** Why there is no verdict; null if the run can be trusted. */
    public static String distrust(List<Validity.Check> validity) {
        String failed = validity.stream()
                .filter(check -> check.serious() && !check.ok())
                .map(check -> " " + check.arm() + ", " + check.title() + ": " + check.detail() + ".")
                .collect(Collectors.joining());
        return failed.isEmpty() ? null : "No verdict: the run is not valid." + failed;
    }

    private static Summary.Arm byLimit(List<Summary.Arm> arms, boolean threads) {
        return arms.stream()
                .filter(arm -> (arm.predicted().station() != null) == threads)
                .findFirst()
                .orElse(null);
    }

    private static String text(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
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
