package asynclab.plan;

import asynclab.delay.HoldTime;

/**
 * The hold time of a request, and its label in the samples.
 *
 * @param ms the hold time; null if it is drawn from {@code minMs} to below {@code maxMs}
 */
public record PlannedHold(String label, Integer ms, int minMs, int maxMs) {

    public static PlannedHold fixed(String label, int ms) {
        return new PlannedHold(label, ms, 0, 0);
    }

    PlannedHold faster(int speed) {
        return new PlannedHold(
                label,
                ms == null ? null : (Integer) LoadPlan.divided("hold time (ms)", ms, speed),
                LoadPlan.divided("hold time (ms)", minMs, speed),
                LoadPlan.divided("hold time (ms)", maxMs, speed));
    }

    HoldTime time() {
        return ms != null ? new HoldTime.Fixed(ms) : new HoldTime.Uniform(minMs, maxMs);
    }

    /** As the servlets read it. */
    public String query() {
        return ms != null ? "ms=" + ms : "minMs=" + minMs + "&maxMs=" + maxMs;
    }
}
