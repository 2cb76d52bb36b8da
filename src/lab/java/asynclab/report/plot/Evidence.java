package asynclab.report.plot;

import asynclab.document.Plot;
import asynclab.document.Plot.Series;
import asynclab.run.plan.ArmPrediction;
import asynclab.run.result.ArmResult;
import asynclab.run.result.ExperimentResult;
import asynclab.run.result.figures.Measured;
import asynclab.run.result.figures.Timeline;
import asynclab.run.result.figures.Times;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The data to draw an arm: the stored curves of its first run, and its prediction.
 *
 * @param percentiles of all requests, exact to a millisecond
 * @param byLabel the times of each label; empty if the folder has no curves
 */
public record Evidence(
        ArmResult arm, Timeline timeline, Times percentiles, Map<String, Times> byLabel, ArmPrediction prediction) {

    /** The evidence of each arm, from stored files and the model. So a report can be made at any time. */
    public static List<Evidence> read(ExperimentResult result, Path folder) throws IOException {
        var arms = new ArrayList<Evidence>();
        for (ArmResult arm : result.summary().arms())
            arms.add(new Evidence(
                    arm,
                    Timeline.read(folder.resolve(arm.name() + "-timeline.csv")),
                    Times.readPercentiles(folder.resolve(arm.name() + ".hgrm")),
                    Times.read(folder.resolve(arm.name() + "-times.csv")),
                    result.predictions().get(arms.size())));
        return arms;
    }

    /** Ramp, steady window and drain of the first run. An open load has no ramp, and its window is that of the arrivals. */
    public Plot.Span span() {
        Measured m = arm.measured();
        double ramp = m.rampMs() / 1_000;
        double end = m.samples() / m.throughput();
        if (arm.open() != null) return new Plot.Span(arm.name(), 0, ramp, end);
        Double steadyTo = m.steadySeconds() == null ? null : (Double) (ramp + m.steadySeconds());
        return new Plot.Span(arm.name(), ramp, steadyTo, end);
    }

    /** The same evidence with other names of the arm and of its curve. */
    public Evidence named(UnaryOperator<String> other) {
        return new Evidence(arm.named(other), timeline, percentiles, byLabel, prediction);
    }

    /** @param each takes the index of an arm, which gives the colour, and the arm */
    static void each(List<Evidence> arms, BiConsumer<Integer, Evidence> each) {
        for (int i = 0; i < arms.size(); i++) each.accept(i, arms.get(i));
    }

    /** A measured and a predicted curve of each arm. */
    static List<Series> curves(
            List<Evidence> arms,
            Function<Evidence, List<double[]>> measured,
            Function<Evidence, List<double[]>> predicted) {
        var curves = new ArrayList<Series>();
        each(arms, (i, e) -> Series.addBoth(curves, e.arm().name(), i, 0, measured.apply(e), predicted.apply(e)));
        return curves;
    }
}
