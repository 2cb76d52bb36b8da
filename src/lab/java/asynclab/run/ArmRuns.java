package asynclab.run;

import asynclab.run.plan.ArmPrediction;
import asynclab.run.plan.PlannedArm;
import asynclab.run.result.RunResult;
import asynclab.run.result.ValidityCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The finished runs of an arm, with its prediction.
 *
 * @param version the version of the server
 */
record ArmRuns(String version, ArmPrediction prediction, List<FinishedRun> runs) {

    ArmRuns(String version, ArmPrediction prediction) {
        this(version, prediction, new ArrayList<>());
    }

    PlannedArm arm() {
        return prediction.arm();
    }

    List<RunResult> results() {
        return runs.stream().map(FinishedRun::result).toList();
    }

    /** The checks about runs that were not valid and were measured again. */
    List<ValidityCheck> leftOut() {
        return runs.stream().map(FinishedRun::leftOut).filter(Objects::nonNull).toList();
    }

    /** The validity checks of a run. */
    List<ValidityCheck> checks(ArmRun run, long seed) {
        return RunChecks.of(run, prediction, seed);
    }
}
