package asynclab.accesslog.format;

import asynclab.accesslog.format.LogFormat.About;
import asynclab.accesslog.format.LogFormat.StampMoment;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The language of a server's own format strings, an entry of the table of formats. Immutable.
 *
 * @param field finds a field in a format string; its group {@code name} is the field's name
 * @param fields the fields that are read, by their names; any other field is skipped. Of several durations, the one that comes first here counts
 * @param time the moment of the time; null if unknown
 * @param padded whether values have spaces around them
 * @param marks what only a format string of this language has; null if nothing tells
 * @param unclear format strings that do not tell how long a request took
 */
public record Dialect(
        String name,
        Pattern field,
        Map<String, FieldRole> fields,
        StampMoment time,
        boolean padded,
        Pattern marks,
        List<UnclearString> unclear,
        String source) {

    /**
     * Format strings whose fields do not make a duration.
     *
     * @param strings finds them
     * @param why a sentence for the user, with what settles it
     */
    public record UnclearString(Pattern strings, String why) {}

    public Dialect {
        unclear = unclear == null ? List.of() : List.copyOf(unclear);
    }

    /** Whether a format string without a server's name is of this language. */
    public boolean speaks(String format) {
        return marks != null && marks.matcher(format).find();
    }

    /**
     * Reads a format string.
     *
     * @throws UnreadableLog if it has no time or no duration, or is {@linkplain #unclear unclear}
     */
    public TextFormat of(String format) {
        for (UnclearString one : unclear) if (one.strings().matcher(format).find()) throw new UnreadableLog(one.why());
        List<String> ranks = List.copyOf(fields.keySet());
        FormatString string = FormatString.of(format, field, found -> piece(found.group("name"), ranks));
        List<FieldRole> roles = string.pieces().stream()
                .filter(piece -> !piece.role().isDuration() || piece == TextFormat.best(string.pieces(), piece.role()))
                .map(Piece::field)
                .toList();
        About about = About.of(format, roles, name + " writes it so").at(time, name + " writes it so");
        TextFormat text = TextFormat.of(string.prefix(), string.pieces(), about, true);
        return padded ? text.padded() : text;
    }

    /** The field of a name. Envoy's time may have a format behind its name, as in {@code START_TIME(%s)}. */
    private Piece piece(String full, List<String> ranks) {
        int open = full.indexOf('(');
        String known = open > 0 && !fields.containsKey(full) ? full.substring(0, open) : full;
        return new Piece(fields.getOrDefault(known, FieldRole.SKIPPED), Stamp.ANY, null, ranks.indexOf(known), "");
    }
}
