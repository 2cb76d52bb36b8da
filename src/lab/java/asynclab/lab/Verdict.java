package asynclab.lab;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the figures mean, in sentences a person can act on. */
final class Verdict {

    private static final double PAYS = 1.05; // Georges et al. 2007: a lower bound above this, not a mean
    private static final double AS_PREDICTED = 0.03;
    private static final double NEARLY = 0.05;
    private static final double BUSY_MACHINE = 0.85;

    private Verdict() {}

    /** Why an arm's throughput is what it is, and whether the model knew. */
    static String why(
            Experiment.Load load, Summary.Predicted predicted, Summary.Measured measured, double machineLoad) {
        return why(limit(load, predicted), load, predicted, measured, machineLoad);
    }

    /** What limits an arm by the model. */
    static String limit(Experiment.Load load, Summary.Predicted predicted) {
        double holdSeconds = load.hold().meanMillis() / 1_000;
        double thinkSeconds = load.thinkMeanMs() / 1_000;
        return switch (predicted.limitedBy()) {
            case "threads" -> text(
                    "thread-limited: %d usable threads ÷ %s s = %.1f/s",
                    predicted.station(), number(holdSeconds), predicted.bounds().threads());
            case "workers" -> text(
                    "worker-limited: %d workers ÷ %s s = %.1f/s",
                    predicted.station(), number(holdSeconds), predicted.bounds().threads());
            case "users" -> text(
                    "user-limited: %d users ÷ (%s s hold + %s s think) = %.0f/s",
                    load.users(),
                    number(holdSeconds),
                    number(thinkSeconds),
                    predicted.bounds().users());
            case "arrivals" -> text(
                    "arrival-limited: the plan spreads %,d requests over a %d s ramp and the last user's %s s of work, whatever the server does; with all users at work it would be %.0f/s",
                    load.requests(),
                    load.rampSeconds(),
                    number(Math.max(0, predicted.durationMs() / 1_000 - load.rampSeconds())),
                    predicted.bounds().users());
            default -> predicted.limitedBy() + "-limited";
        };
    }

    /** The limit, and whether the model knew. */
    static String why(
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
                ? text("because JMeter started its last user %s s late", number(lateMs / 1_000))
                : measured.errors() > 0
                        ? "perhaps because of its " + measured.errors() + " errors"
                        : machineLoad > BUSY_MACHINE
                                ? text(
                                        "perhaps because client and server kept the processors %.0f %% busy",
                                        machineLoad * 100)
                                : "unexplained";
        return limit + text("; measured %+.0f %% of that, %s", off * 100, cause);
    }

    /** The same in a word: what limits the arm. */
    static String word(Experiment.Load load, Summary.Predicted predicted, double machineLoad) {
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
        if (predicted.reserved() > 0) word += ", newcomers first";
        return machineLoad > BUSY_MACHINE ? word + text(", processors %.0f %% busy", machineLoad * 100) : word;
    }

    /** One sentence for the whole experiment. */
    static String of(Experiment.Load load, List<Summary.Arm> arms, List<Validity.Check> validity) {
        String distrust = distrust(validity);
        if (distrust != null) return distrust;
        Summary.Arm blocking = byLimit(arms, true);
        Summary.Arm async = byLimit(arms, false);
        if (blocking == null || async == null)
            return arms.stream().map(arm -> arm.name() + " is " + arm.why()).collect(Collectors.joining("; ")) + ".";
        Ratio ratio = Ratio.paired(async.runs(), blocking.runs(), Summary.Measured::goodput);
        if (!(ratio.low() > PAYS))
            return text(
                    "Asynchronous processing changes nothing for this workload: %.2f times the throughput %s; it is %s.",
                    ratio.mean(), ratio.doubt(), async.why());
        int needed = async.predicted().maxInFlight();
        return text(
                "Asynchronous processing pays for this workload: %.1f times the requests per second %s and a mean response of %s s instead of %s s, because %d usable threads ÷ %s s is all blocking can serve; a blocking pool of about %d threads would do the same.",
                ratio.mean(),
                ratio.doubt(),
                number(async.measured().meanMs() / 1_000),
                number(blocking.measured().meanMs() / 1_000),
                blocking.server().usableThreads(),
                number(load.hold().meanMillis() / 1_000),
                needed);
    }

    /** Why there is no verdict; null if the run can be trusted. */
    static String distrust(List<Validity.Check> validity) {
        String failed = validity.stream()
                .filter(check -> check.serious() && !check.ok())
                .map(check -> check.arm() + " " + check.check() + " (" + check.detail() + ")")
                .collect(Collectors.joining("; "));
        return failed.isEmpty() ? null : "No verdict, because the run cannot be trusted: " + failed + ".";
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
    static String number(double value) {
        if (value == 0) return "0";
        return new BigDecimal(value)
                .round(new MathContext(3))
                .stripTrailingZeros()
                .toPlainString();
    }
}
