package asynclab.accesslog.recognition;

import asynclab.accesslog.format.DurationUnit;
import asynclab.accesslog.format.FieldRole;
import asynclab.accesslog.format.FieldRole.Role;
import asynclab.accesslog.format.Template;
import asynclab.accesslog.format.UnreadableLog;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The words of the first lines as a table. Lines with different numbers of words get one column of any text, placed so that the columns
 * before it (counted from the left) and after it (counted from the right) look alike in all lines. Immutable.
 */
final class Rows {

    private static final double NEARLY_ALL = 0.9;
    private static final int MOST_COLUMNS = 120;
    private static final int MOST_SHAPES = 6;

    private final List<Tokens> rows;
    private final int columns;
    private final int rest; // the column of any text; -1 if there is none

    private Rows(List<Tokens> rows, int columns, int rest) {
        this.rows = rows;
        this.columns = columns;
        this.rest = rest;
    }

    /** @throws UnreadableLog if all lines have too many words */
    static Rows of(Collection<Tokens> lines) {
        List<Tokens> all =
                lines.stream().filter(row -> row.size() <= MOST_COLUMNS).toList();
        if (all.isEmpty())
            throw new UnreadableLog("The format of the log is not recognised: all lines have over " + MOST_COLUMNS
                    + " words. Give the server's format string with -DlogFormat=");
        Map<Integer, Long> counts = all.stream().collect(Collectors.groupingBy(Tokens::size, Collectors.counting()));
        var usual = counts.entrySet().stream()
                .max(Map.Entry.<Integer, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .orElseThrow();
        if (usual.getValue() >= NEARLY_ALL * all.size()) return even(all, usual.getKey());
        int fewest = all.stream()
                .mapToInt(Tokens::size)
                .sorted()
                .skip(all.size() / 50)
                .findFirst()
                .orElseThrow();
        List<Tokens> enough = all.stream().filter(row -> row.size() >= fewest).toList();
        if (fewest < 2) return even(all, usual.getKey());
        Rows best = null;
        double most = -1;
        for (int left = 0; left < fewest; left++) {
            var rows = new Rows(enough, fewest, left);
            double alike = rows.alike();
            if (alike >= most) best = rows;
            most = Math.max(most, alike);
        }
        return best;
    }

    private static Rows even(Collection<Tokens> all, int size) {
        return new Rows(all.stream().filter(row -> row.size() == size).toList(), size, -1);
    }

    /** How many of the columns have values of one kind in nearly all rows, and how often. */
    private double alike() {
        double sum = 0;
        for (int column = 0; column < columns; column++) {
            if (column == rest) continue;
            var kinds = new HashMap<Character, Integer>();
            for (int row = 0; row < rows.size(); row++) {
                char kind = Tokens.kind(value(row, column));
                kinds.merge(kind == 's' ? 'n' : kind, 1, Integer::sum); // a duration may look like a status
            }
            int most = kinds.entrySet().stream()
                    .filter(kind -> kind.getKey() != 'x')
                    .max(Comparator.comparingInt(Map.Entry::getValue))
                    .map(Map.Entry::getValue)
                    .orElse(0);
            if (most >= 0.9 * rows.size()) sum += (double) most / rows.size();
        }
        return sum;
    }

    int size() {
        return rows.size();
    }

    int columns() {
        return columns;
    }

    /** The column of any text; -1 if there is none. */
    int rest() {
        return rest;
    }

    Tokens row(int row) {
        return rows.get(row);
    }

    /** The value without its key, quotes and brackets. */
    String value(int row, int column) {
        Tokens words = rows.get(row);
        if (column == rest) return words.line().substring(words.from(rest), words.to(last(words)));
        return words.value(at(words, column));
    }

    /** The key before the value, such as {@code rt} of {@code rt=0.2}; empty if there is none. */
    String key(int row, int column) {
        return column == rest ? "" : rows.get(row).key(at(rows.get(row), column));
    }

    /** Where the value starts in its line. */
    int from(int row, int column) {
        return column == rest ? rows.get(row).from(rest) : rows.get(row).from(at(rows.get(row), column));
    }

    /** Where the value ends in its line. */
    int to(int row, int column) {
        Tokens words = rows.get(row);
        return column == rest ? words.to(last(words)) : words.to(at(words, column));
    }

    private int last(Tokens words) {
        return words.size() - (columns - rest);
    }

    private int at(Tokens words, int column) {
        return rest < 0 || column < rest ? column : words.size() - (columns - column);
    }

    /** All values of a column. */
    LogColumn column(int column) {
        return new LogColumn(IntStream.range(0, rows.size())
                .mapToObj(row -> value(row, column))
                .toList());
    }

    /**
     * The template of a line.
     *
     * @param roles of the columns; null where a column has none
     * @param duration another column that is taken as the duration; -1 for none
     */
    String template(int row, FieldRole[] roles, int duration) {
        String line = rows.get(row).line();
        var text = new StringBuilder();
        int at = 0;
        for (int column = 0; column < columns; column++) {
            text.append(literal(line.substring(at, from(row, column))));
            FieldRole role = column == duration
                    ? FieldRole.of(Role.DURATION)
                    : column == rest
                            ? FieldRole.of(Role.REST)
                            : roles[column] == null ? FieldRole.SKIPPED : roles[column];
            text.append('{').append(role).append('}');
            at = endOfField(row, column, role);
        }
        return text.append(literal(line.substring(at))).toString();
    }

    /** The templates of all lines. Lines with other text between the same columns get a template each, the usual one first. */
    List<String> templates(FieldRole[] roles) {
        var templates = new LinkedHashMap<String, Integer>();
        for (int row = 0; row < size(); row++) templates.merge(template(row, roles, -1), 1, Integer::sum);
        return templates.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
                .limit(MOST_SHAPES)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Where a field ends. A unit that all values have is a part of the text after it. */
    private int endOfField(int row, int column, FieldRole role) {
        String value = value(row, column);
        boolean skipped = role == FieldRole.SKIPPED && Tokens.isWithUnit(value);
        boolean fixed = role.role().isDuration() && role.unit() != null && role.unit() != DurationUnit.IN_THE_VALUE;
        if (!skipped && !fixed) return to(row, column);
        int end = value.length();
        while (end > 0 && (Character.isLetter(value.charAt(end - 1)) || value.charAt(end - 1) == ' ')) end--;
        return end == 0 ? to(row, column) : from(row, column) + end;
    }

    /** The text between columns. If it looks like a field of a template, it loses its opening braces. */
    private static String literal(String text) {
        String one = text.replaceAll(" {2,}", " "); // values are trimmed
        return Template.is(one) ? one.replace("{", "") : one;
    }
}
