package asynclab.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.model.Balancer.Spread;
import asynclab.model.Bounds.Limiter;
import asynclab.model.Budget;
import asynclab.model.ClosedForms;
import asynclab.traffic.Variant.VariantKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The answer for logs whose truth is known. */
@Execution(ExecutionMode.CONCURRENT)
class AnswerTest {

    private static final int REQUESTS = 2_500; // each answer replays them some hundred times

    private static Answer answer(Traffic traffic, Question question) {
        return Answer.of(traffic, question, Budget.unlimited(), next -> {});
    }

    /** What the whole answer says of the pool, without the rest of it. */
    private static Lasts poolLasts(Traffic traffic, Question question) {
        return Answer.poolLasts(traffic, question, Budget.unlimited());
    }

    private static Question question(int threads, int instances, double traffic, double cpuPercent, int cores) {
        var limits = new Limits(0, 0, Map.of(), cores, cpuPercent, 0);
        return new Question(threads, instances, traffic, 1_000, 100, limits, 1, 8 * REQUESTS);
    }

    @Test
    void the_traffic_that_the_pool_holds_is_erlangs() {
        double lasts = poolLasts(Synthetic.exponential(200, 100, 8 * REQUESTS), question(60, 1, 2, 0, 0))
                .loadFactor();
        double offered = 20 * lasts;
        // the requests that wait longer than a mean of 100 ms, in M/M/c: at the limit, one in a hundred
        double share = ClosedForms.erlangC(60, offered) * Math.exp(offered - 60);
        assertTrue(share > 0.002 && share < 0.05, () -> lasts + " times: " + share);
    }

    /** At 0.05 times its traffic one thread would be busy all the time. */
    @Test
    void less_than_the_least_traffic_that_is_tried_is_said() {
        Lasts lasts = poolLasts(Synthetic.exponential(200, 100, REQUESTS), question(1, 1, 2, 0, 0));
        assertEquals("less than 0.05 times", lasts.alone());
        assertEquals(0, lasts.loadFactor());
    }

    @Test
    void a_pool_that_is_large_enough_needs_nothing() {
        Traffic traffic = Synthetic.exponential(200, 100, REQUESTS);
        Answer answer = answer(traffic, question(60, 1, 2, 0, 0));
        Waiting twice = answer.variants().get(0).waiting().get(2); // 40 of 60 threads busy
        assertEquals(2, twice.traffic());
        assertEquals(0, twice.times().p50Ms());
        assertEquals(0, twice.overMaxWaitPercent(), 0.1);
        assertTrue(answer.verdict().startsWith("Not needed: at your traffic "), answer::verdict);
        assertEquals(List.of(), answer.fewestAsync());
        assertTrue(answer.smallestPool() > 35 && answer.smallestPool() < 60, answer::toString);
        String busy = answer(traffic, question(30, 1, 1, 0, 0)).verdict();
        assertTrue(
                busy.startsWith(
                        "Not needed: at your traffic 30 of 30 threads are busy at most. Then requests wait, with"),
                busy);
    }

    @Test
    void the_fewest_endpoints_that_must_be_asynchronous() {
        Answer answer = answer(Synthetic.poisson(200, 100, REQUESTS), question(30, 1, 2, 0, 0));
        assertEquals(List.of("GET /search"), answer.fewestAsync());
        String oneCopy =
                "Pools, endpoints and servers are found for one copy of the traffic. Another copy may need more.";
        assertTrue(answer.doubts().contains(oneCopy), answer::toString);
        assertTrue(
                answer.verdict().startsWith("Make GET /search asynchronous: then a pool of 30 threads holds 2 times"),
                answer::verdict);
        Lasts some = answer.variant(VariantKind.ASYNC_MOST).lasts();
        assertTrue(some.loadFactor() >= 2);
        assertEquals(
                some.least() * Forecast.PRECISION < 2,
                answer.verdict().contains("your traffic (until"),
                answer::verdict);
        assertTrue(answer.poolLasts().loadFactor() < 2);
        assertEquals(
                0,
                answer.variant(VariantKind.ASYNC_ALL).waiting().get(5).times().p99Ms());
        assertTrue(answer.smallestPool() > 40);
        assertEquals(2, answer.fleetsAsked().blockingLeastLoaded());
        assertTrue(answer.fleetsAsked().blockingEvenly() >= 2);
        assertEquals(1, answer.fleetsAsked().asyncEvenly());
        double late = answer.variant(VariantKind.ASYNC_ALL).waiting().get(0).overTimeoutPercent();
        assertEquals(10 * Math.exp(-1.9), late, 0.5); // the slow ones have a mean of 526 ms
    }

    @Test
    void processors_limit_what_threads_do_not() {
        Answer answer = answer(Synthetic.poisson(200, 100, REQUESTS), question(30, 1, 4, 40, 4));
        assertTrue(answer.variant(VariantKind.ASYNC_ALL).lasts().loadFactor() < 2.5, answer::toString);
        assertNull(answer.fewestAsync());
        assertNull(answer.smallestPool());
        assertTrue(answer.verdict().startsWith("No pool and no threading model holds 4 times"), answer::verdict);
        assertEquals(2, answer.fleetsAsked().asyncLeastLoaded());
        assertTrue(answer.fleetsAsked().blockingLeastLoaded() > 2);
    }

    @Test
    void several_servers_share_the_traffic_of_the_log() {
        Traffic traffic = Synthetic.exponential(200, 100, REQUESTS);
        double one = poolLasts(traffic, question(40, 1, 1, 0, 0)).loadFactor();
        double two = poolLasts(traffic, question(20, 2, 1, 0, 0)).loadFactor();
        assertTrue(two < one, two + " " + one); // two queues of 20 threads wait more than one of 40
        assertTrue(two > 0.7 * one, two + " " + one);
    }

    private static Answer limited(int threads, double traffic, Limits limits) {
        var question = new Question(threads, 1, traffic, 1_000, 100, limits, 1, 4 * REQUESTS);
        Answer answer = answer(Synthetic.exponential(200, 100, REQUESTS), question); // 20 in flight
        assertNothingWithoutItsAssumption(answer);
        return answer;
    }

    private static void assertNothingWithoutItsAssumption(Answer answer) {
        var lines = new ArrayList<>(answer.doubts());
        lines.addAll(List.of(answer.verdict().split("(?<=[.]) ")));
        answer.variants().forEach(variant -> lines.add(variant.words()));
        for (String line : lines)
            if (line.contains("more than")) assertTrue(line.contains(" if nothing but threads"), line);
    }

    private static List<Limiter> order(Answer answer) {
        return answer.limits().stream().map(Variant.Alone::limiter).toList();
    }

    /** A Little's-law bound of each limit: where it is full, it has to bind. */
    private static void assertLasts(double low, double full, Lasts lasts) {
        assertTrue(lasts.loadFactor() > low && lasts.loadFactor() < 1.05 * full, lasts::toString);
        assertTrue(lasts.least() == null || lasts.least() <= lasts.loadFactor(), lasts::toString);
        assertTrue(lasts.most() == null || lasts.most() >= lasts.loadFactor(), lasts::toString);
    }

    @Test
    void connections_bind_first_and_the_rest_is_in_order() {
        var limits = new Limits(20, 30_000, Map.of(Limits.OTHERS, 0.5), 4, 20, 0); // 10 in use, 0.8 processors busy
        Answer answer = limited(60, 4, limits);
        assertEquals(List.of(Limiter.CONNECTIONS, Limiter.THREADS, Limiter.PROCESSORS), order(answer));
        assertLasts(1.2, 2, answer.limits().get(0).lasts());
        assertLasts(2, 3, answer.limits().get(1).lasts());
        assertLasts(3, 5, answer.limits().get(2).lasts());
        Variant virtual = answer.variant(VariantKind.VIRTUAL);
        assertLasts(1.2, 2, virtual.lasts());
        assertEquals(virtual.lasts(), virtual.longest()); // all is known
        assertTrue(virtual.words().endsWith(" over twenty copies)"), virtual::words);
        String verdict = answer.verdict();
        assertTrue(verdict.startsWith("No pool and no threading model holds 4 times"), verdict);
        assertTrue(
                verdict.matches(
                        ".* 20 connections bind until 1\\.\\d times; then 60 threads until 2\\.\\d times; then 4 processors until [34]\\.\\d times\\."),
                verdict);
        assertTrue(answer.fleetsAsked().asyncEvenly() > 2, answer::toString); // 40 connections in use of 20 each
    }

    @Test
    void processors_bind_first() {
        Answer answer = limited(60, 2, new Limits(100, 30_000, Map.of(Limits.OTHERS, 0.5), 2, 80, 0));
        assertEquals(List.of(Limiter.PROCESSORS, Limiter.THREADS, Limiter.CONNECTIONS), order(answer));
        assertLasts(0.9, 1.25, answer.limits().get(0).lasts());
        assertLasts(0.9, 1.25, answer.variant(VariantKind.VIRTUAL).longest());
        assertTrue(answer.verdict().contains("2 processors bind until 1."), answer::verdict);
        String doubts = answer.doubts().toString(); // 20 in flight: 10 hold a connection, and 1.6 compute
        assertTrue(doubts.matches(".* So (9|10)\\.\\d of 100 are in use on average\\..*"), doubts);
        assertTrue(doubts.matches(".*80 % of 2 processors is [78]\\.\\d % of the requests' time.*"), doubts);
        // the log's durations contain what its own requests wait for processors
        assertEquals(
                0,
                answer.variant(VariantKind.ASYNC_ALL).waiting().get(0).times().p99Ms());
    }

    /** One request in two hundred computes for a second. With time slices the others go on beside it; on carriers they wait. */
    @Test
    void virtual_threads_have_no_time_slices() {
        var builder = new Traffic.Builder();
        for (int i = 0; i < REQUESTS; i++) {
            boolean slow = i % 200 == 0;
            builder.add(Synthetic.request(20.0 * i, slow ? 1_000 : 5, slow ? "/export" : "/orders"));
        }
        var limits = new Limits(0, 0, Map.of(), 1, 50, 0); // all of each duration
        Answer answer = answer(builder.build(), new Question(100, 1, 1, 0, 100, limits, 1, REQUESTS));
        double async = answer.variant(VariantKind.ASYNC_ALL).lasts().loadFactor();
        assertTrue(answer.variant(VariantKind.VIRTUAL).lasts().loadFactor() < 0.9 * async, answer::toString);
    }

    @Test
    void an_unknown_share_gives_both_ends() {
        Answer answer = limited(60, 2, new Limits(30, 30_000, Map.of(), 0, 0, 0));
        Variant virtual = answer.variant(VariantKind.VIRTUAL);
        assertLasts(0.9, 1.5, virtual.lasts()); // all of each duration: 20 of 30
        assertTrue(virtual.longest().orMore()); // nothing of it
        assertTrue(
                virtual.words()
                        .endsWith(
                                " to more than 10 times, if nothing but threads and connections limit; -Dcores= tells"),
                virtual::words);
        assertTrue(answer.verdict().startsWith("It is not known whether 2 times your traffic is held."));
        assertTrue(answer.verdict().contains(" -DconnectionShare= decides. "), answer::verdict);
        assertTrue(answer.verdict().contains("30 connections bind from 1."), answer::verdict);
        assertTrue(
                answer.doubts().contains("Pools, endpoints, servers and waiting are for the end that lasts shortest."));
    }

    /** All of a duration holds a connection, 0.08 of it computes: 1.6 of 2 processors at one end, 0 at the other. */
    @Test
    void of_two_ends_the_answer_is_for_the_one_that_lasts_shortest() {
        Limits limits = new Limits(100, 30_000, Map.of(Limits.OTHERS, 1.0), 2, 0, 0)
                .told(Map.of("GET /orders", 0.08), Limits.ToldBy.RECORDER);
        var question = new Question(1_000, 1, 2, 0, 100, limits, 1, 4 * REQUESTS);
        assertLasts(0.9, 1.25, poolLasts(Synthetic.exponential(200, 100, REQUESTS), question)); // 2 ÷ 1.6
    }

    @Test
    void processors_without_their_use_and_a_use_without_processors_give_both_ends() {
        Variant cores = limited(60, 2, new Limits(0, 0, Map.of(), 40, 0, 0)).variant(VariantKind.VIRTUAL);
        assertLasts(1.2, 2, cores.lasts()); // all of each duration: 20 of 40
        assertTrue(cores.longest().orMore());
        Variant use = limited(60, 2, new Limits(0, 0, Map.of(), 0, 40, 0)).variant(VariantKind.VIRTUAL);
        assertLasts(1, 2.5, use.lasts());
        assertLasts(1, 2.5, use.longest());
        assertTrue(use.lasts().loadFactor() < use.longest().loadFactor(), use::toString);
    }

    @Test
    void nothing_known_is_said_with_every_more_than() {
        Answer answer = limited(1_000, 2, Limits.UNKNOWN);
        String words = "more than 10 times, if nothing but threads limits; -Dconnections= and -Dcores= tell";
        for (Variant variant : answer.variants()) assertEquals(words, variant.words());
        assertTrue(answer.verdict().contains("The pool lasts until " + words + "."), answer::verdict);
        assertTrue(
                answer.verdict()
                        .endsWith(
                                "1,000 threads do not bind up to 10 times. -Dconnections= and -Dcores= are not given, so connections and processors do not limit in this answer."),
                answer::verdict);
    }

    @Test
    void more_than_is_tried_can_be_asked_for() {
        Answer enough = limited(1_000, 20, Limits.UNKNOWN);
        assertTrue(enough.verdict().startsWith("Not needed: "), enough::verdict);
        Answer few = limited(30, 20, Limits.UNKNOWN);
        assertTrue(few.verdict().startsWith("Make GET /orders asynchronous: then a pool of 30"), few::verdict);
    }

    @Test
    void a_limit_in_front_of_virtual_threads_binds_as_a_pool_of_its_size() {
        Answer answer = limited(40, 2, new Limits(0, 0, Map.of(), 0, 0, 40));
        Variant limited = answer.variant(VariantKind.VIRTUAL_LIMITED);
        assertEquals("virtual threads, limit 40", limited.label());
        assertEquals(answer.poolLasts(), limited.lasts());
        assertTrue(answer.variant(VariantKind.VIRTUAL).lasts().orMore());
        assertEquals(2, answer.limits().size());
        assertFalse(answer.verdict().contains("a limit of"), answer::verdict); // today there is none
    }

    /** With a short time-out requests fail before they wait too long. So a limit that is not passed would look like one that is. */
    @Test
    void connection_time_outs_are_counted_and_a_traffic_with_many_does_not_last() {
        Answer answer = limited(200, 2, new Limits(20, 50, Map.of(Limits.OTHERS, 0.5), 0, 0, 0));
        Variant virtual = answer.variant(VariantKind.VIRTUAL);
        assertLasts(1, 2.2, virtual.lasts());
        Waiting tenTimes = virtual.waiting().get(5);
        assertEquals(80, tenTimes.failedPercent(), 3); // 100 connections are asked for, 20 serve
        assertTrue(tenTimes.times().p99Ms() <= 51, tenTimes::toString);
        assertEquals(0, virtual.waiting().get(0).failedPercent());
    }

    @Test
    void the_pools_of_several_servers_are_their_own() {
        var limits = new Limits(20, 30_000, Map.of(Limits.OTHERS, 0.5), 0, 0, 0);
        var question = new Question(200, 2, 2, 0, 100, limits, 1, 4 * REQUESTS); // enough threads
        // 5 of 20 connections are in use on each
        assertLasts(2.2, 4, poolLasts(Synthetic.exponential(200, 100, REQUESTS), question));
        // 1.6 of 4 processors are busy on each
        assertLasts(1.5, 2.5, poolLasts(Synthetic.exponential(200, 100, REQUESTS), question(200, 2, 2, 40, 4)));
    }

    private static Forecast forecast(Traffic traffic, Question question) {
        Demand demand = traffic.summary(question).logged();
        return new Forecast(demand, question, Shares.ends(demand, question).get(0), Budget.unlimited());
    }

    /** Ten times the traffic takes ten threads. A thousand asynchronous requests are in flight beside these. */
    @Test
    void requests_that_wait_without_a_thread_need_no_servers() {
        var builder = new Traffic.Builder();
        for (int i = 0; i < REQUESTS; i++) {
            boolean polls = i % 3 > 0;
            builder.add(Synthetic.request(33.0 * i, polls ? 5_000 : 100, polls ? "/poll" : "/orders"));
        }
        Traffic traffic = builder.build();
        var async = new BitSet();
        async.set(traffic.endpoints().indexOf("GET /poll"));
        Question question = question(10, 1, 10, 0, 0);
        LimitedServers servers = LimitedServers.of(question).async(async);
        int number = forecast(traffic, question).instances(servers, 10, Spread.IN_TURN);
        assertTrue(number <= 3, number + " servers");
    }

    /** Of 0, 10, 20, 23 and 40 s, those of two requests in a row that are nearest are 20 and 23 s. */
    @Test
    void of_a_log_that_is_too_long_the_busiest_requests_in_a_row_are_replayed() {
        var builder = new Traffic.Builder();
        for (int second : new int[] {0, 10, 20, 23, 40}) builder.add(Synthetic.request(1e3 * second, 1_000, "/a"));
        Answer answer = answer(builder.build(), new Question(5, 1, 1, 0, 100, Limits.UNKNOWN, 1, 2));
        assertEquals(
                "The model replays the busiest 2 of the 5 requests: 3 s, from 20 s after the first request. The rest waits less.",
                answer.doubts().get(0));
    }

    /** The search ends somewhat below what is not held. Of several pools, some hold a traffic between these. */
    @Test
    void a_pool_that_holds_the_traffic_asked_for_lasts_until_it() {
        Traffic traffic = Synthetic.exponential(200, 100, REQUESTS);
        int held = 0;
        for (int threads = 25; threads < 37; threads++) {
            Question any = question(threads, 1, 1, 0, 0);
            double lasts = forecast(traffic, any).lasts(LimitedServers.of(any)).loadFactor();
            Question more = question(threads, 1, 1.005 * lasts, 0, 0);
            Forecast asked = forecast(traffic, more);
            LimitedServers servers = LimitedServers.of(more);
            if (asked.fewestAsync(servers, new int[] {0}, more.traffic()) > 0) continue;
            held++;
            assertEquals(more.traffic(), asked.lasts(servers).loadFactor());
        }
        assertTrue(held > 0);
    }

    /** Forty requests come at once. On one thread the last waits for 39 s. */
    @Test
    void one_server_is_enough_if_all_may_wait_for_long() {
        var builder = new Traffic.Builder();
        for (int i = 0; i < 40; i++) builder.add(Synthetic.request(0, 1_000, "/orders"));
        var question = new Question(1, 1, 1, 0, 60_000, Limits.UNKNOWN, 1, REQUESTS);
        assertEquals(1, forecast(builder.build(), question).instances(LimitedServers.of(question), 1, Spread.IN_TURN));
    }

    @Test
    void the_longer_the_waiting_may_be_the_longer_it_lasts() {
        Traffic traffic = Synthetic.exponential(200, 100, REQUESTS);
        double before = 0;
        for (long most : new long[] {10, 100, 1_000}) {
            var question = new Question(40, 1, 2, 0, most, Limits.UNKNOWN, 1, 4 * REQUESTS);
            double lasts = poolLasts(traffic, question).loadFactor();
            assertTrue(lasts > before, most + " ms: " + lasts);
            before = lasts;
        }
    }
}
