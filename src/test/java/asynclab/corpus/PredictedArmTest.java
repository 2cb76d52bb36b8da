package asynclab.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.corpus.ArmLimit.LimitKind;
import asynclab.model.Budget;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Predictions against closed forms, worked out by hand: rounds of as many requests as fit, each of the hold time. */
class PredictedArmTest {

    private static final Set<FoundRule> ALL = EnumSet.allOf(FoundRule.class);

    /** @param arm threads, hold_s, users, loops_or_duration, the published figures; think_s, timeout_s and ramp_s, or none of them */
    private static PredictedArm predict(String tool, Set<FoundRule> rules, String arm) {
        String json =
                "{'name':'a','threads':%s,'hold_s':%s,'users':%s,'loops_or_duration':'%s','published':{%s},'think_s':%s,'timeout_s':%s,'ramp_s':%s}"
                        .formatted((Object[]) (arm + " | 0 | null | 0").split(" \\| "));
        Benchmark source =
                BenchmarkReaderTest.read(BenchmarkReaderTest.benchmark(json).replace("\"wrk\"", '"' + tool + '"'));
        return PredictedArm.of(source.arms().get(0), source.loadTool(), rules, Budget.unlimited());
    }

    private static double predicted(PredictedArm prediction, PublishedFigure figure) {
        return prediction.figures().stream()
                .filter(it -> it.figure() == figure)
                .findFirst()
                .orElseThrow()
                .predicted();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                // 1 alone, then 599 in rounds of 100: 7 rounds of 1 s
                "ab rev 1901567; null | 1 | 100 | n=600 | 'X':1; 85.7142857",
                "ab rev 655654;  null | 1 | 100 | n=600 | 'X':1; 100",
                // -t 10: 99 rounds of ten within 10 s, and what is under way does not count
                "ab rev 655654; 10 | 0.1 | 1000 | 10 s | 'X':1; 99",
                // the pool is narrower than the users: 1 + 30 rounds of 20
                "ab rev 1901567; 20 | 1 | 100 | n=600 | 'X':1; 19.3548387",
                // 10 s: the tenth round ends on the end, and does not count
                "wrk; null | 1 | 100 | 10 s | 'X':1; 90",
                "wrk; 20 | 1 | 100 | 10 s | 'X':1; 18",
                "another; null | 1 | 100 | 10 s | 'X':1; 90",
                // Locust divides by the last response: eleven rounds of 20 in 9.9 s
                "Locust; null | 0.9 | 20 | 10 s | 'X':1; 22.2222222",
                // JMeter and k6 let it end
                "JMeter; null | 1 | 100 | 10 s | 'X':1; 100",
                // 10 s are eleven whole seconds, because every response is a little late
                "Gatling; 100 | 1 | 500 | 2 loops | 'X':1; 90.9090909",
                // 3 workers send 3 requests each, and the remainder is not sent
                "hey; null | 1 | 3 | n=11 | 'X':1; 3",
                "JMH; 200 | 1 | 1000 | 1 burst | 'X':1; 0.2",
                "JMH; 200 | 1 | 1000 | 10 bursts | 'X':1; 0.2",
                "JMH; 200 | 1 | 1000 | ? | 'X':1; 0.2",
                // (10000 - 1) gaps of 1 ms and a hold time
                "vegeta; null | 0.1 | null | 1000/s 10 s | 'X':1; 990.197049",
                // 100 users cannot send 2000 a second: a closed load
                "wrk2; null | 1 | 100 | 2000/s 10 s | 'X':1; 90",
                // nothing is known of the load: the pool
                "JMeter; 8 | 0.5 | null | ? | 'X':1; 16",
            })
    void throughput(String tool, String arm, double perSecond) {
        assertEquals(perSecond, predicted(predict(tool, ALL, arm), PublishedFigure.X), 1e-4);
    }

    /** 200,000 requests are simulated as one of five equal parts: the figures are those of the whole. */
    @Test
    void a_large_arm_is_divided() {
        assertEquals(
                1_000,
                predicted(predict("JMeter", ALL, "100 | 0.1 | 1000 | 200 loops | 'X':1"), PublishedFigure.X),
                1e-9);
    }

    /** 10 clients on 8 threads: two waves. 4 of 10 wait for one round: a mean of 1.2 rounds. */
    @Test
    void a_burst_takes_its_waves() {
        PredictedArm burst =
                predict("own", ALL, "8 | 5 | 10 | 1 burst | 'T':10.196,'mean':6000,'p50':5000,'max':10000");
        assertEquals(10, predicted(burst, PublishedFigure.T), 1e-9);
        assertEquals(6_000, predicted(burst, PublishedFigure.MEAN), 1);
        assertEquals(10_000, predicted(burst, PublishedFigure.MAX), 1);
        assertEquals(0.981, burst.figures().get(0).ratio(), 0.001); // a longer time is a lower speed
        assertEquals(LimitKind.POOL, burst.limit());
        assertEquals("8 threads ÷ 5 s = 1.6 req/s", burst.words());
    }

    /** 100 connections against 4 threads: 299 rounds of each in 30 s. */
    @Test
    void a_speed_up_is_users_to_threads() {
        assertEquals(
                25, predicted(predict("wrk", ALL, "4 | 0.1 | 100 | 30 s | 'ratio':24"), PublishedFigure.RATIO), 1e-9);
    }

    @Test
    void without_a_rule_that_was_found_a_figure_is_another() {
        var none = EnumSet.noneOf(FoundRule.class);
        assertEquals(
                100,
                predicted(predict("ab rev 1901567", none, "null | 1 | 100 | n=600 | 'X':1"), PublishedFigure.X),
                1e-9);
        assertEquals(100, predicted(predict("wrk", none, "null | 1 | 100 | 10 s | 'X':1"), PublishedFigure.X), 1e-9);
        assertEquals(
                100, predicted(predict("Gatling", none, "100 | 1 | 500 | 2 loops | 'X':1"), PublishedFigure.X), 1e-9);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "null | 3 | 2000 | 22 s | 'X':1592 # 1,592 req/s, but at most 667 are possible (2,000 users ÷ 3 s = 667 req/s); it needs a hold time of 1.26 s or less",
                "1 | 2 | 10 | 1 burst | 'X':0.8887 # 0.889 req/s, but at most 0.5 are possible (1 thread ÷ 2 s = 0.5 req/s); it needs a hold time of 1.13 s or less",
                "4 | 0.1 | 100 | 30 s | 'ratio':27 # 27 times, but at most 25 times are possible",
                "8 | 5 | 10 | 1 burst | 'T':9 # 9 s, but it takes at least 10 s",
                "null | 1 | 10 | 30 s | 'N':400 # 400 requests, but at most 310 are possible",
                "null | 0.1 | null | 100/s 30 s | 'X':110 # 110 req/s, but at most 100 are possible",
                "null | 1 | 10 | 30 s | 'mean':900 # a mean of 900 ms, but each request takes 1,000 ms",
                "null | 0.1 | 100 | 30 s | 'p50':12 # a p50 of 12 ms, but each request takes 100 ms",
                "null | 0.1 | 100 | 30 s | 'max':60 # a max of 60 ms, but each request takes 100 ms",
            })
    void a_figure_above_what_the_parameters_allow_is_impossible(String arm, String why) {
        assertEquals(List.of(why), predict("own", ALL, arm).impossible());
    }

    /** JMeter finishes what is under way, hey sends n ÷ c for each worker, wrk drops long responses, and who failed makes room. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "JMeter # null | 3 | 100 | 10 s | 'N':400",
                "ab # null | 3 | 100 | 10 s | 'N':400",
                "hey # null | 0.5 | 20 | n=110 | 'T':2.518",
                "wrk # null | 2.5 | 100 | 30 s | 'mean':1500",
                // bombardier finishes what is under way, and nothing is known of another tool
                "bombardier # null | 3 | 100 | 10 s | 'N':400,'X':40",
                // so many loops that think time counts, or a single one
                "JMeter # null | 0.1 | 100 | ? | 'X':100 | 1 | null | 0",
                // Locust rounds percentiles, and ab to whole milliseconds
                "Locust # null | 1.049 | 100 | 30 s | 'p50':1000",
                "ab # null | 0.0039 | 100 | n=1000 | 'p50':3,'mean':3",
                "own # 5 | 1 | 100 | 60 s | 'X':50,'failed':2700",
                "ab # 10 | 1 | 100 | n=1000 | 'T':52,'failed':500",
                // an open load sends all of its rate, and the pool works it off after the duration
                "Gatling # 20 | 0.2 | null | 120/s 10 s | 'N':1200,'X':92.3",
                "vegeta # 10 | 1 | null | 12/s 60 s | 'N':720",
                "JMeter # 8 | 0.5 | null | 10 s | 'N':200",
                // ten requests within 9 s and their last wait
                "vegeta # null | 0.1 | null | 1/s 10 s | 'X':1.0989",
            })
    void a_figure_of_an_ordinary_run_is_possible(String tool, String arm) {
        assertEquals(List.of(), predict(tool, ALL, arm).impossible());
    }

    @Test
    void an_open_load_that_finishes_sends_no_more_than_its_rate() {
        assertEquals(
                List.of("1,300 requests, but at most 1,201 are possible"),
                predict("Gatling", ALL, "20 | 0.2 | null | 120/s 10 s | 'N':1300")
                        .impossible());
    }

    /** 20 users start each second, and each has ended after 0.1 s. Beside 20 s of work a ramp of 3 s is short. */
    @Test
    void a_ramp_that_is_longer_than_the_work_of_a_user_is_the_limit() {
        PredictedArm ramp = predict("JMeter", ALL, "200 | 0.1 | 2000 | 1 loop | 'X':20 | 0 | null | 100");
        assertEquals(LimitKind.RAMP, ramp.limit());
        assertEquals("2,000 requests over a ramp of 100 s = 20 req/s", ramp.words());
        assertEquals(20, predicted(ramp, PublishedFigure.X), 0.1);
        assertEquals(List.of(), ramp.impossible());
        assertEquals(
                List.of("2,000 req/s, but at most 20 are possible (2,000 requests over a ramp of 100 s = 20 req/s)"),
                predict("JMeter", ALL, "200 | 0.1 | 2000 | 1 loop | 'X':2000 | 0 | null | 100")
                        .impossible());
        assertEquals(
                LimitKind.POOL,
                predict("JMeter", ALL, "1 | 0.1 | 2000 | 1 loop | 'X':10 | 0 | null | 100")
                        .limit());
        assertEquals(
                LimitKind.USERS,
                predict("JMeter", ALL, "null | 0.1 | 2000 | 200 loops | 'X':16000 | 0 | null | 3")
                        .limit());
    }

    /** A request leaves the queue of a pool by its timeout, but none ends before its 3 s. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "null | 3 | 2000 | 30 s | 'X':1592 | 0 | 20 | 0 # true",
                "100 | 3 | 2000 | 30 s | 'X':1592 | 0 | 20 | 0 # true",
                "100 | 3 | 2000 | 30 s | 'X':500 | 0 | 20 | 0 # false",
                "100 | 3 | 2000 | 30 s | 'X':500,'failed':0 | 0 | 20 | 0 # true",
                "null | 3 | 2000 | 30 s | 'X':1592,'failed':2700 | 0 | 20 | 0 # false",
                "4 | 5 | 50 | 1 burst | 'T':20.4 | 0 | 20 | 0 # false",
            })
    void a_timeout_excuses_a_figure_above_a_pool_only(String arm, boolean impossible) {
        assertEquals(impossible, !predict("hey", ALL, arm).impossible().isEmpty());
    }

    /** Ten loops have nine think times: 1,000 requests in 10 s. A single loop has none, and 1,000 users then wait for 50 threads. */
    @Test
    void no_think_time_follows_the_last_response_of_a_user() {
        PredictedArm ten = predict("JMeter", ALL, "200 | 0.1 | 100 | 10 loops | 'X':100 | 1 | null | 0");
        assertEquals("100 users ÷ 1 s = 100 req/s", ten.words());
        assertEquals(100, predicted(ten, PublishedFigure.X), 1e-9);
        assertEquals(List.of(), ten.impossible());
        assertEquals(
                List.of("120 req/s, but at most 100 are possible (100 users ÷ 1 s = 100 req/s)"),
                predict("JMeter", ALL, "200 | 0.1 | 100 | 10 loops | 'X':120 | 1 | null | 0")
                        .impossible());
        PredictedArm single = predict("JMeter", ALL, "50 | 0.1 | 1000 | 1 loop | 'X':500 | 9.9 | null | 0");
        assertEquals(LimitKind.POOL, single.limit());
        assertEquals(List.of(), single.impossible());
        // seven requests of each user in 54.7 s
        assertEquals(
                List.of(),
                predict("Locust", ALL, "null | 0.1 | 100 | 60 s | 'X':13.1 | 9 | null | 0")
                        .impossible());
    }

    @Test
    void a_figure_on_the_bound_is_possible() {
        assertEquals(
                List.of(),
                predict("own", ALL, "8 | 0.5 | 10 | 30 s | 'X':16.2,'mean':500").impossible());
    }

    /** 100 clients on 4 threads give up after 1 s, so their requests end more often than the server allows. */
    @Test
    void nothing_is_impossible_if_the_client_gives_up_before_the_end() {
        String arm = BenchmarkReaderTest.ARM
                .replace("0.1", "2")
                .replace("null", "1")
                .replace("'X':39", "'X':98,'mean':1000");
        Benchmark source = BenchmarkReaderTest.read(BenchmarkReaderTest.benchmark(arm));
        assertEquals(
                List.of(),
                PredictedArm.of(source.arms().get(0), LoadTool.JMETER, ALL, Budget.unlimited())
                        .impossible());
    }

    @Test
    void where_the_parameters_do_not_decide_there_is_no_prediction() {
        PredictedArm unknown = predict("own", ALL, "8 | null | 10 | 30 s | 'X':16");
        assertEquals("The hold time is not known.", unknown.unpredicted());
        assertNull(unknown.figures().get(0).ratio());
        assertTrue(predict("own", ALL, "null | 1 | null | 30 s | 'X':16")
                .unpredicted()
                .startsWith("The load"));
    }

    /** Two threads serve 4 of 10 requests within 2.5 s: at 1 s and 2 s. The others time out. */
    @Test
    void vegeta_counts_successes_and_wrk_does_not_give_up() {
        Benchmark source = BenchmarkReaderTest.read(
                BenchmarkReaderTest.benchmark(
                        "{'name':'a','threads':2,'hold_s':1,'users':10,'loops_or_duration':'1 burst','ramp_s':0,'think_s':0,'timeout_s':2.5,'published':{'X':1,'failed':6}}"));
        BenchmarkArm arm = source.arms().get(0);
        PredictedArm vegeta = PredictedArm.of(arm, LoadTool.VEGETA, ALL, Budget.unlimited());
        assertEquals(4 / 2.5, predicted(vegeta, PublishedFigure.X), 1e-9);
        assertEquals(6, predicted(vegeta, PublishedFigure.FAILED));
        assertEquals(
                10 / 2.5,
                predicted(PredictedArm.of(arm, LoadTool.JMETER, ALL, Budget.unlimited()), PublishedFigure.X),
                1e-9);
        assertEquals(
                10 / 5.0,
                predicted(PredictedArm.of(arm, LoadTool.WRK, ALL, Budget.unlimited()), PublishedFigure.X),
                1e-9);
    }

    /** @param arm threads, users, loops_or_duration, the published figures, and a further fact of the source */
    private static PredictedArm predictFurther(String arm) {
        String[] of = arm.split(" \\| ");
        String json =
                "{'name':'a','threads':%s,'hold_s':0.1,'users':%s,'loops_or_duration':'%s','ramp_s':0,'think_s':0,'timeout_s':null,'published':{%s},%s}"
                        .formatted((Object[]) of);
        Benchmark source = BenchmarkReaderTest.read(BenchmarkReaderTest.benchmark(json));
        return PredictedArm.of(source.arms().get(0), LoadTool.JMETER, ALL, Budget.unlimited());
    }

    /** 100 requests a second are 50 loops, and 1,000 requests are 500 loops: 50 rounds of ten. */
    @Test
    void a_rate_and_a_number_count_requests_where_a_loop_has_several() {
        PredictedArm open = predictFurther("null | null | 100/s 10 s | 'X':99 | 'requests_a_loop':2");
        assertEquals(2 * 500 / 10.08, predicted(open, PublishedFigure.X), 1e-6);
        assertEquals(List.of(), open.impossible());
        PredictedArm shared = predictFurther("null | 10 | n=1000 | 'N':1000,'T':5 | 'requests_a_loop':2");
        assertEquals(1_000, predicted(shared, PublishedFigure.N), 1e-9);
        assertEquals(5, predicted(shared, PublishedFigure.T), 1e-6);
        assertEquals(List.of(), shared.impossible());
    }

    /** k6 starts iterations at its rate, and Gatling users. Each sends three requests. */
    @Test
    void a_rate_of_users_or_iterations_is_of_so_many_loops() {
        for (String rate : List.of("100 iterations/s 60 s", "100 users/s 60 s")) {
            PredictedArm open = predictFurther("null | null | " + rate + " | 'X':298 | 'requests_a_loop':3");
            assertEquals("300 req/s are offered", open.words());
            assertEquals(List.of(), open.impossible());
        }
    }

    /** 52 requests a second are two more than the pool serves, so 120 of 500 users wait after a minute. 50 users run out at once. */
    @Test
    void a_rate_above_the_pool_is_open_as_long_as_there_are_users() {
        PredictedArm open = predict("k6", ALL, "10 | 0.2 | 500 | 52/s 60 s | 'N':3120,'mean':1400");
        assertEquals(3_120, predicted(open, PublishedFigure.N), 1);
        assertEquals(1_400, predicted(open, PublishedFigure.MEAN), 60);
        PredictedArm closed = predict("k6", ALL, "10 | 0.2 | 50 | 52/s 60 s | 'X':50,'mean':1400");
        assertEquals(50, predicted(closed, PublishedFigure.X), 1);
        assertNull(closed.figures().get(1).predicted());
    }

    /** An open workload has no calls, and a million calls at once are too many. So the pool is the prediction. */
    @Test
    void calls_that_cannot_be_simulated_leave_the_bound() {
        PredictedArm open = predictFurther("10 | null | 100/s 10 s | 'X':33 | 'calls':3");
        assertEquals(10 / 0.3, predicted(open, PublishedFigure.X), 1e-9);
        PredictedArm many = predictFurther("7 | 1000 | 1 burst | 'X':0.07 | 'calls':1000");
        assertEquals(0.07, predicted(many, PublishedFigure.X), 1e-9);
    }
}
