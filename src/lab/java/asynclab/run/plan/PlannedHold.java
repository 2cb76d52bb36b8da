package asynclab.run.plan;

import asynclab.delay.HoldTime;
import asynclab.options.LabException;
import asynclab.parameter.Parameters;
import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * The hold time of a request, and its label in the samples.
 *
 * @param ms the hold time; null if it is drawn from {@code minMs} to below {@code maxMs}
 * @param processingMs how long the request occupies a request thread before its hold time; 0 if absent
 * @param distribution a random hold time as in a query, such as {@code meanMs=300}, {@link HoldTime#of}; null if {@code ms},
 *     {@code minMs} and {@code maxMs} say it
 */
public record PlannedHold(
        String label,
        Integer ms,
        int minMs,
        int maxMs,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) int processingMs,
        @JsonInclude(JsonInclude.Include.NON_NULL) String distribution) {

    public static PlannedHold fixed(String label, int ms) {
        return new PlannedHold(label, ms, 0, 0, 0, null);
    }

    /** Uniform from {@code minMs} to below {@code maxMs}. */
    public static PlannedHold between(String label, int minMs, int maxMs) {
        return new PlannedHold(label, null, minMs, maxMs, 0, null);
    }

    /** A random hold time as in a query. */
    public static PlannedHold drawn(String label, String distribution) {
        return new PlannedHold(label, null, 0, 0, 0, distribution);
    }

    PlannedHold faster(int speed) {
        if (speed != 1 && distribution != null)
            throw new LabException("-Dspeed must be 1 for the hold time " + distribution + ", but was " + speed + ".");
        return new PlannedHold(
                label,
                ms == null ? null : (Integer) LoadPlan.divided("hold time (ms)", ms, speed),
                LoadPlan.divided("hold time (ms)", minMs, speed),
                LoadPlan.divided("hold time (ms)", maxMs, speed),
                LoadPlan.divided("processing time (ms)", processingMs, speed),
                distribution);
    }

    HoldTime time() {
        if (distribution != null) return HoldTime.of(Parameters.parse(distribution));
        return ms != null ? new HoldTime.Fixed(ms) : new HoldTime.Uniform(minMs, maxMs);
    }

    /** The query that tells the servlets the hold time. */
    public String query() {
        String hold =
                distribution != null ? distribution : ms != null ? "ms=" + ms : "minMs=" + minMs + "&maxMs=" + maxMs;
        return processingMs == 0 ? hold : hold + "&processingMs=" + processingMs;
    }
}
