package asynclab.book;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A block of {@code text} on a page quotes what a command prints. {@code PrintedTest} runs those of the jar. The lines of others are in a stored report to which the page links, or a test that
 * names the page compares them with what the code prints.
 */
class OutputTest {

    private static final Pattern REPORT = Pattern.compile("\\(([^()]*results/[^()]*report\\.md)\\)");

    /** The tests that compare the blocks of a page, by the page. */
    private static final Map<String, List<String>> COMPARED = Map.of(
            "lab.md", List.of("cli/ReferenceTest"),
            "watching.md", List.of("wire/web/LiveContract", "wire/web/RequestLogContract"),
            "contributing.md", List.of("book/OutputTest"));

    static Stream<Path> pages() {
        return Book.pages().stream().filter(page -> !Book.outputs(page).isEmpty());
    }

    @ParameterizedTest
    @MethodSource("pages")
    void a_page_shows_what_a_command_prints(Path page) throws IOException {
        String name = page.getFileName().toString();
        if (COMPARED.containsKey(name)) {
            for (String test : COMPARED.get(name))
                assertTrue(
                        Files.readString(Path.of("src/test/java/asynclab", test + ".java"))
                                .contains("page(\"" + name + "\")"),
                        test);
            return;
        }
        var reports = new StringBuilder();
        for (var link : REPORT.matcher(Files.readString(page)).results().toList())
            reports.append(oneLine(Files.readString(page.resolveSibling(link.group(1)))));
        for (List<String> block : Book.outputs(page))
            for (String line : block)
                assertTrue(reports.toString().contains(oneLine(line)), () -> line + " is in no report of " + page);
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ").replace("● ", "").strip();
    }

    @Test
    void the_tree_of_the_sources_names_every_folder() throws IOException {
        List<String> tree = Book.outputs(Book.page("contributing.md")).get(0);
        for (String root : List.of("model", "main", "lab")) {
            String folder = "src/" + root + "/java/asynclab/";
            List<String> words = tree.stream()
                    .dropWhile(line -> !line.startsWith(folder))
                    .skip(1)
                    .takeWhile(line -> line.startsWith(" "))
                    .flatMap(line -> Stream.of(line.split("\\W+")))
                    .toList();
            try (var folders = Files.list(Path.of(folder))) {
                for (Path one : folders.toList())
                    assertTrue(words.contains(one.getFileName().toString()), () -> one + " in " + tree);
            }
        }
    }
}
