package asynclab.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code source=} of {@code explain}, and {@code client=} of {@code predict}. */
class SourceQuestionTest {

    private static Map<?, ?> page(Computations.Computation question) {
        return (Map<?, ?>) Computations.run(question, 60_000);
    }

    @Test
    void a_source_in_a_query_is_explained() throws IOException {
        String json = Files.readString(Path.of("results/corpus/sources/cask.json"));
        String query = "source=" + URLEncoder.encode(json, StandardCharsets.UTF_8);
        Map<?, ?> page = page(ExplainQuestion.read(Parameters.parse(query)));
        assertEquals(
                "Limited by pool. 1 of 1 throughput figures are within 10 % of the prediction. No figure is above what the parameters allow.",
                page.get("verdict"));
        assertEquals("wrk", page.get("client"));
        String impossible = query.replace("24.0", "27.0");
        assertTrue(
                page(ExplainQuestion.read(Parameters.parse(impossible)))
                        .get("verdict")
                        .toString()
                        .endsWith(
                                "Impossible with these parameters: virtual / platform: 27 times, but at most 25 times are possible."));
    }

    @Test
    void a_source_excludes_other_parameters_and_must_be_one_benchmark() {
        assertThrows(BadParameter.class, () -> ExplainQuestion.read(Parameters.of("source", "{}", "users", "3")));
        assertThrows(BadParameter.class, () -> ExplainQuestion.read(Parameters.of("source", "[]")));
    }

    private static final String ARM =
            "{'name':'a','threads':200,'hold_s':0.01,'users':1000,'loops_or_duration':'30 s','ramp_s':0,'think_s':0,'timeout_s':null,'published':{%s}}";

    private static String verdict(String published) {
        String json = "{'id':'one','title':'One','tool':'wrk','arms':[" + ARM.formatted(published) + "]}";
        return page(ExplainQuestion.read(Parameters.of("source", json.replace('\'', '"'))))
                .get("verdict")
                .toString();
    }

    @Test
    void a_source_without_a_readable_figure_is_not_called_possible() {
        assertTrue(verdict("'rps':1592").endsWith(" No figure was judged."), verdict("'rps':1592"));
    }

    /** 3,000 req/s keep 30 of 200 threads busy. */
    @Test
    void a_figure_far_below_the_named_limit_has_another_one() {
        assertEquals(
                "Limited by pool. 0 of 1 throughput figures are within 10 % of the prediction. No figure is above what the parameters allow."
                        + " 1 figure is lower by more than 10 %, which the named limit does not explain. The processors, the network, the load tool,"
                        + " or a pool that the source does not state may limit it.",
                verdict("'X':3000"));
    }

    @Test
    void a_source_of_too_many_arms_is_refused_with_their_number() {
        String arm =
                "{'name':'a','threads':4,'hold_s':0.1,'users':1,'loops_or_duration':'1 burst','ramp_s':0,'think_s':0,'timeout_s':null,'published':{}}";
        String arms = String.join(",", Collections.nCopies(101, arm));
        String json = ("{'id':'one','title':'One','tool':'wrk','arms':[" + arms + "]}").replace('\'', '"');
        var bad = assertThrows(BadParameter.class, () -> ExplainQuestion.read(Parameters.of("source", json)));
        assertEquals("source must be one benchmark of at most 100 arms, but was \"101 arms\".", bad.getMessage());
    }

    /** 20 users with 5 requests of 0.5 s; 100 users for 10 s with 1 s on 20 threads. JMeter starts no user after the duration. */
    @ParameterizedTest
    @CsvSource({
        "users=20&loops=5&ms=500, ab-old, 40, 40",
        "users=20&loops=5&ms=500, ab, 33.3333333, 33.3333333",
        "users=20&loops=5&ms=500, gatling, 33.3333333, 33.3333333",
        "users=100&duration=10&ms=1000&threads=20, wrk, 18, 90",
        "users=100&duration=10&ms=1000&threads=20, jmeter, 20, 100",
        "users=100&ramp=100&duration=10&ms=1000&threads=20, jmeter, 5.5, 5.5",
        "arrivalRate=100&duration=10&ms=1000&arrivals=constant, vegeta, 90.9918107, 90.9918107",
    })
    void a_client_prints_its_own_throughput(String query, String client, double blocking, double async) {
        Map<?, ?> page = page(PredictQuestion.read(Parameters.parse(query + "&client=" + client)));
        Map<?, ?> printed = (Map<?, ?>) page.get("client");
        assertEquals(blocking, (double) printed.get("blocking"), 1e-6);
        assertEquals(async, (double) printed.get("async"), 1e-6);
    }

    @Test
    void a_run_that_takes_no_time_has_no_throughput() {
        Map<?, ?> page = page(PredictQuestion.read(Parameters.parse("users=1&ms=0&rate=1&client=jmeter")));
        assertNull(((Map<?, ?>) page.get("client")).get("blocking"));
    }

    @Test
    void without_a_client_nothing_is_printed() {
        assertNull(page(PredictQuestion.read(Parameters.parse("users=2&ms=10"))).get("client"));
    }
}
