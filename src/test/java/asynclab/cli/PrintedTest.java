package asynclab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.book.Book;
import asynclab.book.Book.Quoted;
import asynclab.document.ResultJson;
import asynclab.document.TerminalText;
import asynclab.probe.ProbeReport;
import asynclab.probe.ProbeResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** README and the pages quote what a command of the jar prints. A line with … stands for lines that are left out. */
@Execution(ExecutionMode.CONCURRENT)
class PrintedTest {

    /** What the command printed with {@code --json}. It needs a service, so no test runs it. */
    private static final Path PROBED = Path.of("results/probe/summary.json");

    static Stream<Quoted> quotations() {
        return Book.pages().stream()
                .flatMap(page -> Book.quoted(page).stream())
                .filter(quotation -> quotation.command() != null);
    }

    @ParameterizedTest
    @MethodSource("quotations")
    void a_page_shows_what_the_jar_prints(Quoted quotation) throws IOException {
        List<String> words = quotation.command().words();
        words = words.subList(3, words.size());
        String all = words.get(0).equals("probe") ? probed() : printed(words);
        List<String> printed = all.lines().filter(line -> !line.isBlank()).toList();
        int at = 0;
        boolean leftOut = true;
        for (String line : quotation.lines()) {
            if (line.strip().equals("…")) leftOut = true;
            else {
                int found = printed.subList(at, printed.size()).indexOf(line);
                assertTrue(
                        found == 0 || found > 0 && leftOut,
                        () -> "\"" + line + "\" of " + quotation.command() + " is not there in "
                                + String.join("\n", printed));
                at += found + 1;
                leftOut = false;
            }
        }
    }

    private static String printed(List<String> words) {
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Tool.run(
                new PrintWriter(out, true), new PrintWriter(err, true), Terminal.NONE, words.toArray(String[]::new));
        assertEquals(0, code, err::toString);
        return out.toString();
    }

    private static String probed() throws IOException {
        ProbeResult stored = ResultJson.mapper().readValue(PROBED.toFile(), ProbeResult.class);
        return TerminalText.of(ProbeReport.brief(stored), Terminal.NONE.width(), false);
    }
}
