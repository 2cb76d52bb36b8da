package asynclab.wire;

import static asynclab.report.SameText.assertSame;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.support.ReflectionSupport;

/** The page of the contracts: its rows, and the tests that prove each. */
class ContractTableTest {

    private static final Path PAGE = Path.of("src/site/markdown/contracts.md");
    private static final Path NEW_PAGE = Path.of("target/contracts.md");
    private static final Pattern ROW = Pattern.compile("### (\\d+)\\. .*");

    @Test
    void each_row_has_the_tests_that_name_it() throws Exception {
        TreeMap<Integer, Set<String>> tests = testsOfRows();
        var page = new ArrayList<String>();
        var rows = new ArrayList<Integer>();
        for (String section : Files.readString(PAGE).split("\n(?=###? )")) {
            var row = ROW.matcher(section.lines().findFirst().orElse(""));
            if (row.matches()) {
                rows.add(Integer.valueOf(row.group(1)));
                String text = section.replaceAll("(?m)^- .*\n", "").stripTrailing();
                Set<String> proofs = tests.getOrDefault(rows.get(rows.size() - 1), Set.of());
                assertTrue(!proofs.isEmpty() || text.contains("\n"), () -> "neither a test nor a reason: " + text);
                section = text + "\n" + (proofs.isEmpty() ? "" : "\n" + String.join("", proofs));
            }
            page.add(section);
        }
        assertEquals(IntStream.rangeClosed(1, 63).boxed().toList(), rows);
        assertTrue(rows.containsAll(tests.keySet()), tests::toString);
        Files.writeString(NEW_PAGE, String.join("\n", page));
        assertSame(Files.readString(NEW_PAGE), Files.readString(PAGE), "copy " + NEW_PAGE + " to " + PAGE);
    }

    /** The lines of the tests, by the row that they prove. */
    private static TreeMap<Integer, Set<String>> testsOfRows() {
        var tests = new TreeMap<Integer, Set<String>>();
        for (Class<?> type : ReflectionSupport.findAllClassesInPackage(
                "asynclab", each -> true, name -> name.matches(".*(Test|IT|Contract)")))
            for (Method method : type.getDeclaredMethods())
                if (method.isAnnotationPresent(ContractRow.class))
                    for (int row : method.getAnnotation(ContractRow.class).value())
                        tests.computeIfAbsent(row, number -> new TreeSet<>())
                                .add("- `" + type.getSimpleName() + "`: "
                                        + method.getName().replace('_', ' ') + "\n");
        return tests;
    }

    /** The rows on the ends of requests rely on it. The mistakes show why. */
    @ContractRow(12)
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
}
