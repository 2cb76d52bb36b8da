package asynclab.run.plan;

import asynclab.model.Stages;

/** What the model says of the arms of an experiment, with the plan's own draws. */
public record Model(LoadPlan load, long seed) {

    public PlanDraws draws() {
        return new PlanDraws(load, seed);
    }

    /** Predicts an arm on a server with so many usable threads. The others are as in {@link PlannedArm#stages}. */
    public ArmPrediction predict(PlannedArm arm, int usableThreads, int reserved, boolean connected) {
        return predict(arm, arm.stages(usableThreads, reserved, load.processingMs(), connected));
    }

    public ArmPrediction predict(PlannedArm arm, Stages stages) {
        return new ArmPrediction(load.of(arm), seed, arm, stages);
    }
}
