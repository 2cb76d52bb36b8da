package asynclab.accesslog;

import asynclab.accesslog.format.DurationUnit;
import asynclab.accesslog.format.UnreadableLog;

/**
 * How a user describes a log. Immutable.
 *
 * @param format the server's format string, perhaps after the name of the server, or the name of a format; empty if the lines are to tell
 * @param durationUnit of the durations; null if the format or the values are to tell
 * @param seed for the moment of each request within its second, if the stamps are whole seconds. Another seed shows how much that matters
 */
public record LogOptions(String format, DurationUnit durationUnit, long seed) {

    /** The lines are to tell everything. */
    public static final LogOptions NONE = new LogOptions("", null, 1);

    /**
     * Of two options as a user writes them.
     *
     * @param format null or empty for none
     * @param durationUnit s, ms, us or ns; null or empty for none
     * @throws UnreadableLog if the unit is none of these
     */
    public static LogOptions of(String format, String durationUnit) {
        boolean none = durationUnit == null || durationUnit.isBlank();
        if (!none && !durationUnit.matches("s|ms|us|ns"))
            throw new UnreadableLog("durationUnit must be s, ms, us or ns, but was \"" + durationUnit + "\".");
        return new LogOptions(format == null ? "" : format, none ? null : DurationUnit.of(durationUnit), 1);
    }
}
