package asynclab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.book.Book;
import asynclab.book.Book.Quoted;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** README and the pages quote what a command of the jar prints. A line with … stands for lines that are left out. */
class PrintedTest {

    static Stream<Quoted> quotations() {
        return Book.pages().stream()
                .flatMap(page -> Book.quoted(page).stream())
                .filter(quotation -> quotation.command() != null)
                .filter(quotation -> !quotation.command().text().contains(" probe ")); // which needs a service
    }

    @ParameterizedTest
    @MethodSource("quotations")
    void a_page_shows_what_the_jar_prints(Quoted quotation) {
        List<String> words = quotation.command().words();
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Tool.run(
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                Terminal.NONE,
                words.subList(3, words.size()).toArray(String[]::new));
        assertEquals(0, code, err::toString);
        List<String> printed =
                out.toString().lines().filter(line -> !line.isBlank()).toList();
        int at = 0;
        boolean leftOut = true;
        for (String line : quotation.lines()) {
            if (line.strip().equals("…")) leftOut = true;
            else {
                int found = printed.subList(at, printed.size()).indexOf(line);
                assertTrue(
                        found == 0 || found > 0 && leftOut,
                        () -> "\"" + line + "\" of " + quotation.command() + " is not there in\n" + out);
                at += found + 1;
                leftOut = false;
            }
        }
    }
}
