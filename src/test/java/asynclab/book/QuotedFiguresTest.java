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
    record Quote(String page, String sentence) {

        Quote(String page, String format, double figure) {
            this(page, String.format(Locale.ROOT, format, figure));
        }
    }

    private static ArmResult arm(String experiment, String arm) throws IOException {
        return Summary.read(Path.of("results", experiment, "summary.json")).arm(arm);
    }

    private static double mean(String experiment, String arm, Figure figure) throws IOException {
        return figure.estimate(arm(experiment, arm)).mean();
    }

    /** How many runs of E5's blocking arm answered only two requests in the first wave. */
    private static long runsWithTwoFirst() throws IOException {
        return arm("five-threads", "blocking").runs().stream()
                .filter(run -> run.measured().times().eachMs().get(2) > 7_500)
                .count();
    }

    static Stream<Quote> quotes() throws IOException {
        double e4 = mean("future", "future", Figure.THROUGHPUT);
        double blockingSeconds = mean("80-20", "blocking", Figure.MEAN) / 1_000;
        double with15 = mean("sizing", "15-threads", Figure.MEAN);
        double with22 = mean("sizing", "22-threads", Figure.MEAN);
        double with30 = mean("sizing", "30-threads", Figure.MEAN);
        int runs = arm("five-threads", "blocking").runs().size();
        return Stream.of(
                new Quote("README.md", "The %.0f req/s of E4 are mostly JMeter's limit.", e4),
                new Quote(RESULTS, "Their mean response time is %.1f s, for 1.6 s of work.", blockingSeconds),
                new Quote(RESULTS, "With 22 threads a response takes %.1f times as long as with 30.", with22 / with30),
                new Quote(RESULTS, "With 15 threads it takes %.1f times as long.", with15 / with30),
                new Quote(
                        RESULTS,
                        runsWithTwoFirst() == 0
                                ? "In all " + WORDS.get(runs) + " runs three were answered first."
                                : "In " + WORDS.get((int) runsWithTwoFirst()) + " of " + WORDS.get(runs)
                                        + " runs only two were answered first"));
    }

    @ParameterizedTest
    @MethodSource("quotes")
    void a_sentence_quotes_the_stored_result(Quote quote) throws IOException {
        String text = Files.readString(Path.of(quote.page())).replaceAll("\\s+", " "); // in one line
        assertTrue(
                text.contains(quote.sentence()),
                () -> quote.page() + " must say, by the stored results: " + quote.sentence());
    }
}
