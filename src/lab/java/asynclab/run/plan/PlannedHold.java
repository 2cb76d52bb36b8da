package asynclab.run.plan;

import asynclab.delay.HoldTime;
import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * The hold time of a request, and its label in the samples.
 *
 * @param ms the hold time; null if it is drawn from {@code minMs} to below {@code maxMs}
 * @param processingMs how long the request occupies a request thread before its hold time; 0 if absent
 */
public record PlannedHold(
        String label,
        Integer ms,
        int minMs,
        int maxMs,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) int processingMs) {

    public static PlannedHold fixed(String label, int ms) {
        return new PlannedHold(label, ms, 0, 0, 0);
    }

    PlannedHold faster(int speed) {
        return new PlannedHold(
                label,
                ms == null ? null : (Integer) LoadPlan.divided("hold time (ms)", ms, speed),
                LoadPlan.divided("hold time (ms)", minMs, speed),
                LoadPlan.divided("hold time (ms)", maxMs, speed),
                LoadPlan.divided("processing time (ms)", processingMs, speed));
    }

    HoldTime time() {
        return ms != null ? new HoldTime.Fixed(ms) : new HoldTime.Uniform(minMs, maxMs);
    }

    /** The query that tells the servlets the hold time. */
    public String query() {
        String hold = ms != null ? "ms=" + ms : "minMs=" + minMs + "&maxMs=" + maxMs;
        return processingMs == 0 ? hold : hold + "&processingMs=" + processingMs;
    }
}
