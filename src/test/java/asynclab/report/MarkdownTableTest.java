package asynclab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MarkdownTableTest {

    @Test
    void a_long_text_becomes_a_note_under_the_table_once() {
        String text = "x".repeat(81);
        assertEquals(
                "| a | b |\n|---|---|\n| short/text | note 1 |\n| note 1 | " + "y".repeat(80) + " |\n\n1. " + text
                        + "\n",
                MarkdownTable.of(
                        List.of("a", "b"), List.of(List.of("short|text", text), List.of(text, "y".repeat(80)))));
    }

    /** In every report that is stored; tags are not seen. */
    @Test
    void no_cell_of_a_stored_report_is_longer_than_can_be_read() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("results"))) {
            for (Path file : files.filter(f -> !f.startsWith("results/local")) // what a run wrote
                    .filter(f -> f.endsWith("report.md") || f.endsWith("figures.md"))
                    .toList())
                for (String line : Files.readAllLines(file))
                    if (line.startsWith("|"))
                        for (String cell : line.replaceAll("<[^>]+>", "").split("\\|"))
                            assertTrue(
                                    cell.strip().length() <= MarkdownTable.MOST_CHARACTERS, () -> file + ": " + cell);
        }
    }
}
