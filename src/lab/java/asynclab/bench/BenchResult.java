package asynclab.bench;

import asynclab.report.MarkdownTable;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a benchmark found, stored as {@code summary.json} and {@code report.md}, which say the same.
 *
 * @param title what was asked
 * @param answers in sentences, the figures in them from the tables
 * @param tables the figures
 * @param command that makes them again
 * @param environment what they depend on besides the code
 * @param picture the name of a file beside the report, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record BenchResult(
        String title,
        List<String> answers,
        List<ResultTable> tables,
        String command,
        Map<String, Object> environment,
        String picture) {

    /**
     * Rows of texts and numbers.
     *
     * @param caption what the rows are, and in which order they were measured
     */
    record ResultTable(String caption, List<String> columns, List<List<Object>> rows) {

        private String markdown() {
            return "**" + caption + "**\n\n"
                    + MarkdownTable.of(
                            columns,
                            rows.stream()
                                    .map(row ->
                                            row.stream().map(ResultTable::text).toList())
                                    .toList());
        }

        /** Three digits that mean something; nobody's measurement has more. */
        private static String text(Object cell) {
            if (!(cell instanceof Double number)) return cell instanceof Number ? "%,d".formatted(cell) : "" + cell;
            double size = Math.abs(number);
            String format = size == 0 || size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 0.01 ? "%.2f" : "%.4f";
            return String.format(Locale.ROOT, format, number);
        }
    }

    void writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(
                folder.resolve("summary.json"),
                new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(this) + "\n");
        Files.writeString(folder.resolve("report.md"), markdown());
    }

    /** As a benchmark stored it. */
    static BenchResult read(Path folder) throws IOException {
        return new ObjectMapper().readValue(folder.resolve("summary.json").toFile(), BenchResult.class);
    }

    String markdown() {
        return "# " + title + "\n\n"
                + (answers.isEmpty()
                        ? ""
                        : answers.stream().map(answer -> "- " + answer + "\n").collect(Collectors.joining()) + "\n")
                + (picture == null ? "" : "![" + title + "](" + picture + ")\n\n")
                + tables.stream().map(ResultTable::markdown).collect(Collectors.joining("\n")) + "\n"
                + "## Command and environment\n\n```\n" + command + "\n```\n\n"
                + environment.entrySet().stream()
                        .map(fact -> "- " + fact.getKey() + ": " + fact.getValue() + "\n")
                        .collect(Collectors.joining());
    }
}
