package asynclab.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table in this package's description. */
class ContractTableTest {

    private static final Path TESTS = Path.of("src/test/java/asynclab");
    private static final Pattern ROW = Pattern.compile("^ \\* ( ?\\d+) ", Pattern.MULTILINE);
    private static final Pattern TEST = Pattern.compile("(\\w+)#(\\w+)");

    @Test
    void it_has_each_row_once_and_every_test_it_names_exists() throws Exception {
        String table = Files.readString(TESTS.resolve("wire/package-info.java"));
        List<Integer> rows = ROW.matcher(table)
                .results()
                .map(row -> Integer.valueOf(row.group(1).strip()))
                .toList();
        assertEquals(IntStream.rangeClosed(1, 54).boxed().toList(), rows);
        for (MatchResult test : TEST.matcher(table).results().toList())
            assertTrue(sourceOf(test.group(1)).contains("void " + test.group(2) + "("), test::group);
    }

    /** pom.xml names the themes of the two containers' lanes, the lanes the others. Else a theme would run twice, or never. */
    @Test
    void each_theme_runs_in_one_lane() throws Exception {
        List<String> ofLanes = between(Files.readString(Path.of("pom.xml")), "/wire/(", ")", "\\|");
        for (String lane : List.of("JettyLaneIT", "TomcatLaneIT")) {
            List<String> ofOthers = between(sourceOf(lane), "@ExcludePackages({", "})", ", ").stream()
                    .map(name -> name.replaceAll("\"(asynclab\\.wire\\.)?", ""))
                    .toList();
            assertEquals(
                    themes(),
                    Stream.of(ofLanes, ofOthers).flatMap(List::stream).sorted().toList(),
                    lane);
        }
    }

    private static List<String> between(String text, String before, String after, String separator) {
        int from = text.indexOf(before) + before.length();
        return List.of(text.substring(from, text.indexOf(after, from)).split(separator));
    }

    /** The folders with tests of both containers. */
    private static List<String> themes() throws IOException {
        try (var files = Files.walk(TESTS.resolve("wire"))) {
            return files.filter(file -> file.toString().matches(".*On(Jetty|Tomcat)IT\\.java"))
                    .map(file -> file.getParent().getFileName().toString())
                    .distinct()
                    .sorted()
                    .toList();
        }
    }

    /** Row 12, and what the rows on ends rely on; the mistakes are there to show why. */
    @Test
    void only_the_exchange_dispatches_and_goes_asynchronous() throws Exception {
        try (var files = Files.walk(Path.of("src/main/java/asynclab"))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                String code = Files.readString(file).replaceAll("(?s)/\\*.*?\\*/|//[^\n]*", "");
                assertTrue(file.endsWith("Completion.java") || !code.contains(".dispatch("), file::toString);
                boolean mayStart =
                        file.endsWith("AsyncExchange.java") || file.toString().contains("mistake");
                assertTrue(mayStart || !code.contains("startAsync("), file::toString);
            }
        }
    }

    private static String sourceOf(String testClass) throws IOException {
        try (var files = Files.walk(TESTS)) {
            return Files.readString(files.filter(file -> file.endsWith(testClass + ".java"))
                    .findAny()
                    .orElseThrow());
        }
    }
}
