package asynclab.run;

import asynclab.run.result.RunResult;
import asynclab.run.result.ValidityCheck;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

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
