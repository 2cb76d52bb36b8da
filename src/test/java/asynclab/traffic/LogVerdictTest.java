package asynclab.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.accesslog.LoggedRequest;
import asynclab.accesslog.LoggedRequest.RequestParts;
import asynclab.model.Budget;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Verdicts at the edges: of more than ten times the traffic, and of endpoints that are asynchronous already. */
class LogVerdictTest {

    private static final int REQUESTS = 500;

    private static void assertVerdict(String begins, Traffic traffic, int threads, double times, Limits limits) {
        String verdict = verdict(traffic, new Question(threads, 1, times, 0, 100, limits, 1, REQUESTS));
        assertTrue(verdict.startsWith(begins), verdict);
    }

    /** So many requests a second, each of the same time. */
    private static Traffic even(int perSecond, int millis) {
        var builder = new Traffic.Builder();
        for (int i = 0; i < REQUESTS; i++) builder.add(Synthetic.request(1e3 / perSecond * i, millis, "/a"));
        return builder.build();
    }

    /** Five threads are busy with reports and four with a proxy, each request of a random time. */
    private static Traffic reportsAndProxy() {
        var random = new SplittableRandom(4);
        var builder = new Traffic.Builder();
        for (int i = 0; i < REQUESTS; i++) {
            boolean report = i % 14 < 10;
            builder.add(Synthetic.request(
                    1e3 / 14 * i, (report ? 500 : 1_000) * 2 * random.nextDouble(), report ? "/report" : "/proxy"));
        }
        return builder.build();
    }

    private static String verdict(Traffic traffic, Question question) {
        return Answer.of(traffic, question, Budget.unlimited(), next -> {}).verdict();
    }

    /** A request each 100 ms that takes 0 s, or up to a second: ten in flight on two threads. */
    @Test
    void whole_seconds_do_not_decide_on_more_than_ten_times_the_traffic() {
        var builder = new Traffic.Builder();
        for (int i = 0; i < REQUESTS; i++) builder.add(Synthetic.request(100.0 * i, 0, "/a"));
        assertVerdict(
                "The log does not decide whether a pool of 2 threads holds 20 times your traffic.",
                builder.build(1_000_000),
                2,
                20,
                Limits.UNKNOWN);
    }

    /** A request each 10 ms that takes 95 ms, as our recorder writes it. */
    private static Traffic recorded(boolean async) {
        long unknown = RequestParts.UNKNOWN;
        var parts = new RequestParts(true, true, unknown, unknown, unknown, async);
        var builder = new Traffic.Builder();
        for (int i = 0; i < REQUESTS; i++)
            builder.add(new LoggedRequest(10_000L * i, 0, 95_000, "GET", "/a", 200, parts));
        return builder.build();
    }

    /** 0.2 of 4 processors are busy: they are full at 20 times. */
    @Test
    void virtual_threads_hold_more_than_ten_times_the_traffic_until_the_processors_are_full() {
        var limits = new Limits(0, 0, Map.of(), 4, 5, 0);
        assertVerdict("Not needed: the server has virtual threads,", recorded(false), 0, 15, limits);
        assertVerdict("It is not known whether 30 times your traffic is held.", recorded(false), 0, 30, limits);
    }

    /** At 90 ms the tenth request begins, and the first one ends at 95 ms. None keeps one of the three threads. */
    @Test
    void asynchronous_requests_in_flight_may_be_more_than_the_threads_and_do_not_wait_for_them() {
        assertVerdict(
                "Not needed: at your traffic 10 requests are in flight at most. The pool lasts until more than 10",
                recorded(true),
                3,
                2,
                Limits.UNKNOWN);
    }

    /** A request each 10 ms for ten seconds, each of a minute: 6,000 are in flight, and the log shows 1,000. Two doubts are one list. */
    @Test
    void a_replay_that_is_shorter_than_its_durations_is_doubtful() {
        var builder = new Traffic.Builder();
        for (int i = 0; i < 1_000; i++) builder.add(Synthetic.request(10.0 * i, 60_000, "/poll"));
        Traffic traffic = builder.build();
        String law = "By Little's law (rate × mean duration) 6,000 requests are in flight. The replay of ";
        var whole = new Question(2_000, 1, 2, 0, 100, Limits.UNKNOWN, 1, 1_000);
        String verdict = verdict(traffic, whole);
        assertTrue(verdict.startsWith("This answer is doubtful. " + law + "10 s shows only 50"), verdict);
        var part = new Question(2_000, 1, 2, 0, 100, Limits.UNKNOWN, 1, REQUESTS);
        assertTrue(verdict(traffic, part).contains(law + "5 s shows only 25"), () -> verdict(traffic, part));
        var few = new Question(2_000, 1, 2, 0, 100, Limits.UNKNOWN, 1, 99);
        assertFalse(verdict(traffic, few).contains("Little"), () -> verdict(traffic, few));
        String read = Answer.of(traffic, whole, Budget.unlimited(), next -> {})
                .doubtful(List.of("Lines are lost."))
                .verdict();
        assertTrue(read.startsWith("This answer is doubtful. Lines are lost. By Little's law"), read);
    }

    /** A thousand in flight, and the usual 200 threads on one server, or on two of 100 each: no such pool served them. */
    @Test
    void a_pool_that_the_log_refutes_makes_the_answer_doubtful() {
        Traffic traffic = Synthetic.exponential(1_000, 1_000, 8_000);
        assertVerdict(
                "This answer is doubtful. Over half of the time more requests are in flight than the 200 threads, up to ",
                traffic,
                200,
                2,
                Limits.UNKNOWN);
        String two = verdict(traffic, new Question(100, 2, 2, 0, 100, Limits.UNKNOWN, 1, REQUESTS));
        assertTrue(two.startsWith("This answer is doubtful. Over half of the time more requests"), two);
    }

    /** Twenty in flight cannot compute on 60 processors. */
    @Test
    void a_use_of_the_processors_above_the_requests_time_makes_the_answer_doubtful() {
        assertVerdict(
                "This answer is doubtful. 60 % of 100 processors is 3.0 times the requests' time, and no more than all",
                even(200, 100), 60, 2, new Limits(0, 0, Map.of(), 100, 60, 0));
    }

    /** Of 18 threads ten compute for one endpoint, asynchronous or not. Eight wait for the other, which is asynchronous first. */
    @Test
    void an_endpoint_that_computes_is_not_made_asynchronous_first() {
        var shares = Map.of("GET /report", 0.95, "GET /proxy", 0.01);
        assertVerdict(
                "Make GET /proxy asynchronous: then a pool of 16 threads holds 2 times your traffic",
                reportsAndProxy(),
                16,
                2,
                new Limits(0, 0, Map.of(), 16, 0, 0).told(shares, Limits.ToldBy.FILE));
    }

    @Test
    void a_mean_use_of_the_processors_does_not_say_which_endpoints_compute() {
        String condition =
                " This holds if this endpoint computes for no larger part of the time than all requests do on";
        var limits = new Limits(0, 0, Map.of(), 16, 24, 0);
        String verdict = verdict(reportsAndProxy(), new Question(16, 1, 2, 0, 100, limits, 1, REQUESTS));
        assertTrue(verdict.startsWith("Make GET /report asynchronous") && verdict.contains(condition), verdict);
    }

    /** Eight at once each second on eight threads wait for none. Fifteen of 1,815 that come at once to two threads wait for up to 7 s. */
    @Test
    void a_full_pool_says_who_waits() {
        var enough = new Traffic.Builder();
        for (int i = 0; i < REQUESTS; i++) enough.add(Synthetic.request(1e3 * (i / 8), 100, "/a"));
        String none = verdict(enough.build(), new Question(8, 1, 1, 0, 100, Limits.UNKNOWN, 1, REQUESTS));
        assertTrue(none.contains("Not needed: at your traffic 8 of 8 threads are busy at most. The pool lasts"), none);
        var rush = new Traffic.Builder();
        for (int i = 0; i < 1_800; i++) rush.add(Synthetic.request(1e4 * i, 10, "/a"));
        for (int i = 0; i < 15; i++) rush.add(Synthetic.request(95_000, 1_000 * (i / 2 + 1), "/a"));
        String verdict = verdict(rush.build(), new Question(2, 1, 1, 0, 100, Limits.UNKNOWN, 1, 2_000));
        assertTrue(
                verdict.matches(
                        "Not needed: .* Then 0\\.7\\d % of the requests wait over 100 ms, and up to [67],\\d+ ms\\. .*"),
                verdict);
    }

    @Test
    void one_busy_thread_is_singular() {
        String verdict = verdict(even(1, 20), new Question(200, 1, 2, 0, 100, Limits.UNKNOWN, 1, 1_000));
        assertTrue(verdict.startsWith("Not needed: at your traffic 1 of 200 threads is busy at most. The"), verdict);
    }

    /** A request a second, and once 150 requests within 50 ms: ten times the traffic has ten such bursts, at ten moments. */
    @Test
    void a_single_burst_that_may_grow_with_the_clients_is_said() {
        var builder = new Traffic.Builder();
        for (int i = 0; i < 600; i++) builder.add(Synthetic.request(1e3 * i, 20, "/a"));
        for (int i = 0; i < 150; i++) builder.add(Synthetic.request(300_500 + i / 3.0, 500, "/cron"));
        String verdict = verdict(builder.build(), new Question(200, 1, 2, 0, 100, Limits.UNKNOWN, 1, 1_000));
        assertTrue(verdict.startsWith("Not needed: at your traffic 150 of 200 threads are busy at most. The"), verdict);
        assertTrue(verdict.contains(" as that of a timer does, the pool is full at 1.3 times."), verdict);
    }

    @Test
    void a_figure_below_a_whole_number_is_not_printed_as_this_number() {
        String printed = DoubleStream.of(0.5, 1.94, 1.97, 2, 2.04, 9.99)
                .mapToObj(Lasts::factor)
                .collect(Collectors.joining(" "));
        assertEquals("0.50 1.9 1.97 2.0 2.0 9.99", printed);
    }

    /** 80 of 60 threads and 40 of 20 connections are in use: two servers, or three for the connections. */
    @Test
    void two_ends_that_are_the_same_number_of_servers_are_one_number() {
        var limits = new Limits(20, 30_000, Map.of(Limits.OTHERS, 0.5), 0, 0, 0);
        String verdict = verdict(even(200, 100), new Question(60, 1, 4, 0, 100, limits, 1, REQUESTS));
        assertTrue(verdict.matches(".* Blocking, it takes (\\d) servers; asynchronously, \\1 servers\\. .*"), verdict);
    }

    @Test
    void traffic_as_it_is_has_no_factor() {
        String verdict = verdict(even(200, 100), new Question(5, 2, 1, 0, 100, Limits.UNKNOWN, 1, REQUESTS));
        assertTrue(verdict.contains("a pool of 5 threads holds your traffic"), verdict);
    }

    /** 500 articles with names: the 200 that take longest are endpoints, and the rest is one. */
    @Test
    void the_rest_of_the_endpoints_is_not_named_as_one() {
        var builder = new Traffic.Builder();
        for (int i = 0; i < REQUESTS; i++) {
            String name = "" + (char) ('a' + i % 26) + (char) ('a' + i / 26);
            builder.add(Synthetic.request(5.0 * i, i % 2 == 0 ? 101 : 99, "/article/on-" + name));
        }
        String verdict = verdict(builder.build(), new Question(30, 1, 2, 0, 100, Limits.UNKNOWN, 1, REQUESTS));
        assertTrue(verdict.contains("Make the endpoints beyond the first 200 (others) asynchronous: then"), verdict);
    }

    /** A load generator has fifty requests in flight all the time. */
    @Test
    void the_clients_of_a_load_test_are_no_limit() {
        assertVerdict(
                "While the log was written, the requests in flight stood at 50, as at a limit or with 50 clients. Not needed",
                even(500, 100),
                200,
                2,
                Limits.UNKNOWN);
    }
}
