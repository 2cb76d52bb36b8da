package asynclab.model.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.delay.HoldTime;
import asynclab.model.Budget;
import asynclab.model.Draws;
import asynclab.model.Occupancy;
import asynclab.model.Stages;
import asynclab.model.Station;
import asynclab.model.Trace;
import asynclab.model.Workload;
import asynclab.model.advice.Explanation.FitOutcome;
import asynclab.model.advice.Published.Statistic;
import java.util.EnumMap;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the published figures of the five experiments say about the servers they were measured on. */
@Execution(ExecutionMode.CONCURRENT)
class ExplanationTest {

    private static final HoldTime NO_THINK = new HoldTime.Fixed(0);
    private static final HoldTime MIX = HoldTime.parseMix("mix", "80:1000,20:4000");
    private static final HoldTime ONE_TO_TWO_SECONDS = new HoldTime.Uniform(1000, 2000);

    private static Explanation threads(Workload workload, Published published) {
        return Explanation.ofThreads(
                workload, Station::requestThreads, published, Explanation.USUAL_TOLERANCE_PERCENT, Budget.unlimited());
    }

    private static Published published(Double throughput, Double meanMs) {
        return published(throughput, meanMs, null, null, null);
    }

    private static Published published(Double throughput, Double meanMs, Double p50Ms, Double p99Ms, Double maxMs) {
        var given = new EnumMap<Statistic, Double>(Statistic.class);
        given.put(Statistic.THROUGHPUT, throughput);
        given.put(Statistic.MEAN, meanMs);
        given.put(Statistic.P50, p50Ms);
        given.put(Statistic.P99, p99Ms);
        given.put(Statistic.MAX, maxMs);
        given.values().removeIf(Objects::isNull);
        return new Published(given);
    }

    private static Workload gateway(int users) {
        return Workload.ofLoops(users, 30_000, 30, new HoldTime.Fixed(300), ONE_TO_TWO_SECONDS);
    }

    private static Workload e1(HoldTime hold) {
        return Workload.ofLoops(1000, 30_000, 10, hold, NO_THINK);
    }

    @ParameterizedTest
    @CsvSource({"23.6, 1719, 2152, 2433, 2519, 8", "9.6, 7515, 6677, 23963, 26483, 3"})
    void the_hidden_pools_of_e3_have_8_and_3_workers(
            double throughput, double mean, double p50, double p99, double max, int workers) {
        Explanation found = threads(gateway(100), published(throughput, mean, p50, p99, max));
        assertEquals(FitOutcome.FOUND, found.outcome());
        assertEquals(workers, found.value());
        assertEquals(workers, found.from());
        assertEquals(workers, found.to());
    }

    @Test
    void the_pause_of_e3_is_1_to_2_s() {
        Explanation found = Explanation.ofThink(
                gateway(3000).withThink(NO_THINK),
                Station.requestThreads(200),
                published(608.1, 2405.0, 3010.0, 3159.0, 3263.0),
                Explanation.USUAL_TOLERANCE_PERCENT,
                Budget.unlimited());
        assertEquals(FitOutcome.FOUND, found.outcome());
        assertEquals(1500, found.value(), 75);
        assertTrue(found.from() <= 1500 && found.to() >= 1500, found.verdict());
        assertTrue(found.to() - found.from() < 300, found.verdict());
    }

    @ParameterizedTest
    @CsvSource({"193.0, 200, 249", "443.6, 500, 999"})
    void the_bursts_of_e4_were_served_by_200_and_500_threads_or_as_many_as_make_the_same_waves(
            double throughput, int best, int most) {
        Explanation found =
                threads(Workload.ofLoops(1000, 0, 1, new HoldTime.Fixed(1000), NO_THINK), published(throughput, null));
        assertEquals(FitOutcome.FOUND, found.outcome());
        assertEquals(best, found.value());
        assertEquals(best, found.from());
        assertEquals(most, found.to());
        assertTrue(found.verdict().contains("ms longer than the model's"), found.verdict());
    }

    @Test
    void the_times_of_runs_are_not_compared_if_a_duration_may_end_them() {
        int none = Workload.UNLIMITED;
        var burst = new Workload(1000, 0, 1, 60_000, new HoldTime.Fixed(1000), NO_THINK, none, none, none);
        String verdict = threads(burst, published(193.0, null)).verdict();
        assertTrue(verdict.endsWith(", more than the tolerance of 3 %."), verdict);
    }

    @Test
    void e5_had_2_usable_threads() {
        Explanation found = threads(
                Workload.ofLoops(10, 0, 1, new HoldTime.Fixed(5000), NO_THINK),
                published(null, 15247.0, null, null, 25251.0));
        assertEquals(2, found.value());
        assertEquals(2, found.from());
        assertEquals(2, found.to());
    }

    @Test
    void e5_without_a_thread_each_says_only_that_there_was_one_for_everybody() {
        Explanation found = threads(
                Workload.ofLoops(10, 0, 1, new HoldTime.Fixed(5000), NO_THINK),
                published(null, 5240.0, null, null, 5244.0));
        assertEquals(FitOutcome.AT_LEAST, found.outcome());
        assertEquals(10, found.from());
        assertNull(found.to());
    }

    @Test
    void e1_blocking_had_95_to_100_threads() {
        Explanation found = threads(e1(MIX), published(58.0, 13_000.0));
        assertEquals(FitOutcome.FOUND, found.outcome());
        assertTrue(found.from() <= 100 && found.to() >= 95, found.verdict());
        assertTrue(found.to() - found.from() < 15, found.verdict());
        Explanation oneSecond = threads(e1(new HoldTime.Fixed(1000)), published(95.0, null));
        assertTrue(oneSecond.from() <= 97 && oneSecond.to() >= 97, oneSecond.verdict());
    }

    @ParameterizedTest
    @CsvSource({"80:1000;20:4000, 173,", "100:1000, 250,", "100:10, 331.5, 10"})
    void e1_async_and_10_ms_are_refused(String mix, double throughput, Double mean) {
        Explanation refused = threads(e1(HoldTime.parseMix("mix", mix.replace(';', ','))), published(throughput, mean));
        assertEquals(FitOutcome.RAMP_LIMITED, refused.outcome());
        assertNull(refused.value());
        assertTrue(refused.verdict()
                .startsWith("Limited by the load plan's ramp: the figures say nothing about the server"));
    }

    @Test
    void e3s_non_blocking_run_has_the_throughput_of_a_pool_but_not_its_percentiles_and_the_verdict_says_so() {
        Explanation found = threads(gateway(3000), published(873.8, 847.0, 781.0, 2127.0, 2854.0));
        assertTrue(found.verdict().contains("or something else of the same capacity limits the run"), found.verdict());
    }

    @Test
    void e3s_200_threads_are_found_too() {
        Explanation found = threads(gateway(3000), published(608.1, 2405.0));
        assertEquals(200, found.value(), 10);
        assertTrue(found.from() <= 200 && found.to() >= 200, found.verdict());
    }

    @Test
    void more_than_any_server_could_give_is_unexplained() {
        Explanation unexplained = threads(e1(MIX), published(800.0, null));
        assertEquals(FitOutcome.NOTHING_FITS, unexplained.outcome());
        assertNull(unexplained.value());
    }

    @Test
    void a_run_limited_by_its_users_says_how_many_threads_there_were_at_least() {
        Explanation found = threads(gateway(3000), published(1057.0, 300.0));
        assertEquals(FitOutcome.AT_LEAST, found.outcome());
        assertNull(found.to());
        assertTrue(found.from() > 330 && found.from() < 600, found.verdict());
    }

    @Test
    void a_computation_over_its_budget_has_no_result() {
        assertThrows(
                Budget.Exceeded.class,
                () -> Explanation.ofThreads(
                        gateway(100),
                        Station::requestThreads,
                        published(23.6, null),
                        Explanation.USUAL_TOLERANCE_PERCENT,
                        Budget.of(10_000, 60_000, 10_000)));
    }

    /** Of one run, because a prediction simulates forty more. */
    private static Published predicted(Workload workload, Stages stages) {
        Trace run = workload.simulate(Draws.of(workload.hold(), 9), stages, 9, Budget.unlimited(), Occupancy.NONE);
        return published(run.throughput(), run.meanMillis(run.whole()));
    }

    private static final Workload SHOP =
            Workload.ofLoops(200, 5_000, 30, new HoldTime.Uniform(100, 300), new HoldTime.Uniform(500, 1_500));

    private static Explanation connections(Station threads, Published published) {
        return Explanation.ofConnections(SHOP, threads, 0.4, published, 3, Budget.unlimited());
    }

    private static Explanation processing(Published published) {
        return Explanation.ofProcessing(SHOP, Station.unlimited(), 2, published, 3, Budget.unlimited());
    }

    @Test
    void a_pool_of_connections_is_found_and_threads_explain_the_same_figures() {
        ServerSizes server = ServerSizes.of(Station.requestThreads(100), 0, Station.connections(6, 0))
                .withShare(0.4);
        Published figures = predicted(SHOP, server.blocking());
        Explanation found = connections(Station.requestThreads(100), figures);
        assertEquals(FitOutcome.FOUND, found.outcome());
        assertEquals(6, found.value());
        assertTrue(found.verdict().startsWith("6 connections, each held for 40 % of the hold time; "), found.verdict());
        Explanation byThreads = threads(SHOP, figures);
        assertEquals(15, byThreads.value()); // 6 ÷ 0.4
        String both = Explanation.verdict(byThreads, List.of(found));
        assertTrue(
                both.startsWith(
                        "2 explanations fit, and these figures cannot tell which is right: 15 threads or workers, or 6 connections. "),
                both);
        String alone = Explanation.verdict(byThreads, List.of());
        assertTrue(alone.contains("From outside, as many connections look the same"), alone);
        // With 15 threads, the threads alone explain the figures.
        Explanation known = connections(Station.requestThreads(15), figures);
        assertEquals(FitOutcome.AT_LEAST, known.outcome());
        assertTrue(known.verdict().contains("The number of threads limits the run"), known.verdict());
    }

    @Test
    void processor_time_on_shared_processors_is_found() {
        ServerSizes server = ServerSizes.of(Station.requestThreads(1_000), 16, Station.unlimited());
        Published figures = predicted(SHOP, server.blocking().onProcessors(2));
        Explanation found = processing(figures);
        assertEquals(FitOutcome.FOUND, found.outcome());
        assertEquals(16_000, found.value(), 500);
        assertTrue(found.from() <= 16_000 && found.to() >= 16_000, found.verdict());
        String both = Explanation.verdict(found, List.of(threads(SHOP, figures)));
        assertTrue(
                both.matches("2 explanations fit, .* is right: 1[56]\\.\\d\\d ms of processor time, or .*"
                        + " 1[56]\\.\\d\\d ms of processor time for each request, on 2 shared processors\\..*"),
                both);
    }

    @Test
    void what_is_left_out_of_a_poor_fit_is_not_the_processor_time_that_was_found() {
        ServerSizes server = ServerSizes.of(Station.requestThreads(1_000), 16, Station.unlimited());
        Published figures = predicted(SHOP, server.blocking().onProcessors(2));
        Explanation poor =
                processing(published(figures.throughput(), 1.3 * figures.given().get(Statistic.MEAN)));
        assertEquals(FitOutcome.FOUND, poor.outcome());
        assertTrue(
                poor.verdict().endsWith(" than the model's, which includes no connection set-up or start-up."),
                poor.verdict());
    }

    @Test
    void figures_that_need_no_processor_time_are_not_explained_by_it() {
        Published figures = predicted(SHOP, Stages.of(Station.unlimited()));
        Explanation refused = processing(figures);
        assertEquals(FitOutcome.NOTHING_FITS, refused.outcome());
        assertTrue(refused.verdict().startsWith("The processors do not explain the figures"), refused.verdict());
        Explanation atLeast = connections(Station.unlimited(), figures);
        assertEquals(FitOutcome.AT_LEAST, atLeast.outcome());
        String verdict = Explanation.verdict(refused, List.of(atLeast));
        assertTrue(verdict.startsWith("The figures need none of these limits. "), verdict);
    }

    @Test
    void what_no_processor_time_can_give_is_unexplained() {
        Explanation unexplained = processing(published(800.0, null));
        assertEquals(FitOutcome.NOTHING_FITS, unexplained.outcome());
        assertTrue(
                unexplained.verdict().startsWith("Unexplained: no processor time on 2 processors"),
                unexplained.verdict());
        String both = Explanation.verdict(unexplained, List.of(unexplained));
        assertTrue(both.startsWith("None of the explanations fits. Unexplained: "), both);
    }
}
