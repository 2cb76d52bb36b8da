package asynclab.run.result;

import asynclab.model.Latencies;
import asynclab.run.result.figures.Measured;
import asynclab.run.result.figures.OpenFigures;
import asynclab.run.result.figures.OverloadFigures;
import asynclab.run.result.figures.SentBurst;
import asynclab.run.result.figures.ServerFigures;
import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * The figures of one run of an arm, on a server JVM of its own.
 *
 * @param burst null unless all users sent at the same moment; null in results from before it was measured
 * @param overload null unless the load falls
 * @param open null for a closed load
 */
public record RunResult(
        int number,
        Measured measured,
        ServerFigures server,
        @JsonInclude(JsonInclude.Include.NON_NULL) SentBurst burst,
        @JsonInclude(JsonInclude.Include.NON_NULL) Overload overload,
        @JsonInclude(JsonInclude.Include.NON_NULL) OpenRun open) {

    /** The predicted and the measured figures of the overload. */
    public record Overload(OverloadFigures predicted, OverloadFigures measured) {}

    /**
     * A run with an open load.
     *
     * @param figures the figures of the second half of the arrivals
     * @param lateness how late the requests were sent
     */
    public record OpenRun(OpenFigures figures, Latencies lateness) {}

    /** A run with a closed load that does not fall. */
    public RunResult(int number, Measured measured, ServerFigures server, SentBurst burst) {
        this(number, measured, server, burst, null, null);
    }

    /** A run that is no burst. */
    public RunResult(int number, Measured measured, ServerFigures server) {
        this(number, measured, server, null);
    }

    /** The same run with another prediction of the overload; null for no prediction. */
    public RunResult predicted(OverloadFigures other) {
        return overload == null || other == null
                ? this
                : new RunResult(number, measured, server, burst, new Overload(other, overload.measured), open);
    }
}
