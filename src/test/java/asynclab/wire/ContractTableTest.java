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
        assertEquals(IntStream.rangeClosed(1, 63).boxed().toList(), rows);
        for (MatchResult test : TEST.matcher(table).results().toList())
            assertTrue(sourceOf(test.group(1)).contains("void " + test.group(2) + "("), test::group);
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
