package asynclab.accesslog.recognition;

import asynclab.accesslog.format.FieldRole;
import asynclab.accesslog.format.UnreadableLog;
import java.util.List;

/** Says why columns are not recognised, with lines of the log and the option that settles it. */
final class Refusals {

    private static final int MOST_LINES = 3;
    private static final int MOST_CHARACTERS = 300;
    private static final String ADVICE =
            "Apache, Tomcat and Jetty by %D, Spring Boot by %D in server.tomcat.accesslog.pattern, nginx by $request_time.";

    private final Rows rows;
    private final FieldRole[] roles;

    Refusals(Rows rows, FieldRole[] roles) {
        this.rows = rows;
        this.roles = roles;
    }

    /**
     * No column is the duration.
     *
     * @param dashes a column that is always a dash; -1 if there is none
     * @param size the column of a number that is the size of the response by its place; -1 if there is none
     */
    UnreadableLog none(int dashes, int size) {
        if (dashes > 0)
            return new UnreadableLog(
                    "No column of the log is the duration of a request. Column " + (dashes + 1)
                            + ", after \"" + rows.value(0, dashes - 1) + "\", is always \"-\":\n"
                            + marked(List.of(dashes))
                            + "If it is the duration, the server does not record it. Quarkus needs"
                            + " quarkus.http.record-request-start-time=true; Undertow and WildFly need record-request-start-time=true.");
        String none = "No column of the log is the duration of a request, such as in\n  "
                + cut(rows.row(0).line()) + "\n";
        if (size >= 0)
            return new UnreadableLog(none
                    + "The number after the status is the size of the response, as in the common log format. If it is the duration: -DlogFormat='"
                    + rows.template(0, roles, size) + "'. If not, let the server write the duration: " + ADVICE);
        return new UnreadableLog(none + "Let the server write it: " + ADVICE
                + " If a column is the duration, name it: -DlogFormat='" + rows.template(0, roles, -1)
                + "', with {duration:ms} for it.");
    }

    /** More than one column may be the duration. */
    UnreadableLog several(List<Integer> candidates) {
        var text = new StringBuilder("The lines do not tell which of " + candidates.size()
                + " columns is the duration of a request:\n" + marked(candidates));
        for (int i = 0; i < candidates.size(); i++)
            text.append("If it is ")
                    .append(letter(i))
                    .append(": -DlogFormat='")
                    .append(rows.template(0, roles, candidates.get(i)))
                    .append("'\n");
        return new UnreadableLog(text.append("Write {duration:ms}, {duration:us} or {duration:s} if you know the unit.")
                .toString());
    }

    private static char letter(int index) {
        return (char) ('a' + index);
    }

    private static String cut(String line) {
        return line.length() <= MOST_CHARACTERS ? line : line.substring(0, MOST_CHARACTERS) + "…";
    }

    /** Some lines, and below each the letters of these columns. */
    private String marked(List<Integer> columns) {
        var text = new StringBuilder();
        for (int row = 0; row < Math.min(MOST_LINES, rows.size()); row++) {
            String line = cut(rows.row(row).line());
            var marks = new StringBuilder(" ".repeat(line.length()));
            for (int i = 0; i < columns.size(); i++) {
                int to = Math.min(line.length(), rows.to(row, columns.get(i)));
                for (int at = rows.from(row, columns.get(i)); at < to; at++)
                    marks.setCharAt(at, columns.size() == 1 ? '^' : letter(i));
            }
            text.append("  ")
                    .append(line)
                    .append("\n  ")
                    .append(marks.toString().stripTrailing())
                    .append('\n');
        }
        return text.toString();
    }
}
