package asynclab.bench;

import static asynclab.document.Document.items;

import asynclab.document.Document;
import asynclab.document.Document.Picture;
import asynclab.document.Document.Section;
import asynclab.document.Document.Table;
import asynclab.document.DocumentFolder;
import asynclab.document.WholeFile;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The result of a benchmark, stored as {@code summary.json}. Its {@link #document} has the same content.
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

        private Section section() {
            return Section.of("", new Table(caption, columns, rows, ""));
        }
    }

    void writeTo(Path folder) throws IOException {
        write(folder.resolve("summary.json"), this);
        DocumentFolder.write(document(), folder);
    }

    /** Replaces the file, with all digits of each number. */
    static void write(Path file, Object content) throws IOException {
        String json =
                new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(content);
        WholeFile.write("The lab", file, json + "\n");
    }

    /** Reads the stored result of a benchmark. */
    static BenchResult read(Path folder) throws IOException {
        return new ObjectMapper().readValue(folder.resolve("summary.json").toFile(), BenchResult.class);
    }

    Document document() {
        var sections = new ArrayList<Section>();
        if (!answers.isEmpty()) sections.add(Section.of("", items(answers)));
        if (picture != null) sections.add(Section.of("", new Picture(picture, title)));
        tables.forEach(table -> sections.add(table.section()));
        return new Document("benchmark", title, "", sections, List.of(), command, environment);
    }
}
