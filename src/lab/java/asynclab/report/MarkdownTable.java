package asynclab.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A Markdown table with short cells. A longer text becomes a numbered note under the table. */
public final class MarkdownTable {

    /**
     * A table of texts.
     *
     * @param note the explanation under the table; empty for none
     */
    record ReportTable(List<String> head, List<List<String>> rows, String note) {

        ReportTable(List<String> head, List<List<String>> rows) {
            this(head, rows, "");
        }

        String markdown() {
            return MarkdownTable.of(head, rows) + (note.isEmpty() ? "" : "\n" + note + "\n");
        }
    }

    /** The most visible characters of a cell. */
    static final int MOST_CHARACTERS = 80;

    private MarkdownTable() {}

    /** The table and, after an empty line, its notes if there are any. */
    public static String of(List<String> head, List<List<String>> rows) {
        Map<String, Integer> notes = new LinkedHashMap<>();
        var table =
                new StringBuilder(line(head)).append("|---".repeat(head.size())).append("|\n");
        for (List<String> row : rows)
            table.append(line(row.stream().map(cell -> cell(cell, notes)).toList()));
        if (!notes.isEmpty()) table.append('\n');
        notes.forEach(
                (text, number) -> table.append(number).append(". ").append(text).append('\n'));
        return table.toString();
    }

    private static String cell(String text, Map<String, Integer> notes) {
        if (text.replaceAll("<[^>]+>", "").length() <= MOST_CHARACTERS) return text;
        return "note " + notes.computeIfAbsent(text, t -> notes.size() + 1);
    }

    private static String line(List<String> cells) {
        return cells.stream().map(cell -> cell.replace("|", "/")).collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
