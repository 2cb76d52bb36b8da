package asynclab.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.Doubling;
import asynclab.model.Budget;
import asynclab.model.RecordedWorkload;
import asynclab.model.Stages;
import asynclab.model.Station;
import asynclab.model.Trace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is learned from a log: names, figures, and what its durations contain. */
class TrafficTest {

    @ParameterizedTest
    @CsvSource({
        "/orders/4711, GET /orders/{id}",
        "/orders/4711/lines/2?x=1, GET /orders/{id}/lines/{id}",
        "/img/3f2504e0-4f89-11d3-9a0c-0305e82c3301, GET /img/{id}",
        "/blob/9e107d9d372bb6826bd81d3542a419d6/raw, GET /blob/{id}/raw",
        "/s/aZ09aZ09aZ09aZ09aZ09;jsessionid=77, GET /s/{id}",
        "/api/v2/decade, GET /api/v2/decade",
        "/facade, GET /facade",
        "/, GET /",
        "/a//b/, GET /a//b/",
    })
    void an_endpoint_is_named_without_ids_and_query(String path, String name) {
        assertEquals(name, EndpointNames.of("GET", path));
    }

    @Test
    void names_are_bounded_in_length_and_number() {
        assertTrue(EndpointNames.of("GET", "/x".repeat(100_000)).length() < 200);
        assertTrue(EndpointNames.of("GET", "/" + "xyz-".repeat(100_000)).length() < 200);
        assertEquals("no path", EndpointNames.of("", ""));
        var builder = new Traffic.Builder();
        for (int i = 0; i < 5_000; i++) builder.add(Synthetic.request(i, i == 4_000 ? 1e6 : 1, "/page-" + i + "-x"));
        Traffic traffic = builder.build();
        assertTrue(
                traffic.endpoints().size() <= 201,
                () -> "" + traffic.endpoints().size());
        assertEquals("others", learned(traffic).endpoints().get(0).name());
    }

    @Test
    void the_endpoints_with_the_most_time_are_named() {
        TrafficStatistics learned = learned(Synthetic.poisson(100, 50, 50_000));
        assertEquals("GET /search", learned.endpoints().get(0).name());
        assertEquals(52.6, learned.endpoints().get(0).timePercent(), 2);
        assertEquals(100, learned.perSecond(), 2);
        assertEquals(50, learned.durations().meanMs(), 2);
        assertEquals("2 of 2 endpoints hold 100 % of the thread-time.", learned.sentence());
    }

    @Test
    void requests_in_flight_are_counted_and_agree_with_littles_law() {
        InFlight inFlight = learned(Synthetic.exponential(200, 100, 100_000)).inFlight();
        assertEquals(1, inFlight.mean() / inFlight.meanByLaw(), 0.01);
        assertEquals(20, inFlight.mean(), 0.5);
        assertEquals(31, inFlight.p99(), 1); // of Poisson's distribution with mean 20
        assertEquals(
                inFlight.mean(),
                inFlight.overTime().stream()
                        .mapToDouble(InFlight.Level::mean)
                        .average()
                        .orElseThrow(),
                1e-6);
        assertNull(inFlight.ceiling());
    }

    @Test
    void three_requests_by_hand() {
        var builder = new Traffic.Builder();
        builder.add(Synthetic.request(1_000, 500, "/b"));
        builder.add(Synthetic.request(0, 1_500, "/a"));
        builder.add(Synthetic.request(2_000, 100, "/c"));
        InFlight inFlight = learned(builder.build()).inFlight(); // three seconds: 0 to the last start, and a mean gap
        assertEquals(2.1 / 3, inFlight.meanByLaw(), 1e-9);
        assertEquals(2.1 / 3, inFlight.mean(), 1e-9);
        assertEquals(2, inFlight.max());
    }

    /** Times of a server with a full pool, as a proxy in front of it logs them. */
    private static Traffic behindAPool(Traffic traffic, int threads) {
        var slice = TrafficWindow.of(traffic);
        Trace trace = new RecordedWorkload(slice, 1)
                .simulate(Stages.of(Station.requestThreads(threads)), 1, Budget.unlimited());
        long[] micros = new long[traffic.size()];
        trace.forEach((request, start, end, ok) -> micros[request] = Math.round((end - start) * 1e3));
        return traffic.withDurations(micros);
    }

    private static TrafficStatistics learned(Traffic traffic) {
        return traffic.summary(Question.of(20)).statistics();
    }

    private static Caveats.Found found(Traffic logged, int threads) {
        Question question = Question.of(threads);
        return Caveats.of(logged.summary(question), question);
    }

    @Test
    void waiting_that_durations_contain_is_subtracted() {
        Traffic truth = Synthetic.exponential(200, 100, 20_000);
        Traffic logged = behindAPool(truth, 21);
        var unqueued = new QueueingRemoved(21);
        Traffic service = unqueued.of(logged);
        assertTrue(unqueued.isPossible());
        for (int i = 0; i < truth.size(); i++)
            assertEquals(truth.durationMicros(i), service.durationMicros(i), 5, "request " + i);
        double waited = 0; // beyond the true durations
        for (int i = 0; i < truth.size(); i++) waited += logged.durationMicros(i) - truth.durationMicros(i);
        double meanOfAll = unqueued.waitedPercent() / 100 * unqueued.meanWaitMillis();
        assertEquals(waited / truth.size() / 1e3, meanOfAll, 0.01);
        Caveats.Found found = found(logged, 21);
        assertTrue(found.sentences().get(1).startsWith("It is subtracted, in order of arrival:"), found::toString);
        assertEquals(truth.durationMicros(7) / 1e3, found.service().busiest().holdMillis(7), 0.005);
    }

    @Test
    void waiting_is_not_subtracted_from_a_server_without_such_a_pool() {
        Traffic logged = Synthetic.exponential(200, 100, 20_000);
        Caveats.Found found = found(logged, 12);
        assertTrue(found.sentences().get(1).startsWith("It is not subtracted:"), found::toString);
        assertEquals(logged.durationMicros(7) / 1e3, found.service().busiest().holdMillis(7));
    }

    @ContractRow(58)
    @ParameterizedTest
    @ValueSource(strings = {"/", "/1", "/a", "a", "1", "a1-", "?/", "/?"})
    void the_endpoint_of_a_path_is_found_in_linear_time(String repeated) throws Exception {
        Doubling.assertLinear("/", repeated, path -> EndpointNames.of("GET", path));
    }

    /** Tomcat and Jetty log a request from the moment at which a thread takes it. */
    @Test
    void a_pinned_ceiling_is_recognised() {
        Traffic truth = Synthetic.exponential(200, 100, 20_000);
        Traffic proxy = behindAPool(truth, 21);
        var builder = new Traffic.Builder();
        for (int i = 0; i < truth.size(); i++) {
            double waited = (proxy.durationMicros(i) - truth.durationMicros(i)) / 1e3;
            builder.add(
                    Synthetic.request(truth.startMicros(i) / 1e3 + waited, truth.durationMicros(i) / 1e3, "/orders"));
        }
        Traffic logged = builder.build();
        InFlight inFlight = learned(logged).inFlight();
        assertNotNull(inFlight.ceiling());
        assertEquals(21, inFlight.ceiling().level());
        Caveats.Found found = found(logged, 21);
        assertTrue(
                found.sentences().get(0).startsWith("The number of requests in flight stands at 21"), found::toString);
        assertTrue(found(logged, 200).sentences().get(1).startsWith("That is below"));
    }
}
