package asynclab.planner;

import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.parameter.Parameters;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verdicts that must not be read as something that the figures do not say. */
class WordsOfAnswersTest {

    private static final long MILLIS = 600_000;

    private static String verdict(String question) {
        Parameters parameters = Parameters.parse(question.substring(question.indexOf('?') + 1));
        var computation =
                question.startsWith("/predict") ? PredictQuestion.read(parameters) : ExplainQuestion.read(parameters);
        return (String) ((Map<?, ?>) Computations.run(computation, MILLIS)).get("verdict");
    }

    private static void assertSays(String question, String words) {
        String verdict = verdict(question);
        assertTrue(Pattern.compile(words).matcher(verdict).find(), verdict);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "users=10&ms=100&threads=1&loops=50 | 1 blocking thread can serve at most 10\\.0 req/s",
                "users=1&ms=100&threads=1&loops=2 | At most 1 request is in flight, and there is 1 thread\\.",
                "users=10&ramp=3600&ms=100 | : 0\\.00309 instead of 0\\.00309 req/s",
                "users=3&ms=600000&threads=1&connections=1&connectionShare=1 | 1 connection binds at 0\\.00167 req/s",
                "arrivalRate=1000&duration=4&ms=1&processingMs=0.5&threads=2 | the mean is 1\\.5\\d? instead of [2-9]",
                "arrivalRate=0.3333333333&duration=600&ms=100 | limited by the arrival rate",
                "users=25&threads=20&thinkMinMs=9000&ms=100&loops=20 | At times 25 requests are in flight\\. That is more than the 20 threads",
            })
    void small_figures_are_neither_rounded_away_nor_plural(String query, String words) {
        assertSays("/predict?" + query, words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "users=10&loops=5&ms=1000&timeoutMs=500 | no request is answered before its client timeout",
                "arrivalRate=20&duration=60&ms=1000&timeoutMs=500 | no request is answered before its client timeout",
                "users=100&ramp=1&loops=20&mix=99:100,1:2000&threads=10&timeoutMs=1999 | pays: [\\d.]+ instead of [\\d.]+ req/s are answered before the client timeout",
                "users=100&duration=20&ms=500&thinkMaxMs=500&timeoutMs=1500&backend=10&threads=30&discipline=reserved-threads-12.0&reserved=15 | does not pay: \\d\\.\\d instead of 1\\d\\.\\d req/s are answered",
                "users=100&loops=10&ms=100&threads=99 | changes little: the mean is 100 instead of 101 ms\\. The run takes 1,000 instead of 1,500 ms",
                "users=100&ramp=100&duration=5&ms=1000&connections=20&connectionShare=1 | limited by the number of users",
                "arrivalRate=100&duration=10&ms=5000&threads=1000&arrivals=constant | 100\\.0 req/s arrive for 10 s, and the last response comes after 15 s\\.",
                "arrivalRate=100&duration=60&meanMs=100&threads=8&connections=4&connectionShare=0.5 | Asynchronous serves 80\\.0 req/s, blocking 7\\d\\.\\d req/s",
                "arrivalRate=50&duration=100&meanMs=1000&threads=50&arrivals=constant | but 50 blocking threads can serve at most 50\\.0 req/s",
                "arrivalRate=10&duration=1&ms=60000 | This run of 1 s is too short to show it",
            })
    void a_reason_is_that_of_the_run(String query, String words) {
        assertSays("/predict?" + query, words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "arrivalRate=2&duration=1&arrivals=constant&ms=100 | The run has only 2 requests, so the p99 is the maximum, and the throughput may be far",
                "users=1000&duration=10&ms=100&thinkMinMs=60000 | The run is a burst\\. In a longer run these users send at most 16\\.6 req/s\\.",
                "users=50&loops=4&medianMs=100&sigma=3 | Over other seeds the throughput \\(req/s\\) is: blocking ",
                "users=100&loops=5&percentiles=50:100,99:2000 | between the percentiles, with a mean of 560 ms",
                "users=100&loops=10&meanMs=0.4&threads=10 | whole milliseconds, with a mean of 0\\.312 instead of 0\\.4 ms",
                "users=100&loops=2&medianMs=1000&sigma=3 | end at 600,000 ms, so their mean is 27,\\d{3} instead of 90,017 ms",
                "users=100&ms=300 | users do not think \\(thinkMinMs= and thinkMaxMs= are not given or 0\\); each user sends one request \\(loops= and duration= are not given\\)",
            })
    void a_doubt_is_beside_the_answer(String query, String words) {
        assertSays("/predict?" + query, words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "users=10&loops=20&ms=100&throughput=10 | ^1 thread or worker;",
                "users=10&ms=100&throughput=10 | Assumed: users do not think .*; each user sends one request ",
                "users=10&ms=100&find=think&throughput=10 | Assumed: each user sends one request ",
                "users=10&loops=20&ms=100&throughput=20&connectionShare=0.5 | 2 threads or workers, or 1 connection\\.",
                "users=100&ms=1000&loops=20&throughput=100&mean=5000 | Impossible: 100\\.0 req/s × 5,000 ms are 500 requests at the same time \\(Little's law\\), but there are 100 users\\.",
                "users=10&ms=1000&loops=10&throughput=800 | Even a server without any limit is slower",
                "users=100&ms=1000&loops=100&throughput=110 | ^At least 100 .* more than the tolerance of 3 %\\. Even a server without any limit is slower",
                "users=100&ramp=30&loops=10&ms=1000&throughput=28 | ^Limited by the load plan's ramp: .* Even a server without any limit is slower",
                "users=100&ramp=30&loops=10&ms=1000&throughput=25&mean=1000 | server, except that it has at least [2-4]\\d threads or workers\\.",
                "users=100&ms=1000&loops=10&threads=1&find=think&throughput=50 | ^Unexplained: no think time",
                "users=10&loops=100&ms=0&thinkMaxMs=100&find=processing&cores=1&mean=50.5 | fits: 9\\.[5-9]\\d ms of processor time",
                "users=10&loops=200&ms=10&threads=1&find=think&mean=50 | ^A mean think time of [45]\\d ms",
            })
    void an_explanation_says_what_is_impossible_and_finds_small_times(String query, String words) {
        assertSays("/explain?" + query, words);
    }
}
