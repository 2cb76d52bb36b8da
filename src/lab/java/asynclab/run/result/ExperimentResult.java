package asynclab.run.result;

import asynclab.run.plan.ArmPrediction;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.Model;
import java.util.List;

/**
 * The result of an experiment.
 *
 * @param predictions the predictions of the arms, in the order of the arms; the report draws them
 */
public record ExperimentResult(Summary summary, List<ArmPrediction> predictions) {

    /** A stored result with predictions of the current model. */
    public static ExperimentResult of(Summary s) {
        return new ExperimentResult(
                s, s.arms().stream().map(arm -> predict(s, arm)).toList());
    }

    private static ArmPrediction predict(Summary s, ArmResult arm) {
        return arm.predict(
                new Model(s.workload(), s.seed()),
                Experiment.named(s.experiment()).arm(arm.name()).faster(s.speed()));
    }
}
