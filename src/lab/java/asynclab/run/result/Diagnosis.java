package asynclab.run.result;

import asynclab.model.Bounds.Limiter;
import asynclab.run.plan.LoadPlan;
import asynclab.run.result.figures.Measured;
import asynclab.run.result.figures.Predicted;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The predicted limit of an arm, and the deviation of its measured throughput from the predicted one. The measured throughput is
 * the mean over the runs.
 *
 * @param deviation measured ÷ predicted throughput − 1; null within 3 %
 * @param cause the probable cause of the deviation; null without a deviation
 * @param evidence the number that belongs to the cause; null if there is none
 */
public record Diagnosis(Limiter limiter, Double deviation, Cause cause, Double evidence) {

    /** The share of busy processors from which the machine counts as busy. */
    public static final double BUSY_MACHINE = 0.85;

    private static final double AS_PREDICTED = 0.03;
    private static final double NEARLY = 0.05;

    /** The probable cause of a deviation. Each cause has its own kind of evidence. */
    public enum Cause {
        /** JMeter started its last user late; the evidence is how late, in seconds. */
        @JsonProperty("late-users")
        LATE_USERS,
        /** Requests failed; the evidence is their number. */
        @JsonProperty("errors")
        ERRORS,
        /** Client and server kept the processors busy; the evidence is the busy share. */
        @JsonProperty("processors")
        PROCESSORS,
        @JsonProperty("unexplained")
        UNEXPLAINED
    }

    /** Means over the runs. {@code secondsLate} is how late JMeter started its last user. */
    private record MeanRun(double throughput, double errors, double secondsLate, double machineLoad) {
        static double mean(List<Measured> runs, ToDoubleFunction<Measured> figure) {
            return runs.stream().mapToDouble(figure).average().orElseThrow();
        }
    }

    /**
     * @param runs at least one
     * @param machineLoad the busy share of the machine's processors
     */
    public static Diagnosis of(
            Limiter limiter, LoadPlan load, Predicted predicted, List<Measured> runs, double machineLoad) {
        var mean = new MeanRun(
                MeanRun.mean(runs, Measured::throughput),
                MeanRun.mean(runs, Measured::errors),
                load.isOpen() ? 0 : MeanRun.mean(runs, Measured::rampMs) / 1_000 - load.rampSeconds(),
                machineLoad);
        double deviation = mean.throughput / predicted.throughput() - 1;
        boolean deviates = Math.abs(deviation) > AS_PREDICTED;
        Cause cause = deviates ? cause(predicted, mean) : null;
        return new Diagnosis(limiter, deviates ? (Double) deviation : null, cause, evidence(cause, mean));
    }

    private static Cause cause(Predicted predicted, MeanRun mean) {
        double lateMs = 1_000 * mean.secondsLate;
        double withLateUsers = predicted.throughput() * predicted.durationMs() / (predicted.durationMs() + lateMs);
        boolean lower = mean.throughput < predicted.throughput();
        boolean explained = predicted.throughput() - withLateUsers >= (predicted.throughput() - mean.throughput) / 2;
        if (lower && explained && mean.throughput >= withLateUsers * (1 - NEARLY)) return Cause.LATE_USERS;
        if (mean.errors > 0) return Cause.ERRORS;
        return mean.machineLoad > BUSY_MACHINE ? Cause.PROCESSORS : Cause.UNEXPLAINED;
    }

    private static Double evidence(Cause cause, MeanRun mean) {
        if (cause == null) return null;
        return switch (cause) {
            case LATE_USERS -> mean.secondsLate;
            case ERRORS -> mean.errors;
            case PROCESSORS -> mean.machineLoad;
            case UNEXPLAINED -> null;
        };
    }
}
