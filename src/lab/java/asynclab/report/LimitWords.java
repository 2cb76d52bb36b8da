package asynclab.report;

import asynclab.model.Bounds.Limiter;
import asynclab.plan.LoadPlan;
import asynclab.result.ArmResult;
import asynclab.result.Diagnosis;
import asynclab.result.Figure;
import asynclab.result.Summary;
import asynclab.result.TargetModel;
import asynclab.result.figures.OpenFigures;
import asynclab.result.figures.Predicted;
import java.util.stream.Collectors;

/** What limits an arm, in words. */
final class LimitWords {

    private LimitWords() {}

    /** What limits an arm, with the sum. It continues "The arm is" and has no full stop. */
    static String limit(LoadPlan workload, ArmResult arm) {
        Predicted predicted = arm.predicted();
        LoadPlan load = arm.target() == null ? workload : TargetModel.load(workload, arm.measured());
        String hold = Figure.number(load.serviceMeanMs() / 1_000);
        return switch (arm.diagnosis().limiter()) {
            case THREADS -> Words.text(
                    arm.target() == null
                            ? "limited by request threads: %d usable threads ÷ %s s = %.1f req/s"
                            : "limited by its concurrency limit: %d ÷ %s s = %.1f req/s",
                    threads(arm),
                    Figure.number(threadSeconds(load, arm)),
                    predicted.bounds().threads());
            case WORKERS -> Words.text(
                    "limited by worker threads: %d workers ÷ %s s = %.1f req/s",
                    predicted.station(),
                    Figure.number(load.holdMeanMs() / 1_000),
                    predicted.bounds().threads());
            case USERS -> Words.text(
                    "limited by the number of users: %,d users ÷ (%s s %s + %s s think time) = %,.0f req/s",
                    load.users(),
                    hold,
                    load.processingMs() == 0 ? "hold time" : "processing and hold time",
                    Figure.number(load.thinkMeanMs() / 1_000),
                    predicted.bounds().users());
            case ARRIVALS -> load.isOpen()
                    ? openLimit(predicted)
                    : Words.text(
                            "limited by the load plan's ramp, not by the server. The plan sends %,d requests in its %d s ramp and the last"
                                    + " user's %s s of requests. With all users active the throughput would be %,.0f req/s",
                            load.requests(),
                            load.rampSeconds(),
                            Figure.number(Math.max(0, predicted.durationMs() / 1_000 - load.rampSeconds())),
                            predicted.bounds().users());
            case BACKEND -> "limited by the backend";
        };
    }

    private static String openLimit(Predicted predicted) {
        Double threads = predicted.bounds().threads();
        return Words.text(
                        "limited by its arrivals, not by the server: %.1f requests arrive a second",
                        predicted.bounds().arrivals())
                + (threads == null ? "" : Words.text(", and the server can take %.1f", threads));
    }

    /** What is answered in time at the highest load of a series of open loads, for each curve. */
    static String atTheHighestLoad(Summary s) {
        int highest =
                s.arms().stream().mapToInt(arm -> arm.open().percent()).max().orElseThrow();
        return s.arms().stream()
                .filter(arm -> arm.open().percent() == highest)
                .map(arm -> Words.text(
                        "At %.0f arrivals a second, %s answers %.1f a second in time (predicted %.1f).",
                        arm.open().predicted().offered(),
                        arm.open().curve(),
                        arm.meanOfRuns(OpenFigures::goodput),
                        arm.open().predicted().goodput()))
                .collect(Collectors.joining(" "));
    }

    /** The number of threads that limits an arm. Asynchronous requests also need one, for their processing time. */
    private static int threads(ArmResult arm) {
        Integer station = arm.predicted().station();
        return station == null ? arm.server().threads().usableThreads() : station;
    }

    /** How long a request occupies a request thread. */
    private static double threadSeconds(LoadPlan load, ArmResult arm) {
        boolean kept = arm.predicted().station() != null;
        return (kept ? load.serviceMeanMs() : load.processingMs()) / 1_000;
    }

    /** What limits an arm, in a few words for the table in README. */
    static String shortLimit(LoadPlan load, ArmResult arm) {
        Predicted predicted = arm.predicted();
        double busy = arm.server().meanMachineLoad();
        String hold = Figure.number(load.serviceMeanMs() / 1_000);
        String limit =
                switch (arm.diagnosis().limiter()) {
                    case THREADS -> Words.text(
                            "%d threads ÷ %s s", threads(arm), Figure.number(threadSeconds(load, arm)));
                    case WORKERS -> Words.text(
                            "%d workers ÷ %s s", predicted.station(), Figure.number(load.holdMeanMs() / 1_000));
                    case USERS -> Words.text(
                            "%d users ÷ %s s",
                            load.users(), Figure.number((load.serviceMeanMs() + load.thinkMeanMs()) / 1_000));
                    case ARRIVALS -> load.isOpen()
                            ? "the arrivals"
                            : Words.text("the plan's %d s ramp", load.rampSeconds());
                    case BACKEND -> "the backend";
                };
        return limit
                + (predicted.reserved() > 0 ? ", reserved threads bypass the queue" : "")
                + (busy > Diagnosis.BUSY_MACHINE ? Words.text(", processors %.0f %% busy", busy * 100) : "");
    }

    /** What limits an arm, without figures. */
    static String kind(Limiter limiter) {
        return switch (limiter) {
            case THREADS -> "limited by request threads";
            case WORKERS -> "limited by worker threads";
            case USERS -> "limited by the number of users";
            case ARRIVALS -> "limited by the load plan's ramp";
            case BACKEND -> "limited by the backend";
        };
    }
}
