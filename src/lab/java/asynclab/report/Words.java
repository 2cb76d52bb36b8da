package asynclab.report;

import asynclab.plan.Configuration;
import asynclab.plan.LoadPlan;
import asynclab.result.ArmResult;
import asynclab.result.Conclusion;
import asynclab.result.Diagnosis;
import asynclab.result.Figure;
import asynclab.result.OverloadRows;
import asynclab.result.Ratio;
import asynclab.result.Summary;
import asynclab.result.ValidityCheck;
import asynclab.result.ValidityCheck.CheckStatus;
import asynclab.result.figures.SeedRange;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sentences of a report, made of typed results. */
public final class Words {

    /** What the brackets behind a percentile are. */
    static final String WITHIN =
            "In brackets behind a percentile: its 95 % interval within the run (order statistics).";

    /** What a percentile on a step is. */
    static final String ON_A_STEP =
            "On a step: the interval of the percentile spans a gap of the distribution, so a deviation in per cent would be chance.";
    /** The mark of a result that was measured on an earlier configuration. */
    static final String EARLIER = "†";

    private static final Map<String, String> CONFIGURATION = Map.of(
            "plan",
            "the load plan",
            "jettyXml",
            "jetty.xml",
            "webXml",
            "web.xml",
            "experimentFile",
            "the experiment's file");

    private Words() {}

    /** The mark of a result, or an empty text if it was measured on the configuration of now. */
    static String mark(Summary s, Configuration now) {
        return s.changedFiles(now).isEmpty() ? "" : " " + EARLIER;
    }

    /** Explains {@link #EARLIER} below a table or above it. */
    static String legend() {
        return EARLIER
                + ": measured on an earlier configuration. jetty.xml, web.xml, the load plan or the experiment's file"
                + " has changed since, or its hash is not stored.";
    }

    /** What has changed since a result was measured; empty if nothing has. */
    static String earlier(Summary s, Configuration now) {
        List<String> changed = s.changedFiles(now);
        if (changed.isEmpty()) return "";
        return EARLIER
                + " Every measured figure is of an earlier configuration. Changed since, or stored without a hash: "
                + files(changed) + ".";
    }

    /** The names of files of the configuration. */
    public static String files(List<String> changed) {
        return changed.stream().map(CONFIGURATION::get).collect(Collectors.joining(", "));
    }

    /** The conclusion of a result, in a few sentences. */
    public static String verdict(Summary s) {
        boolean ofTarget = s.arms().stream().allMatch(arm -> arm.target() != null);
        return switch (s.conclusion().kind()) {
            case INVALID -> invalid(s.validity());
            case PAYS -> pays(s);
            case CHANGES_NOTHING -> "Asynchronous processing changes nothing for this workload." + noGain(s);
            case UNDECIDED -> "These runs do not decide whether asynchronous processing pays for this workload."
                    + noGain(s) + " A larger -Drepeats= makes the interval narrower.";
            case COMPARED -> TargetWords.all(s) + " " + TargetWords.compared(s);
            case NOT_COMPARED -> ofTarget
                    ? TargetWords.all(s)
                    : ArmResult.areLevels(s.arms())
                            ? LimitWords.atTheHighestLoad(s)
                            : s.arms().get(0).overload() != null
                                    ? OverloadRows.verdict(s.arms())
                                    : s.arms().stream()
                                            .map(arm -> arm.name() + " is " + why(s.workload(), arm) + ".")
                                            .collect(Collectors.joining(" "));
        };
    }

    private static String noGain(Summary s) {
        Ratio ratio = s.conclusion().ratio();
        return text(
                " It answers %.2f times as many requests per second as blocking %s. It is %s.%s",
                ratio.mean(), doubt(ratio), why(s.workload(), Conclusion.asynchronous(s.arms())), basis(ratio));
    }

    /** What a verdict rests on if it rests on a single run. */
    private static String basis(Ratio ratio) {
        return ratio.pairs() > 1 ? "" : " This verdict rests on one run, without an interval.";
    }

    private static String pays(Summary s) {
        ArmResult blocking = Conclusion.blocking(s.arms());
        ArmResult async = Conclusion.asynchronous(s.arms());
        return text(
                "Asynchronous processing pays for this workload. It answers %.1f times as many requests per second as blocking %s."
                        + " Its mean response time is %s s instead of %s s."
                        + " Blocking is limited to %d usable threads ÷ %s s."
                        + " A blocking pool of about %,d threads would reach the same throughput.%s",
                s.conclusion().ratio().mean(),
                doubt(s.conclusion().ratio()),
                Figure.number(Figure.MEAN.estimate(async).mean() / 1_000),
                Figure.number(Figure.MEAN.estimate(blocking).mean() / 1_000),
                blocking.server().threads().usableThreads(),
                Figure.number(s.workload().serviceMeanMs() / 1_000),
                async.predicted().maxInFlight(),
                basis(s.conclusion().ratio()));
    }

    /** Which arms have no timeline of threads, and why. Empty if each has one, or if the result is older than these. */
    static String notSampled(Summary s) {
        String arms = s.arms().stream()
                .filter(arm -> arm.server() != null
                        && Boolean.FALSE.equals(arm.server().threads().sampled()))
                .map(ArmResult::name)
                .collect(Collectors.joining(", "));
        return arms.isEmpty()
                ? ""
                : "There is no timeline of threads for " + arms
                        + ". Threads are sampled only if the pool has at most 40 of them.";
    }

    /** Why there is no verdict. */
    static String invalid(List<ValidityCheck> validity) {
        return "No verdict: the run is not valid."
                + validity.stream()
                        .filter(check -> check.status() == CheckStatus.RED)
                        .map(check -> " " + check.arm() + ", " + check.title() + ": " + check.detail() + ".")
                        .collect(Collectors.joining());
    }

    /** What limits an arm, and the deviation from the prediction. It continues "The arm is" and has no full stop. */
    static String why(LoadPlan workload, ArmResult arm) {
        String deviation = deviation(arm.diagnosis());
        return LimitWords.limit(workload, arm) + (deviation == null ? "" : ". " + deviation);
    }

    /** How far the measured throughput is from the prediction, and why, without a full stop; null if it is as predicted. */
    static String deviation(Diagnosis diagnosis) {
        if (diagnosis.deviation() == null) return null;
        String cause =
                switch (diagnosis.cause()) {
                    case LATE_USERS -> text(
                            "JMeter started its last user %s s late", Figure.number(diagnosis.evidence()));
                    case ERRORS -> errors(diagnosis.evidence());
                    case PROCESSORS -> text(
                            "possibly because client and server used %.0f %% of the processors",
                            diagnosis.evidence() * 100);
                    case UNEXPLAINED -> "unexplained";
                };
        return text(
                "Measured throughput deviates from the prediction by %+.0f %%: %s", diagnosis.deviation() * 100, cause);
    }

    /** How far a figure is from its prediction, in a table; empty if there is none to compare with. */
    static String deviation(Figure figure, ArmResult arm) {
        Double off = figure.offPrediction(arm);
        return off != null ? text("%+.1f %%", off * 100) : figure.step(arm) != null ? "on a step" : "";
    }

    /** The range of a prediction over other seeds, as in {@code " (611 to 618)"}; empty if there is none, or if all seeds agree. */
    static String overSeeds(Figure figure, ArmResult arm) {
        SeedRange.Range range = figure.overSeeds(arm);
        if (range == null || Figure.text(range.low()).equals(Figure.text(range.high()))) return "";
        return " (" + Figure.text(range.low()) + " to " + Figure.text(range.high()) + ")";
    }

    /** What the figures of an experiment's arms are. */
    static String quoted(Summary s) {
        int runs = s.arms().stream().mapToInt(arm -> arm.runs().size()).max().orElse(1);
        boolean intervals = s.arms().stream()
                .flatMap(arm -> arm.runs().stream())
                .anyMatch(run -> run.measured().percentileIntervals() != null);
        boolean steps =
                s.arms().stream().anyMatch(arm -> Stream.of(Figure.values()).anyMatch(f -> f.step(arm) != null));
        return (runs > 1
                        ? text(
                                "Mean of up to %d runs ± half of its 95 %% interval (Student's t over server JVMs).",
                                runs)
                        : "Figures of the whole first run." + (intervals ? " " + WITHIN : ""))
                + (steps ? " " + ON_A_STEP : "");
    }

    static String errors(double number) {
        return text("possibly because of its %,.0f errors", number);
    }

    /** The interval of a ratio, in brackets, with its confidence. */
    static String doubt(Ratio ratio) {
        return ratio.pairs() > 1 ? text("(95 %%: %.2f to %.2f)", ratio.low(), ratio.high()) : "(one run each)";
    }

    /** The interval of one of several ratios, in brackets. */
    static String interval(Ratio ratio) {
        return text("(%.2f to %.2f)", ratio.low(), ratio.high());
    }

    static String text(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
