package asynclab.report;

import asynclab.report.plot.Evidence;
import asynclab.result.ArmResult;
import asynclab.result.Figure;
import asynclab.result.figures.Measured;
import asynclab.result.figures.SeedRange;
import asynclab.result.figures.SentBurst;
import asynclab.result.figures.Times;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** How far the figures of an arm deviate from the predicted and the published ones, and why. */
final class Reasons {

    private static final double WORTH_EXPLAINING = 0.1;
    private static final double STEEP = 0.05; // the share of requests on either side of a percentile

    private Reasons() {}

    static String of(Evidence e) {
        ArmResult arm = e.arm();
        if (arm.server() == null) return prediction(e);
        return prediction(e) + " " + post(arm) + (arm.burst() == null ? "" : " " + burst(arm));
    }

    private static String prediction(Evidence e) {
        return offPrediction(e) + steps(e.arm());
    }

    /** The percentiles that have no deviation, because they are on a step. */
    private static String steps(ArmResult arm) {
        return Arrays.stream(Figure.values())
                .filter(f -> f.isShown(arm) && f.step(arm) != null)
                .map(f -> String.format(
                        Locale.ROOT,
                        " %s is on a step of the distribution, from %.0f to %.0f ms.",
                        f.title(arm),
                        f.step(arm).low(),
                        f.step(arm).high()))
                .collect(Collectors.joining());
    }

    private static String offPrediction(Evidence e) {
        ArmResult arm = e.arm();
        List<Figure> far = far(arm, true);
        String deviation = Words.deviation(arm.diagnosis());
        if (deviation != null)
            return deviation + "."
                    + far.stream()
                            .filter(f -> percentile(f) != null)
                            .map(f -> " " + one(arm, f, f.offPrediction(arm)) + ": " + steep(e, f) + ".")
                            .collect(Collectors.joining());
        if (far.isEmpty()) return "Every figure is within 10 % of the prediction.";
        return "Deviations from the prediction. "
                + far.stream()
                        .map(f -> one(arm, f, f.offPrediction(arm)) + ": " + steep(e, f) + ".")
                        .collect(Collectors.joining(" "));
    }

    /** The deviations from the post, and why. */
    static String post(ArmResult arm) {
        List<Figure> far = far(arm, false);
        boolean none = Arrays.stream(Figure.values()).noneMatch(f -> f.isPublished(arm));
        if (none) return "The post has no such arm.";
        String explanation = arm.published().sentences();
        boolean compared = Arrays.stream(Figure.values()).anyMatch(f -> f.offPublished(arm) != null);
        if (far.isEmpty())
            return (compared
                            ? "Every figure is within 10 % of the published one."
                            : "The post gives single response times, which are not compared as percentages.")
                    + (explanation.isEmpty() ? "" : " " + explanation);
        return "Deviations from the post: "
                + far.stream().map(f -> one(arm, f, f.offPublished(arm))).collect(Collectors.joining(", ")) + ". "
                + (explanation.isEmpty() ? "They are unexplained." : explanation);
    }

    private static List<Figure> far(ArmResult arm, boolean predicted) {
        return Arrays.stream(Figure.values())
                .filter(f -> f.isShown(arm))
                .filter(f -> {
                    Double off = predicted ? f.offPrediction(arm) : f.offPublished(arm);
                    return off != null && Math.abs(off) > WORTH_EXPLAINING;
                })
                .toList();
    }

    private static String one(ArmResult arm, Figure f, double off) {
        return String.format(Locale.ROOT, "%s %+.0f %%", f.title(arm), off * 100);
    }

    /** Why a figure deviates. Where the distribution jumps, a few requests move a percentile far. */
    private static String steep(Evidence e, Figure f) {
        Double q = percentile(f);
        Measured m = e.arm().measured();
        if (q != null) {
            Times predicted = Times.of(e.replay().all().histogram());
            double low = predicted.at(Math.max(0, q - STEEP));
            double high = predicted.at(Math.min(1, q + STEEP));
            double measured = e.percentiles().at(q);
            if (low <= measured * 1.01 && measured <= high * 1.01)
                return String.format(
                        Locale.ROOT,
                        "the distribution is steep here (predicted p%.0f %.0f ms, p%.0f %.0f ms)",
                        Math.max(0, q - STEEP) * 100,
                        low,
                        Math.min(1, q + STEEP) * 100,
                        high);
        }
        SeedRange.Range seeds = f.overSeeds(e.arm());
        if (seeds != null && seeds.contains(f.estimate(e.arm()).mean()))
            return "within the range over other seeds" + Words.overSeeds(f, e.arm());
        if (m.errors() > 0) return Words.errors(m.errors());
        if (e.arm().server() == null) return "in the model every request takes the mean time of a request without load";
        return "unexplained";
    }

    private static Double percentile(Figure f) {
        return switch (f) {
            case P50 -> 0.5;
            case P75 -> 0.75;
            case P95 -> 0.95;
            case P99 -> 0.99;
            default -> null;
        };
    }

    /** How a burst was sent, and which part of the deviation is the client's; empty if the arm has no burst. */
    static String burst(ArmResult arm) {
        SentBurst burst = arm.burst();
        if (burst == null) return "";
        double ideal = arm.predicted().throughput();
        double replayed = burst.replayed().throughput();
        return String.format(
                Locale.ROOT,
                "The client sent its burst of %,d requests within %.0f ms. Of its deviation from the ideal burst, %+.1f %% is"
                        + " the client's: the model predicts %.1f req/s for requests sent at these times. The remaining"
                        + " %+.1f %% is the server's, with the client's reading of the responses. %s",
                arm.measured().samples(),
                burst.sent().maxMs(),
                (replayed / ideal - 1) * 100,
                replayed,
                (arm.measured().throughput() / replayed - 1) * 100,
                crossCheck(burst.crossCheck()));
    }

    private static String crossCheck(SentBurst.CrossCheck ab) {
        if (ab == null)
            return "There is no cross-check by a second load generator, because ab (apache2-utils) is not installed or failed.";
        return String.format(
                Locale.ROOT,
                "Cross-check by ab, which opens a connection for each request within the burst: its longest request took"
                        + " %,d ms, so %.1f req/s%s.",
                ab.longestMs(),
                ab.throughput(),
                ab.failed() == 0 ? "" : String.format(Locale.ROOT, ", with %,d failed requests", ab.failed()));
    }
}
