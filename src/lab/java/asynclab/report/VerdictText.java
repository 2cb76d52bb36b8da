package asynclab.report;

import static asynclab.document.Texts.number;
import static asynclab.document.Texts.text;

import asynclab.document.Document.CheckStatus;
import asynclab.model.Bounds.Limiter;
import asynclab.model.station.Outcomes;
import asynclab.run.plan.LoadPlan;
import asynclab.run.result.ArmResult;
import asynclab.run.result.Conclusion;
import asynclab.run.result.Figure;
import asynclab.run.result.Ratio;
import asynclab.run.result.Summary;
import asynclab.run.result.ValidityCheck;
import asynclab.run.result.figures.OpenFigures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The conclusion from a result, in a few sentences. */
public final class VerdictText {

    private VerdictText() {}

    public static String of(Summary s) {
        return switch (s.conclusion().kind()) {
            case INVALID -> invalid(s.validity());
            case PAYS -> pays(s);
            case CHANGES_NOTHING -> "Asynchronous processing changes nothing for this workload." + noGain(s);
            case UNDECIDED -> "These runs do not decide whether asynchronous processing pays for this workload."
                    + noGain(s) + " A larger -Drepeats= makes the interval narrower.";
            case NOT_COMPARED -> notCompared(s);
        };
    }

    private static String notCompared(Summary s) {
        if (ArmResult.areLevels(s.arms())) return atTheHighestLoad(s);
        if (s.arms().get(0).overload() != null) return ofOverload(s.arms());
        return s.arms().stream()
                .map(arm -> arm.name() + " is " + Reasons.why(s.workload(), arm) + ".")
                .collect(Collectors.joining(" "));
    }

    private static String invalid(List<ValidityCheck> validity) {
        return "No verdict: the run is not valid."
                + validity.stream()
                        .filter(check -> check.status() == CheckStatus.RED)
                        .map(check -> " " + check.arm() + ", " + check.check().title() + ": " + check.detail() + ".")
                        .collect(Collectors.joining());
    }

    private static String noGain(Summary s) {
        Ratio ratio = s.conclusion().ratio();
        if (Double.isNaN(ratio.low())) return " In a run no request was answered.";
        return text(
                " It answers %.2f times as many requests per second as blocking %s. It is %s.%s",
                ratio.mean(), doubt(ratio), Reasons.why(s.workload(), Conclusion.asynchronous(s.arms())), basis(ratio));
    }

    /** The sentence for a verdict that comes from a single run. */
    private static String basis(Ratio ratio) {
        return ratio.pairs() > 1 ? "" : " This verdict comes from one run and has no interval.";
    }

    private static String pays(Summary s) {
        ArmResult blocking = Conclusion.blocking(s.arms());
        ArmResult async = Conclusion.asynchronous(s.arms());
        return text(
                "Asynchronous processing pays for this workload. It answers %.2f times as many requests per second as blocking %s."
                        + " Its mean response time is %s s instead of %s s."
                        + " Blocking is limited to %s."
                        + " A blocking pool of about %,d threads would reach the same throughput.%s",
                s.conclusion().ratio().mean(),
                doubt(s.conclusion().ratio()),
                number(Figure.MEAN.estimate(async).mean() / 1_000),
                number(Figure.MEAN.estimate(blocking).mean() / 1_000),
                limit(s.workload(), blocking),
                async.predicted().maxInFlight(),
                basis(s.conclusion().ratio()));
    }

    /** What a request of the blocking arm needs one of, and for how long. */
    private static String limit(LoadPlan load, ArmResult blocking) {
        Limiter limiter = blocking.diagnosis().limiter();
        if (limiter == Limiter.WORKERS) return Reasons.workers(load, blocking.predicted());
        return text(
                "%d usable threads ÷ %s s",
                blocking.server().threads().usableThreads(),
                limiter == Limiter.THREADS
                        ? Reasons.threadSeconds(load, blocking)
                        : number(load.serviceMeanMs() / 1_000));
    }

    /** The interval of a ratio, in brackets, with its confidence. */
    private static String doubt(Ratio ratio) {
        return ratio.pairs() > 1 ? text("(95 %%: %.2f to %.2f)", ratio.low(), ratio.high()) : "(one run each)";
    }

    /** The requests answered in time at the highest load of a series of open loads, for each curve. */
    private static String atTheHighestLoad(Summary s) {
        int highest =
                s.arms().stream().mapToInt(arm -> arm.open().percent()).max().orElseThrow();
        return s.arms().stream()
                .filter(arm -> arm.open().percent() == highest)
                .map(arm -> text(
                        "At %.0f arrivals a second, %s answers %.1f a second in time (predicted %.1f).",
                        arm.open().predicted().offered(),
                        arm.open().curve(),
                        arm.meanOfRuns(OpenFigures::goodput),
                        arm.open().predicted().goodput()))
                .collect(Collectors.joining(" "));
    }

    /** The best and the worst arm of the first runs. Nothing in an arm without a capacity can be overloaded. */
    static String ofOverload(List<ArmResult> arms) {
        Map<Boolean, List<ArmResult>> hasCapacity = arms.stream()
                .collect(Collectors.partitioningBy(arm -> lastMinute(arm).ofCapacity() != null));
        var figures = new ArrayList<String>();
        if (!hasCapacity.get(true).isEmpty()) figures.add(ofCapacity(hasCapacity.get(true)));
        for (ArmResult arm : hasCapacity.get(false))
            figures.add(text(
                    "%,.0f requests per second with %s, which has no limit.",
                    lastMinute(arm).goodput(), arm.name()));
        return "In the last minute before users left, the goodput was " + String.join(" It was ", figures);
    }

    /** @param arms with a capacity, at least one */
    private static String ofCapacity(List<ArmResult> arms) {
        Comparator<ArmResult> byGoodput =
                Comparator.comparingDouble(arm -> lastMinute(arm).ofCapacity());
        ArmResult best = Collections.max(arms, byGoodput);
        ArmResult worst = Collections.min(arms, byGoodput);
        return text("%.0f %% of the capacity with %s", 100 * lastMinute(best).ofCapacity(), best.name())
                + (arms.size() == 1
                        ? "."
                        : text(", and %.0f %% with %s.", 100 * lastMinute(worst).ofCapacity(), worst.name()));
    }

    private static Outcomes lastMinute(ArmResult arm) {
        return arm.overload().measured().lastMinute();
    }
}
