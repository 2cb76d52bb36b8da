package asynclab.accesslog.format;

import asynclab.accesslog.format.LogFormat.About;
import asynclab.accesslog.format.LogFormat.StampMoment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A format that is known by its name, an entry of the table of formats. Immutable.
 *
 * @param name what a user calls it, such as {@code haproxy}
 * @param title what a sentence calls it
 * @param source the documentation that defines it
 * @param time the moment of the time; null if unknown
 * @param fieldsIn where the fields are
 * @param lines {@link Template}s, for fields in text
 * @param fields the names of fields and their roles, for other fields
 * @param needs the fields without which lines are not of this format
 * @param only the values that fields of a request must have
 * @param other finds what only lines that are no requests have; null if there are none
 * @param shared whether other servers write such lines, too, so that only the name tells
 * @param refuse why such a log cannot be read, and what helps; null if it can
 */
public record KnownFormat(
        String name,
        String title,
        String source,
        StampMoment time,
        FieldsIn fieldsIn,
        List<String> lines,
        Map<String, String> fields,
        List<String> needs,
        Map<String, String> only,
        Pattern other,
        boolean shared,
        String refuse) {

    /** Where the fields of a line are. */
    public enum FieldsIn {
        TEXT,
        JSON,
        /** {@link KeyValueFormat}. */
        PAIRS,
        /** {@link HeaderFormat}. */
        COLUMNS
    }

    public KnownFormat {
        lines = List.copyOf(lines);
        fields = Map.copyOf(fields);
        needs = List.copyOf(needs);
        only = Map.copyOf(only);
    }

    /**
     * The format, to read lines with.
     *
     * @param headerLine the line that names the columns; null if there is none
     * @throws UnreadableLog if it has a header and the log has none, or if such a log says no duration
     */
    public LogFormat reader(String headerLine) {
        if (fieldsIn == FieldsIn.TEXT) return ofLines();
        if (refuse != null) throw new UnreadableLog(refuse);
        Map<String, FieldRole> roles = roles(fields);
        if (fieldsIn == FieldsIn.JSON) return JsonFormat.of(roles, only, about(roles));
        if (fieldsIn == FieldsIn.PAIRS) return new KeyValueFormat(roles, about(roles));
        if (headerLine == null)
            throw new UnreadableLog("A log of the format " + name
                    + " has a line with the names of its columns, and this log has none.");
        return new HeaderFormat(headerLine, roles, only, about(roles));
    }

    private LogFormat ofLines() {
        var shapes = new ArrayList<TextFormat>();
        for (String template : lines)
            shapes.add(refuse == null ? Template.of(template, false) : Template.shape(template));
        About first = shapes.get(0).about();
        var about = new About(
                title,
                first.unit(),
                first.unit() == null ? "" : "the documentation of the format says so",
                time != null ? time : first.moment(),
                time != null || first.moment() != null ? "the documentation of the format says so" : "",
                List.of());
        shapes.replaceAll(shape -> shape.with(about));
        return shapes.size() == 1 && other == null ? shapes.get(0) : new AnyOfFormat(List.copyOf(shapes), other, about);
    }

    /** What these fields say: the names of the table with their roles. */
    private static Map<String, FieldRole> roles(Map<String, String> names) {
        var roles = new LinkedHashMap<String, FieldRole>();
        names.forEach((name, role) -> roles.put(name, FieldRole.of(role)));
        return roles;
    }

    private About about(Map<String, FieldRole> roles) {
        boolean ends = roles.values().stream().anyMatch(field -> field.role() == FieldRole.Role.END);
        DurationUnit unit = roles.values().stream()
                .filter(field -> field.role().isDuration())
                .map(FieldRole::unit)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(ends ? DurationUnit.IN_THE_VALUE : null);
        return new About(
                title,
                unit,
                unit == null ? "" : "the documentation of the format says so",
                time != null ? time : ends ? StampMoment.START : null,
                time != null || ends ? "the documentation of the format says so" : "",
                List.of());
    }
}
