package asynclab.result;

import asynclab.plan.LoadPlan;
import asynclab.queueing.Bounds.Limiter;
import asynclab.result.figures.Measured;
import asynclab.result.figures.Predicted;
import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What limits an arm by the model, and how far its measured throughput deviates from the predicted one.
 *
 * @param deviation measured ÷ predicted throughput − 1; null within 3 %
 * @param cause the probable cause of the deviation; null without a deviation
 * @param evidence the number that belongs to the cause; null if there is none
 */
public record Diagnosis(Limiter limiter, Double deviation, Cause cause, Double evidence) {

    /** From here on the processors of the machine are busy, as a share. */
    public static final double BUSY_MACHINE = 0.85;

    private static final double AS_PREDICTED = 0.03;
    private static final double NEARLY = 0.05;

    /** The probable cause of a deviation. Each has another kind of evidence. */
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

    /** @param machineLoad the busy share of the machine's processors */
    public static Diagnosis of(
            Limiter limiter, LoadPlan load, Predicted predicted, Measured measured, double machineLoad) {
        double deviation = measured.throughput() / predicted.throughput() - 1;
        boolean deviates = Math.abs(deviation) > AS_PREDICTED;
        Cause cause = deviates ? cause(load, predicted, measured, machineLoad) : null;
        return new Diagnosis(
                limiter, deviates ? (Double) deviation : null, cause, evidence(cause, load, measured, machineLoad));
    }

    private static Cause cause(LoadPlan load, Predicted predicted, Measured measured, double machineLoad) {
        double lateMs = 1_000 * secondsLate(load, measured);
        double withLateUsers = predicted.throughput() * predicted.durationMs() / (predicted.durationMs() + lateMs);
        boolean lower = measured.throughput() < predicted.throughput();
        if (lower && lateMs > 0 && measured.throughput() >= withLateUsers * (1 - NEARLY)) return Cause.LATE_USERS;
        if (measured.errors() > 0) return Cause.ERRORS;
        return machineLoad > BUSY_MACHINE ? Cause.PROCESSORS : Cause.UNEXPLAINED;
    }

    private static Double evidence(Cause cause, LoadPlan load, Measured measured, double machineLoad) {
        if (cause == null) return null;
        return switch (cause) {
            case LATE_USERS -> secondsLate(load, measured);
            case ERRORS -> (double) measured.errors();
            case PROCESSORS -> machineLoad;
            case UNEXPLAINED -> null;
        };
    }

    private static double secondsLate(LoadPlan load, Measured measured) {
        return measured.rampMs() / 1_000 - load.rampSeconds();
    }
}
