package asynclab.accesslog.format;

import asynclab.accesslog.format.LogFormat.StampMoment;
import java.util.regex.Pattern;

/**
 * A server whose format strings have {@code %D} and {@code %t}, which look alike and mean different things: an entry of the table of formats.
 * Immutable.
 *
 * @param name what a user writes before a format string, such as {@code tomcat-9:%h %D}
 * @param title what a sentence calls it
 * @param d the unit of {@code %D}; null if unknown
 * @param aliases other names that users write
 * @param t the moment of {@code %t}; null if unknown
 * @param marks what only a format string of this server has
 * @param source where it is documented
 */
public record ServerKind(
        String name, String title, DurationUnit d, Pattern aliases, StampMoment t, Pattern marks, String source) {

    private static final Pattern NOTHING = Pattern.compile("(?!)");

    /** No server is known. */
    public static final ServerKind UNKNOWN = new ServerKind("", "", null, NOTHING, null, NOTHING, "");

    public ServerKind {
        aliases = aliases == null ? NOTHING : aliases;
        marks = marks == null ? NOTHING : marks;
    }

    /** Whether a user means this server by a name. */
    boolean isNamed(String text) {
        return name.equals(text) || aliases.matcher(text).matches();
    }

    /** Why durations of an unknown unit are in {@link #d}; empty if that is null. */
    public String unitReason() {
        return d == null ? "" : "%D of " + title + " is in " + d.words();
    }

    /** Why a time is {@link #t}; empty if that is null. */
    public String momentReason() {
        return t == null ? "" : "%t of " + title + " is the " + t.words() + " of the request";
    }
}
