package asynclab.run;

import asynclab.run.plan.ArmPrediction;
import asynclab.run.plan.PlannedArm;
import asynclab.run.result.ValidityCheck;
import java.util.ArrayList;
import java.util.List;

/**
 * The runs of an arm, with its prediction.
 *
 * @param version the version of the server
 * @param leftOut the checks about runs that were not valid
 */
record ArmRuns(String version, ArmPrediction prediction, List<ArmRun> runs, List<ValidityCheck> leftOut) {

    ArmRuns(String version, ArmPrediction prediction) {
        this(version, prediction, new ArrayList<>(), new ArrayList<>());
    }

    PlannedArm arm() {
        return prediction.arm();
    }

    /** The validity checks of a run. */
    List<ValidityCheck> checks(ArmRun run, long seed) {
        return RunChecks.of(run, prediction.load(), seed);
    }
}
