package asynclab.run.result;

import asynclab.run.plan.ArmPrediction;
import asynclab.run.plan.Model;
import asynclab.run.plan.PlannedArm;
import asynclab.run.plan.PublishedFigures;
import asynclab.run.result.figures.Measured;
import asynclab.run.result.figures.OpenFigures;
import asynclab.run.result.figures.Predicted;
import asynclab.run.result.figures.SentBurst;
import asynclab.run.result.figures.ServerFigures;
import asynclab.run.result.figures.TimeClasses;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * An arm's figures.
 *
 * @param published as in the post, scaled by the speed
 * @param predictedClasses null if the experiment has no response-time classes
 * @param measured the first run, whose curves are stored; figures in reports are means over {@code runs}
 * @param server the server's figures in the first run
 * @param open the figures of the arrivals of an open load; null for a closed load
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
        List<RunResult> runs,
        @JsonInclude(JsonInclude.Include.NON_NULL) OpenArm open) {

    /**
     * An arm with an open load.
     *
     * @param curve the name that all levels of a series of loads share
     * @param percent the level, in per cent of the arrivals
     * @param predicted the prediction for the second half of the arrivals, with the same arrivals
     */
    public record OpenArm(String curve, int percent, OpenFigures predicted) {}

    /** The first run's figures of the overload; null if the load does not fall. */
    public RunResult.Overload overload() {
        return runs.get(0).overload();
    }

    /** The mean over the runs of a figure of an open load; null if no run has it. */
    public Double meanOfRuns(Function<OpenFigures, Double> figure) {
        double[] figures = runs.stream()
                .map(run -> figure.apply(run.open().figures()))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        return figures.length == 0
                ? null
                : (Double) Arrays.stream(figures).average().orElseThrow();
    }

    /** The name without the level of the load: the arms of one curve share it. */
    public String curve() {
        return open == null ? name : open.curve;
    }

    /** Whether the arms are a series of open loads, so that a curve has several of them. */
    public static boolean areLevels(List<ArmResult> arms) {
        return arms.stream().anyMatch(arm -> !arm.curve().equals(arm.name));
    }

    /** The prediction of this arm on the server that was measured. */
    public ArmPrediction predict(Model model, PlannedArm arm) {
        var threads = server.threads();
        return model.predict(arm, threads.usableThreads(), threads.reservedThreads(), burst() != null);
    }

    /** How the first run's burst was sent; null if the load was not a burst. */
    public SentBurst burst() {
        return runs.get(0).burst();
    }

    /** The same arm with other names of itself and of its curve. */
    public ArmResult named(UnaryOperator<String> other) {
        return new ArmResult(
                other.apply(name),
                path,
                published,
                predicted,
                predictedClasses,
                measured,
                server,
                diagnosis,
                runs,
                open == null ? null : new OpenArm(other.apply(open.curve), open.percent, open.predicted));
    }

    /** The same arm with other runs. */
    public ArmResult with(List<RunResult> others) {
        return new ArmResult(
                name, path, published, predicted, predictedClasses, measured, server, diagnosis, others, open);
    }
}
