package asynclab.run;

import asynclab.run.plan.ArmPrediction;
import asynclab.run.plan.PlannedArm;
import asynclab.run.result.RunResult;
import asynclab.run.result.ValidityCheck;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The finished runs of an arm, with its prediction.
 *
 * @param version the version of the server
 */
record ArmRuns(String version, ArmPrediction prediction, List<FinishedRun> runs) {

    /**
     * What remains of a run: its figures and its checks, without the samples. The samples of many long runs do not fit into memory.
     *
     * @param version of the server
     * @param leftOut the check about the run before this one, which was not valid; null if there is none
     */
    record FinishedRun(
            String version,
            RunResult result,
            List<ValidityCheck> checks,
            @JsonInclude(JsonInclude.Include.NON_NULL) ValidityCheck leftOut) {}

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
}
