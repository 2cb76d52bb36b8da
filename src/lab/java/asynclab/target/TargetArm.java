package asynclab.target;

import asynclab.model.Budget;
import asynclab.model.Prediction;
import asynclab.model.Station;
import asynclab.model.advice.Explanation;
import asynclab.model.advice.Published;
import asynclab.run.plan.ArmPrediction;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.PlannedArm;
import asynclab.run.plan.PublishedFigures;
import asynclab.run.result.ArmResult;
import asynclab.run.result.Diagnosis;
import asynclab.run.result.RunResult;
import asynclab.run.result.TargetFinding;
import asynclab.run.result.TargetFinding.Saturation;
import asynclab.run.result.TargetModel;
import asynclab.run.result.figures.Measured;
import asynclab.run.result.figures.Predicted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The arm of a target or a baseline: fits its concurrency limit to each run, and predicts the first one. */
final class TargetArm {

    private TargetArm() {}

    /**
     * @param load its users and ramp; the hold time is that of the first run's requests without load
     * @param runs at least one
     * @param clientBusy the share of this machine's processors that the client used in the first run
     */
    static ArmResult of(String name, String path, LoadPlan load, List<Measured> runs, double clientBusy) {
        Measured measured = runs.get(0);
        LoadPlan own = TargetModel.load(load, measured);
        PlannedArm arm = TargetModel.arm(name, path);
        Explanation explanation = explanation(load, measured, arm);
        ArmPrediction prediction = TargetModel.predict(own, arm, fitted(explanation));
        var predicted = Predicted.of(prediction.figures(), prediction.stages());
        var limits = new ArrayList<Integer>();
        var numbered = new ArrayList<RunResult>();
        for (Measured run : runs) {
            limits.add(run == measured ? fitted(explanation) : fitted(explanation(load, run, arm)));
            numbered.add(new RunResult(numbered.size() + 1, run, null));
        }
        return new ArmResult(
                name,
                path,
                PublishedFigures.NONE,
                predicted,
                null,
                measured,
                null,
                Diagnosis.of(prediction.figures().bounds().limiter(), own, predicted, runs, clientBusy),
                finding(
                        explanation,
                        own,
                        measured,
                        TargetModel.predict(own, arm, null).figures(),
                        limits),
                numbered);
    }

    /** The number of threads that gives the measured throughput and mean response time. */
    private static Explanation explanation(LoadPlan load, Measured run, PlannedArm arm) {
        return Explanation.ofThreads(
                TargetModel.load(load, run).closed(arm),
                Station::requestThreads,
                new Published(Map.of(
                        Published.Statistic.THROUGHPUT,
                        run.throughput(),
                        Published.Statistic.MEAN,
                        run.times().meanMs())),
                Explanation.USUAL_TOLERANCE_PERCENT,
                Budget.unlimited());
    }

    private static Integer fitted(Explanation explanation) {
        return explanation.outcome() == Explanation.FitOutcome.FOUND ? explanation.value() : null;
    }

    private static TargetFinding finding(
            Explanation explanation, LoadPlan load, Measured measured, Prediction unlimited, List<Integer> limits) {
        Saturation saturation =
                switch (explanation.outcome()) {
                    case FOUND -> Saturation.FITTED;
                    case AT_LEAST, RAMP_LIMITED -> Saturation.NOT_REACHED;
                    case NOTHING_FITS -> Saturation.UNEXPLAINED;
                };
        boolean fits = saturation == Saturation.FITTED;
        Integer bound = explanation.value() == null ? (Integer) load.users() : explanation.value();
        return new TargetFinding(
                TargetModel.aloneMillis(measured),
                saturation,
                saturation == Saturation.UNEXPLAINED ? null : bound,
                fits ? explanation.from() : null,
                fits ? explanation.to() : null,
                unlimited.steadyThroughput() == null ? unlimited.throughput() : unlimited.steadyThroughput(),
                unlimited.latencies().meanMs(),
                limits);
    }
}
