package asynclab.run.plan;

import asynclab.model.Stages;

/** The model's predictions of the arms of an experiment, with the hold times that the plan draws. */
public record Model(LoadPlan load, long seed) {

    public PlanDraws draws() {
        return new PlanDraws(load, seed);
    }

    /** Predicts an arm on a server with this number of usable threads. {@link PlannedArm#stages} explains the other parameters. */
    public ArmPrediction predict(PlannedArm arm, int usableThreads, int reserved, boolean connected) {
        return predict(arm, arm.stages(usableThreads, reserved, load.processingMs(), connected));
    }

    public ArmPrediction predict(PlannedArm arm, Stages stages) {
        return new ArmPrediction(load.of(arm), seed, arm, stages);
    }
}
