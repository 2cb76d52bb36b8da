package asynclab.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MarkdownTest {

    @Test
    void a_long_text_becomes_a_note_under_the_table_once() {
        String text = "x".repeat(81);
        assertEquals(
                "| a | b |\n|---|---|\n| short\\|text | note 1 |\n| note 1 | " + "y".repeat(80) + " |\n\n1. " + text
                        + "\n",
                Markdown.of(new Document.Table(
                        List.of("a", "b"), List.of(List.of("short|text", text), List.of(text, "y".repeat(80))))));
    }

    @Test
    void characters_with_a_meaning_in_markdown_are_escaped_and_comparison_signs_are_not() {
        assertEquals(
                "a &lt;b> \\*c\\* \\`d\\` [e\\](f) &amp;lt; and x < 5 & y [1, 2]\n",
                Markdown.of(Document.paragraph("a <b> *c* `d` [e](f) &lt; and x < 5 & y [1, 2]")));
    }

    /** Published benchmarks of other people name their addresses. */
    @Test
    void an_address_cannot_end_its_link() {
        assertEquals(
                "[a](https://a.example/%29%3Cimg%7C%3E)\n",
                Markdown.of(Document.paragraph(Document.link("a", "https://a.example/)<img|>"))));
    }

    /** Checks every stored report. The addresses of links do not count, because a reader does not see them. */
    @Test
    void no_cell_of_a_stored_report_is_too_long() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("results"))) {
            List<Path> reports = files.filter(f -> !f.startsWith("results/local")) // written by a run on this machine
                    .filter(f -> f.endsWith("report.md") || f.endsWith("figures.md"))
                    .toList();
            assertFalse(reports.isEmpty());
            for (Path file : reports)
                for (String line : Files.readAllLines(file))
                    if (line.startsWith("|"))
                        for (String cell : line.replaceAll("\\]\\([^)]*\\)|\\\\|\\*\\*", "")
                                .split("\\|"))
                            assertTrue(cell.strip().length() <= Markdown.MOST_CHARACTERS, () -> file + ": " + cell);
        }
    }
}
