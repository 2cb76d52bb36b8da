package asynclab.accesslog.format;

import asynclab.accesslog.format.LogFormat.About;
import asynclab.accesslog.format.LogFormat.StampMoment;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A format that is known by its name, an entry of the table of formats. Immutable.
 *
 * @param name what a user calls it, such as {@code haproxy}
 * @param title what a sentence calls it
 * @param source the documentation that defines it
 * @param time the moment of the time; null if unknown
 * @param in where the fields are
 * @param lines {@link Template}s, for fields in text
 * @param fields the names of fields and their roles, for other fields
 * @param needs the fields without which lines are not of this format
 * @param only what the values of some fields of a request must match
 * @param other finds what only lines that are no requests have; null if there are none
 * @param traits what else is known of it
 * @param doubt what may be wrong if only the lines tell the format; null if nothing
 * @param refuse why such a log cannot be read, and what helps; null if it can
 */
public record KnownFormat(
        String name,
        String title,
        String source,
        StampMoment time,
        FieldsIn in,
        List<String> lines,
        Map<String, FieldRole> fields,
        List<String> needs,
        Map<String, Pattern> only,
        Pattern other,
        Set<Trait> traits,
        String doubt,
        String refuse) {

    private static final String DOCUMENTED = "the documentation of the format says so";

    /** Where the fields of a line are. */
    public enum FieldsIn {
        TEXT,
        JSON,
        /** {@link KeyValueFormat}. */
        PAIRS,
        /** {@link HeaderFormat}. */
        COLUMNS
    }

    /** What else is known of a format. */
    public enum Trait {
        /** Other servers write such lines, too, so that only the name tells. */
        SHARED,
        /** Its durations are whole milliseconds. Lines with fractions of a second look like it and are of another server. */
        WHOLE,
        /** {@link NestedFormat}. */
        NESTED,
        /** Its seconds have a fraction. If those of a log have none, a setting of the server has changed the unit. */
        FRACTIONS
    }

    public KnownFormat {
        in = in == null ? FieldsIn.TEXT : in;
        fields = fields == null ? Map.of() : Map.copyOf(fields);
        needs = needs == null ? List.of() : List.copyOf(needs);
        only = only == null ? Map.of() : Map.copyOf(only);
        traits = traits == null ? Set.of() : Set.copyOf(traits);
    }

    /**
     * The format, to read lines with.
     *
     * @param headerLine the line that names the columns; null if there is none
     * @throws UnreadableLog if it has a header and the log has none, or if such a log says no duration
     */
    public LogFormat reader(String headerLine) {
        if (in == FieldsIn.TEXT) return ofLines();
        if (refuse != null) throw new UnreadableLog(refuse);
        About about = About.of(title, fields.values(), DOCUMENTED).at(time, DOCUMENTED);
        if (in == FieldsIn.JSON) return JsonFormat.of(fields, only, about);
        if (in == FieldsIn.PAIRS) {
            var pairs = new KeyValueFormat(fields, only, about);
            return traits.contains(Trait.NESTED) ? new NestedFormat(pairs) : pairs;
        }
        if (headerLine == null)
            throw new UnreadableLog("A log of the format " + name
                    + " has a line with the names of its columns, and this log has none.");
        return new HeaderFormat(headerLine, fields, only, about);
    }

    /** The same if only the lines tell the format, so that a doubt may remain. */
    public LogFormat recognised(String headerLine) {
        LogFormat format = reader(headerLine);
        return doubt == null ? format : format.with(format.about().doubting(doubt));
    }

    /** Whether a line with these fields is a request of this format. */
    public boolean isOf(Map<String, String> row) {
        return row.keySet().containsAll(needs)
                && only.entrySet().stream().allMatch(it -> it.getValue()
                        .matcher(row.getOrDefault(it.getKey(), ""))
                        .matches());
    }

    private LogFormat ofLines() {
        List<TextFormat> shapes = lines.stream()
                .map(template -> refuse == null ? Template.of(template, false) : Template.shape(template))
                .toList();
        About about = shapes.get(0).about().called(title, DOCUMENTED).at(time, DOCUMENTED);
        return shapes.size() == 1 && other == null ? shapes.get(0).with(about) : new AnyOfFormat(shapes, other, about);
    }
}
