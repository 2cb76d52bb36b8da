package asynclab.book;

import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.run.result.ArmResult;
import asynclab.run.result.Figure;
import asynclab.run.result.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The sentences of README and the pages that quote a measured figure of an experiment. If a reference is measured again and a figure
 * differs, the test fails with the page and the sentence that it must say.
 */
class QuotedFiguresTest {

    private static final String RESULTS = "src/site/markdown/results.md";
    private static final List<String> WORDS = List.of("no", "one", "two", "three", "four", "five");

    /** @param sentence what the page must say, of the stored results */
    record Quote(String page, String sentence) {}

    private static ArmResult arm(String experiment, String arm) throws IOException {
        return Summary.read(Path.of("results", experiment, "summary.json")).arm(arm);
    }

    private static double mean(String experiment, String arm, Figure figure) throws IOException {
        return figure.estimate(arm(experiment, arm)).mean();
    }

    private static String text(String format, double figure) {
        return String.format(Locale.ROOT, format, figure);
    }

    /** How many runs of E5's blocking arm answered only two requests in the first wave. */
    private static long runsWithTwoFirst() throws IOException {
        return arm("five-threads", "blocking").runs().stream()
                .filter(run -> run.measured().times().eachMs().get(2) > 7_500)
                .count();
    }

    static Stream<Quote> quotes() throws IOException {
        double of30 = mean("sizing", "30-threads", Figure.MEAN);
        int runs = arm("five-threads", "blocking").runs().size();
        return Stream.of(
                new Quote(
                        "README.md",
                        text(
                                "The %.0f req/s of E4 are mostly JMeter's limit.",
                                mean("future", "future", Figure.THROUGHPUT))),
                new Quote(
                        RESULTS,
                        text(
                                "Their mean response time is %.1f s, for 1.6 s of work.",
                                mean("80-20", "blocking", Figure.MEAN) / 1_000)),
                new Quote(
                        RESULTS,
                        text(
                                "With 22 threads a response takes %.1f times as long as with 30.",
                                mean("sizing", "22-threads", Figure.MEAN) / of30)),
                new Quote(
                        RESULTS,
                        text(
                                "With 15 threads it takes %.1f times as long.",
                                mean("sizing", "15-threads", Figure.MEAN) / of30)),
                new Quote(
                        RESULTS,
                        runsWithTwoFirst() == 0
                                ? "In all " + WORDS.get(runs) + " runs three were answered first."
                                : "In " + WORDS.get((int) runsWithTwoFirst()) + " of " + WORDS.get(runs)
                                        + " runs only two were answered first"));
    }

    /** In one line, without the breaks of the file. */
    private static String read(String page) throws IOException {
        return oneLine(Files.readString(Path.of(page)));
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }

    @ParameterizedTest
    @MethodSource("quotes")
    void a_sentence_quotes_the_stored_result(Quote quote) throws IOException {
        assertTrue(
                read(quote.page()).contains(quote.sentence()),
                () -> quote.page() + " must say, by the stored results: " + quote.sentence());
    }
}
