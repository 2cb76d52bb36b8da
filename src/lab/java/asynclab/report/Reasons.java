package asynclab.report;

import static asynclab.document.Texts.number;
import static asynclab.document.Texts.text;

import asynclab.model.Bounds.Limiter;
import asynclab.report.plot.Evidence;
import asynclab.run.plan.LoadPlan;
import asynclab.run.result.ArmResult;
import asynclab.run.result.Diagnosis;
import asynclab.run.result.Figure;
import asynclab.run.result.figures.Predicted;
import asynclab.run.result.figures.SeedRange;
import asynclab.run.result.figures.SentBurst;
import asynclab.run.result.figures.Times;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The limit of an arm, the deviations of its figures from the predicted and the published ones, and their reasons. */
final class Reasons {

    private static final double WORTH_EXPLAINING = 0.1;
    private static final double STEEP = 0.05; // the share of requests on either side of a percentile

    private Reasons() {}

    /** The limit of an arm and its deviations. The text continues "The arm is". */
    static String of(LoadPlan workload, Evidence e) {
        ArmResult arm = e.arm();
        String predicted = limit(workload, arm) + ". " + offPrediction(e) + steps(arm);
        return predicted + " " + post(arm) + (arm.burst() == null ? "" : " " + burst(arm));
    }

    /** The limit of an arm and the deviation from the prediction. The text continues "The arm is" and has no full stop. */
    static String why(LoadPlan workload, ArmResult arm) {
        String deviation = deviation(arm.diagnosis());
        return limit(workload, arm) + (deviation == null ? "" : ". " + deviation);
    }

    private static String limit(LoadPlan load, ArmResult arm) {
        Predicted predicted = arm.predicted();
        return switch (arm.diagnosis().limiter()) {
            case THREADS -> text(
                    "limited by request threads: %d usable threads ÷ %s s = %.1f req/s",
                    threads(arm), threadSeconds(load, arm), predicted.bounds().threads());
            case WORKERS -> text(
                    "limited by worker threads: %s = %.1f req/s",
                    workers(load, predicted), predicted.bounds().threads());
            case USERS -> users(load, predicted);
            case ARRIVALS -> load.isOpen()
                    ? arrivals(predicted)
                    : text(
                            "limited by the load plan's ramp, not by the server. The plan sends %,d requests in its %d s ramp and the last"
                                    + " user's %s s of requests. With all users active the throughput would be %,.0f req/s",
                            load.requests(),
                            load.rampSeconds(),
                            number(Math.max(0, predicted.durationMs() / 1_000 - load.rampSeconds())),
                            predicted.bounds().users());
            case BACKEND, LIMIT, CONNECTIONS, PROCESSORS -> kind(arm.diagnosis().limiter());
        };
    }

    private static String arrivals(Predicted predicted) {
        Double threads = predicted.bounds().threads();
        return text(
                        "limited by its arrivals, not by the server: %.1f requests arrive a second",
                        predicted.bounds().arrivals())
                + (threads == null ? "" : text(", and the server can take %.1f", threads));
    }

    /** The usable threads. Asynchronous requests also need one, for their processing time. */
    private static int threads(ArmResult arm) {
        return arm.server().threads().usableThreads();
    }

    /** How long a request occupies a request thread, in an arm that threads limit. */
    static String threadSeconds(LoadPlan load, ArmResult arm) {
        boolean kept = arm.predicted().station() != null;
        double usual = kept ? load.serviceMeanMs() : load.processingMs();
        return number(seconds(threads(arm), arm.predicted().bounds().threads(), usual));
    }

    /** How long a request and the think time take, in an arm that its users limit. */
    private static double cycleSeconds(LoadPlan load, Predicted predicted) {
        return seconds(load.users(), predicted.bounds().users(), load.serviceMeanMs() + load.thinkMeanMs());
    }

    /**
     * A bound is a number ÷ a time. This is the usual time, unless the bound says that a request also needs a connection or a
     * processor, or that clients leave. The bound is stored to three decimals.
     */
    private static double seconds(int number, double bound, double usualMillis) {
        boolean usual = Math.abs(1_000.0 * number / usualMillis - bound) < 0.001;
        return usual ? usualMillis / 1_000 : number / bound;
    }

    private static String users(LoadPlan load, Predicted predicted) {
        double seconds = cycleSeconds(load, predicted) - load.thinkMeanMs() / 1_000;
        boolean usual = Math.abs(1_000 * seconds - load.serviceMeanMs()) < 1e-6;
        return text(
                "limited by the number of users: %,d users ÷ (%s s %s + %s s think time) = %,.0f req/s",
                load.users(),
                number(seconds),
                !usual ? "time of a request" : load.processingMs() == 0 ? "hold time" : "processing and hold time",
                number(load.thinkMeanMs() / 1_000),
                predicted.bounds().users());
    }

    /** The workers of an arm, and how long a request holds one. */
    static String workers(LoadPlan load, Predicted predicted) {
        return text("%d workers ÷ %s s", predicted.station(), number(load.holdMeanMs() / 1_000));
    }

    /** What limits an arm, in a few words for the table in README. */
    static String shortLimit(LoadPlan load, ArmResult arm) {
        Predicted predicted = arm.predicted();
        double busy = arm.server().meanMachineLoad();
        String limit =
                switch (arm.diagnosis().limiter()) {
                    case THREADS -> mostTimeOut(load, predicted)
                            ? text(
                                    "%d users ÷ %s s, client timeouts",
                                    load.users(), number((load.client().timeoutMs() + load.thinkMeanMs()) / 1_000))
                            : text("%d threads ÷ %s s", threads(arm), threadSeconds(load, arm));
                    case WORKERS -> workers(load, predicted);
                    case USERS -> text("%d users ÷ %s s", load.users(), number(cycleSeconds(load, predicted)));
                    case ARRIVALS -> load.isOpen() ? "the arrivals" : text("the plan's %d s ramp", load.rampSeconds());
                    case BACKEND, LIMIT, CONNECTIONS, PROCESSORS -> kind(arm.diagnosis()
                                    .limiter())
                            .replace("limited by ", "");
                };
        return limit
                + (predicted.reserved() > 0 ? ", reserved threads bypass the queue" : "")
                + (busy > Diagnosis.BUSY_MACHINE ? text(", processors %.0f %% busy", busy * 100) : "");
    }

    /** Whether the clients' timeout makes the rate, because it ends most requests of users who wait for their last answer. */
    private static boolean mostTimeOut(LoadPlan load, Predicted predicted) {
        return !load.isOpen() && load.client().timeoutMs() != null && predicted.failed() > predicted.requests() / 2;
    }

    /** What limits an arm, without figures. */
    static String kind(Limiter limiter) {
        return switch (limiter) {
            case THREADS -> "limited by request threads";
            case WORKERS -> "limited by worker threads";
            case USERS -> "limited by the number of users";
            case ARRIVALS -> "limited by the load plan"; // by its ramp, or by its arrivals
            case BACKEND -> "limited by the backend";
            case LIMIT -> "limited by the concurrency limit";
            case CONNECTIONS -> "limited by the connection pool";
            case PROCESSORS -> "limited by the processors";
        };
    }

    /**
     * The deviation of the measured throughput from the prediction, and its cause, without a full stop; null without a deviation.
     */
    static String deviation(Diagnosis diagnosis) {
        if (diagnosis.deviation() == null) return null;
        String cause =
                switch (diagnosis.cause()) {
                    case LATE_USERS -> text("JMeter started its last user %s s late", number(diagnosis.evidence()));
                    case ERRORS -> errors(diagnosis.evidence());
                    case PROCESSORS -> text(
                            "possibly because client and server used %.0f %% of the processors",
                            diagnosis.evidence() * 100);
                    case UNEXPLAINED -> "unexplained";
                };
        return text(
                "Measured throughput deviates from the prediction by %+.0f %%: %s", diagnosis.deviation() * 100, cause);
    }

    private static String errors(double number) {
        return text("possibly because of its %,.0f errors", number);
    }

    /** The percentiles that have no deviation, because they are on a step. */
    private static String steps(ArmResult arm) {
        return Arrays.stream(Figure.values())
                .filter(f -> f.isShown(arm) && f.step(arm) != null)
                .map(f -> text(
                        " %s is on a step of the distribution, from %.0f to %.0f ms.",
                        f.title(arm), f.step(arm).low(), f.step(arm).high()))
                .collect(Collectors.joining());
    }

    private static String offPrediction(Evidence e) {
        ArmResult arm = e.arm();
        String deviation = deviation(arm.diagnosis());
        List<String> far = far(arm, true).stream()
                .filter(f -> deviation == null || f.percentile() != null)
                .map(f -> " " + one(arm, f, f.offPrediction(arm)) + ": " + steep(e, f) + ".")
                .toList();
        if (deviation == null && far.isEmpty()) return "Every figure is within 10 % of the prediction.";
        return (deviation == null ? "Deviations from the prediction." : deviation + ".") + String.join("", far);
    }

    /** The deviations from the post, and why. */
    static String post(ArmResult arm) {
        if (Arrays.stream(Figure.values()).noneMatch(f -> f.isPublished(arm))) return "The post has no such arm.";
        List<Figure> far = far(arm, false);
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
        return text("%s %+.0f %%", f.title(arm), off * 100);
    }

    /** Why a figure deviates. Where the distribution jumps, a few requests move a percentile far. */
    private static String steep(Evidence e, Figure f) {
        Double q = f.percentile();
        if (q != null) {
            Times predicted = Times.of(e.prediction().run().histogram());
            double low = predicted.at(Math.max(0, q - STEEP));
            double high = predicted.at(Math.min(1, q + STEEP));
            double measured = e.percentiles().at(q);
            if (low <= measured * 1.01 && measured <= high * 1.01)
                return text(
                        "the distribution is steep here (predicted p%.0f %.0f ms, p%.0f %.0f ms)",
                        Math.max(0, q - STEEP) * 100, low, Math.min(1, q + STEEP) * 100, high);
        }
        SeedRange.Range seeds = f.overSeeds(e.arm());
        if (seeds != null && seeds.contains(f.estimate(e.arm()).mean()))
            return "within the range over other seeds" + f.rangeOverSeeds(e.arm());
        if (e.arm().measured().errors() > 0) return errors(e.arm().measured().errors());
        return "unexplained";
    }

    /** How a burst was sent, and which part of the deviation is the client's; empty if the arm has no burst. */
    static String burst(ArmResult arm) {
        SentBurst burst = arm.burst();
        if (burst == null) return "";
        double ideal = arm.predicted().throughput();
        double replayed = burst.replayed().throughput();
        return text(
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
        return text(
                "Cross-check by ab, which opens a connection for each request within the burst: its longest request took"
                        + " %,d ms, so %.1f req/s%s.",
                ab.longestMs(),
                ab.throughput(),
                ab.failed() == 0 ? "" : text(", with %,d failed requests", ab.failed()));
    }
}
