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
 * The result of a benchmark, stored as {@code summary.json}. {@code report.md} has the same content.
 *
 * @param title the question
 * @param answers sentences, with figures from the tables
 * @param tables the figures
 * @param command that repeats the benchmark
 * @param environment the machine, JVM and settings, which affect the figures
 * @param picture the name of a chart's file beside the report, or null
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
     * @param caption the load, and how the rows were measured
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

        /** Three significant digits; a measurement has no more. */
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

    /** Reads the stored result of a benchmark. */
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
