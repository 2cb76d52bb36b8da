package asynclab.result;

import asynclab.plan.PublishedFigures;
import asynclab.result.figures.Measured;
import asynclab.result.figures.Predicted;
import asynclab.result.figures.ServerFigures;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * An arm's figures.
 *
 * @param published as in the post, scaled by the speed
 * @param measured the first run, whose curves are stored; figures in reports are means over {@code runs}
 * @param server of the first run; null for a target, whose server the lab cannot watch
 * @param target what is known of a target; null for an arm of an experiment
 */
public record ArmResult(
        String name,
        String path,
        PublishedFigures published,
        Predicted predicted,
        Measured measured,
        ServerFigures server,
        Diagnosis diagnosis,
        @JsonInclude(JsonInclude.Include.NON_NULL) TargetFinding target,
        List<Run> runs) {

    /** The run of one server JVM. */
    public record Run(int number, Measured measured, ServerFigures server) {}

    /** The same under another name. */
    public ArmResult named(String other) {
        return new ArmResult(other, path, published, predicted, measured, server, diagnosis, target, runs);
    }

    /** The same with other runs. */
    public ArmResult with(List<Run> others) {
        return new ArmResult(name, path, published, predicted, measured, server, diagnosis, target, others);
    }
}
