package asynclab.accesslog.recognition;

import asynclab.accesslog.format.DurationUnit;
import asynclab.accesslog.format.FieldRole;
import asynclab.accesslog.format.FieldRole.Role;
import asynclab.accesslog.format.LogFormat;
import asynclab.accesslog.format.LogFormat.About;
import asynclab.accesslog.format.ServerKind;
import asynclab.accesslog.format.Template;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the templates of recognised columns. Lines with other text between the same columns get a template each, the usual one first. */
final class Shapes {

    private static final int MOST_SHAPES = 6;
    private static final double WHOLE_SECONDS = 300;

    private final Rows rows;
    private final FieldRole[] roles;
    private final ServerKind server;
    private final List<String> doubts;

    Shapes(Rows rows, FieldRole[] roles, ServerKind server, List<String> doubts) {
        this.rows = rows;
        this.roles = roles;
        this.server = server;
        this.doubts = doubts;
    }

    LogFormat format() {
        var templates = new LinkedHashMap<String, Integer>();
        for (int row = 0; row < rows.size(); row++) templates.merge(template(row, -1), 1, Integer::sum);
        List<String> usual = templates.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
                .limit(MOST_SHAPES)
                .map(Map.Entry::getKey)
                .toList();
        LogFormat format = Template.anyOf(usual);
        return format.with(about(format.about()));
    }

    private About about(About said) {
        About timed = new About(
                said.words(),
                said.unit(),
                said.unit() == null ? "" : "the lines say so",
                server.t(),
                server.momentReason(),
                doubts);
        if (said.unit() != null || server.d() == null) return timed;
        return server.d() == DurationUnit.MICROSECONDS && isSeconds()
                ? timed.in(DurationUnit.SECONDS, "no request takes a few microseconds, so it is %T")
                : timed.in(server.d(), server.unitReason());
    }

    /** Whole numbers so small that they can be no microseconds. */
    private boolean isSeconds() {
        for (int column = 0; column < roles.length; column++) {
            if (roles[column] == null || roles[column].role() != Role.DURATION) continue;
            return rows.values(column).stream().mapToDouble(Tokens::number).allMatch(value -> !(value > WHOLE_SECONDS));
        }
        return false;
    }

    /** The template of the first line with another column as the duration; -1 for none. */
    String template(int duration) {
        return template(0, duration);
    }

    private String template(int row, int duration) {
        String line = rows.row(row).line();
        var text = new StringBuilder();
        int at = 0;
        for (int column = 0; column < rows.columns(); column++) {
            int from = rows.from(row, column);
            text.append(literal(line.substring(at, from)));
            FieldRole role = column == duration
                    ? FieldRole.of(Role.DURATION)
                    : column == rows.rest()
                            ? FieldRole.of(Role.REST)
                            : roles[column] == null ? FieldRole.SKIPPED : roles[column];
            text.append('{').append(role).append('}');
            at = to(row, column, role);
        }
        return text.append(literal(line.substring(at))).toString();
    }

    /** Where a field ends. A unit that all values have is a part of the text after it. */
    private int to(int row, int column, FieldRole role) {
        int from = rows.from(row, column);
        int to = rows.to(row, column);
        String value = rows.value(row, column);
        boolean skipped = role == FieldRole.SKIPPED && Tokens.isWithUnit(value);
        boolean fixed = role.role().isDuration() && role.unit() != null && role.unit() != DurationUnit.IN_THE_VALUE;
        if (!skipped && !fixed) return to;
        int end = value.length();
        while (end > 0 && (Character.isLetter(value.charAt(end - 1)) || value.charAt(end - 1) == ' ')) end--;
        return end == 0 ? to : from + end;
    }

    /** A text between columns. What looks like a field of a template is none, so it is left out with what is around it. */
    private static String literal(String text) {
        String one = text.replaceAll(" {2,}", " "); // values are trimmed
        return Template.is(one) ? one.replace("{", "") : one;
    }
}
