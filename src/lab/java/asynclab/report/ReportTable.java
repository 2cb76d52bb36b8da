package asynclab.report;

import java.util.List;

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
