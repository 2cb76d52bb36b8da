package asynclab.result;

import asynclab.plan.PublishedFigures;
import asynclab.result.figures.Measured;
import asynclab.result.figures.OverloadFigures;
import asynclab.result.figures.Predicted;
import asynclab.result.figures.SentBurst;
import asynclab.result.figures.ServerFigures;
import asynclab.result.figures.TimeClasses;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * An arm's figures.
 *
 * @param published as in the post, scaled by the speed
 * @param predictedClasses null if the experiment has no response-time classes
 * @param measured the first run, whose curves are stored; figures in reports are means over {@code runs}
 * @param server of the first run; null for a target, whose server the lab cannot watch
 * @param target what is known of a target; null for an arm of an experiment
 */
public record ArmResult(
        String name,
        String path,
        PublishedFigures published,
        Predicted predicted,
        @JsonInclude(JsonInclude.Include.NON_NULL) TimeClasses predictedClasses,
        Measured measured,
        ServerFigures server,
        Diagnosis diagnosis,
        @JsonInclude(JsonInclude.Include.NON_NULL) TargetFinding target,
        List<Run> runs) {

    /**
     * The run of one server JVM.
     *
     * @param burst null unless all users sent at the same moment; null in results from before it was measured
     * @param overload null unless the load falls
     */
    public record Run(
            int number,
            Measured measured,
            ServerFigures server,
            @JsonInclude(JsonInclude.Include.NON_NULL) SentBurst burst,
            @JsonInclude(JsonInclude.Include.NON_NULL) Overload overload) {

        /** A run whose load does not fall. */
        public Run(int number, Measured measured, ServerFigures server, SentBurst burst) {
            this(number, measured, server, burst, null);
        }

        /** The same with another prediction of the overload; null for none. */
        public Run predicted(OverloadFigures other) {
            return overload == null || other == null
                    ? this
                    : new Run(number, measured, server, burst, new Overload(other, overload.measured));
        }

        /** A run that is no burst. */
        public Run(int number, Measured measured, ServerFigures server) {
            this(number, measured, server, null);
        }
    }

    /** What the model says of the overload, and what was measured. */
    public record Overload(OverloadFigures predicted, OverloadFigures measured) {}

    /** The first run's figures of the overload; null if the load does not fall. */
    public Overload overload() {
        return runs.get(0).overload();
    }

    /** How the first run's burst was sent; null if it was none. */
    public SentBurst burst() {
        return runs.get(0).burst();
    }

    /** The same under another name. */
    public ArmResult named(String other) {
        return new ArmResult(
                other, path, published, predicted, predictedClasses, measured, server, diagnosis, target, runs);
    }

    /** The same with other runs. */
    public ArmResult with(List<Run> others) {
        return new ArmResult(
                name, path, published, predicted, predictedClasses, measured, server, diagnosis, target, others);
    }
}
