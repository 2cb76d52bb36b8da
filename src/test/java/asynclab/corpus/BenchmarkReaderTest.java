package asynclab.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asynclab.parameter.BadParameter;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchmarkReaderTest {

    static final String ARM =
            "{'name':'a','threads':4,'hold_s':0.1,'users':100,'loops_or_duration':'30 s','ramp_s':0,'think_s':0,'timeout_s':null,'published':{'X':39}}";

    static String benchmark(String arm) {
        return ("{'id':'one','title':'One','tool':'wrk','arms':[" + arm + "]}").replace('\'', '"');
    }

    /** The first benchmark of a file. */
    static Benchmark read(String json) {
        return BenchmarkReader.read("source", json).get(0);
    }

    private static String message(String arm) {
        return assertThrows(BadParameter.class, () -> BenchmarkReader.read("source", benchmark(arm)))
                .getMessage();
    }

    @Test
    void one_benchmark_a_list_and_an_object_with_sources_are_read() {
        String one = benchmark(ARM);
        for (String json : List.of(one, "[" + one + "]", "{\"sources\":[" + one + "]}"))
            assertEquals(39, read(json).arms().get(0).published().get(PublishedFigure.X));
    }

    @Test
    void a_missing_parameter_is_not_taken_for_no_limit() {
        assertEquals(
                "one.arms[0].threads must be given, or null, but was missing or empty.",
                message(ARM.replace("'threads'", "'thread'")));
    }

    @Test
    void a_field_that_is_not_read_is_named() {
        String json = benchmark(ARM.replace("'threads'", "'cores':2,'threads'"));
        assertEquals(List.of("cores"), read(json).ignored());
    }

    @Test
    void a_distribution_tells_the_hold_time() {
        String arm = ARM.replace("'hold_s':0.1", "'hold_s':null,'hold':'minMs=50&maxMs=151'");
        assertEquals(0.1, read(benchmark(arm)).arms().get(0).holdSeconds(), 0.001);
    }

    @Test
    void a_figure_that_the_model_does_not_have_is_named() {
        Benchmark source = read(benchmark(ARM.replace("'X':39", "'X':39,'p66':1,'mean':null")));
        assertEquals(List.of("published.p66"), source.ignored());
        assertEquals(Map.of(PublishedFigure.X, 39.0), source.arms().get(0).published());
    }

    @Test
    void figures_that_are_no_object_are_refused() {
        assertEquals(
                "one.arms[0].published must be an object of figures such as {\"X\": 985}, or null, but was \"39\".",
                message(ARM.replace("{'X':39}", "39")));
        assertEquals(
                Map.of(),
                read(benchmark(ARM.replace("{'X':39}", "null"))).arms().get(0).published());
    }

    @Test
    void a_wrong_number_is_refused() {
        assertEquals(
                "one.arms[0].threads must be a whole number from 1 to 1000000, or null, but was \"0\".",
                message(ARM.replace("'threads':4", "'threads':0")));
        assertEquals(
                "one.arms[0].hold_s must be a number from 0 to 600, or null, but was \"-1\".",
                message(ARM.replace("0.1", "-1")));
        assertEquals(
                "one.arms[0].timeout_s must be a number from 0.001 to 86400, or null, but was \"0\".",
                message(ARM.replace("'timeout_s':null", "'timeout_s':0")));
        assertEquals(
                "one.arms[0].share must be a number from 0.001 to 1, or null, but was \"0\".",
                message(ARM.replace("'threads'", "'share':0,'threads'")));
        for (String length : List.of("0.4 ms", "600 h", "n=3000000000", "1000000001 loops"))
            assertEquals(
                    "one.arms[0].loops_or_duration must be a load of at most 1000000000 requests or loops,"
                            + " and of 0.001 to 604800 s, but was \"" + length + "\".",
                    message(ARM.replace("30 s", length)));
    }

    @Test
    void a_wrong_number_of_arms_is_said() {
        assertEquals("one.arms must be a list of one to 1000 arms, but was missing or empty.", message(""));
        String many = String.join(",", Collections.nCopies(1_001, ARM));
        assertEquals("one.arms must be a list of one to 1000 arms, but was \"1001 arms\".", message(many));
    }

    @Test
    void what_is_no_json_is_refused() {
        assertThrows(BadParameter.class, () -> BenchmarkReader.read("source", "threads=4"));
        assertThrows(BadParameter.class, () -> BenchmarkReader.read("source", "{}"));
        assertThrows(BadParameter.class, () -> BenchmarkReader.read("source", "[3]"));
    }

    @Test
    void a_length_with_words_that_are_not_read_is_refused() {
        for (String length : List.of(
                "30",
                "three loops",
                "30 s after 10 s",
                "n=100 n=200",
                "10 million requests",
                "1000 iterations",
                "10/s each 30 s",
                "10/s per user 30 s",
                "n=100 each",
                "1M requests",
                "0,5 s",
                "1,25 s",
                "0,500 s",
                "n=10.000"))
            assertEquals(
                    "one.arms[0].loops_or_duration must be a length such as n=1000, 200 loops, 1 burst, 30 s or 500/s 60 s,"
                            + " but was \"" + length + "\".",
                    message(ARM.replace("30 s", length)));
        for (String length :
                List.of("200 loops each", "1 burst per user", "n=1000 in all", "500 requests/second for 60 s", "?"))
            assertEquals(
                    length,
                    read(benchmark(ARM.replace("30 s", length)))
                            .arms()
                            .get(0)
                            .length()
                            .text());
    }

    /** Requests of all users, loops, seconds, requests per second. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "n=1200000, 1200000, 0, 0, 0",
                "\"n=120,000\", 120000, 0, 0, 0",
                "n=c=100, 100, 0, 0, 0",
                "\"n=1000,30 s\", 1000, 0, 30, 0",
                "n=1.5k requests, 1500, 0, 0, 0",
                "200 loops, 0, 200, 0, 0",
                "1 burst, 0, 1, 0, 0",
                "30 min, 0, 0, 1800, 0",
                "1.5 s, 0, 0, 1.5, 0",
                "500 ms, 0, 0, 0.5, 0",
                "2000/s 60 s, 0, 0, 60, 2000",
                "100 req/s 2 minutes, 0, 0, 120, 100",
                "1m30s, 0, 0, 90, 0",
                "n=10k, 10000, 0, 0, 0",
                "4 requests each, 0, 4, 0, 0",
                "20 iterations each, 0, 20, 0, 0",
                "500 requests/second for 60 s, 0, 0, 60, 500",
                "100 iterations/s 60 s, 0, 0, 60, 100",
                "\"\", 0, 0, 0, 0",
                "null, 0, 0, 0, 0",
            })
    void a_length_is_read(String text, long requests, long loops, double seconds, double perSecond) {
        assertEquals(new LoadLength(text, requests, loops, seconds, perSecond), LoadLength.parse(text, 1));
    }

    @ParameterizedTest
    @CsvSource({
        "ab -k rev 1879490, 2014, AB",
        "ab rev 1807734, 2024, AB_OLD",
        "ab rev 1826891, 2010, AB",
        "ab n=1000 c=200, 2024, AB",
        "ab n=1000 c=200, 2017, AB_OLD",
        "ab n=50 (old one assumed), 2023, AB_OLD",
        "ApacheBench 2.4.29, 2023, AB_OLD",
        "This is ApacheBench Version 2.3 <$Revision: 1879490 $>, 2014, AB",
        "Apache ab -n 100 -c 100, 2024, AB",
        "Gatling (wrk gave the same), 2024, GATLING",
        "wrk -t50 -d30s, 2019, WRK",
        "wrk2 -R100, 2019, OTHER",
        "hey n=10 c=5, 2022, HEY",
        "JMeter 4000 users, 2023, JMETER",
        "Gatling atOnceUsers, 2018, GATLING",
        "k6 constant-arrival-rate, 2025, K6",
        "Locust 10 users, 2025, LOCUST",
        "vegeta, 2024, VEGETA",
        "JMH, 2024, JMH",
        "own burst client, 2019, OTHER",
        "autocannon, 2020, OTHER",
    })
    void a_tool_is_recognised(String text, int year, LoadTool tool) {
        assertEquals(tool, LoadTool.of(text, year));
    }
}
