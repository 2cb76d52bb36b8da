package asynclab.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.probe.ClosedLoop.WeightedRequests;
import asynclab.probe.ProbeResult.FoundLimit;
import asynclab.probe.ProbeResult.ProbeCost;
import asynclab.probe.ProbeResult.ProbeEnding;
import asynclab.probe.ProbeResult.UnloadedRequest;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What steps say about the limit. */
class LimitFitTest {

    private static final int MILLI = 1_000_000;

    private static ProbeStep step(int users, double perSecond, double meanMs) {
        return new ProbeStep(users, 100, perSecond, meanMs, meanMs, 0.5, 0, null);
    }

    private static ProbeResponse response(int fromMillis, int toMillis, int status) {
        return new ProbeResponse(fromMillis * MILLI, toMillis * MILLI, status, null);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 2, 20, 0",
        "15, 21, 200, 0",
        "20, 34, 200, 0",
        "20, 34, 200, 30",
        "20, 34, 0.8, 0",
        "150, 233, 45, 5"
    })
    void a_limit_is_found_and_the_next_step_is_predicted(int limit, int users, double inServiceMs, double outsideMs) {
        var unloaded = new UnloadedRequest(inServiceMs + outsideMs, outsideMs, 0);
        double perSecond = limit * 1_000 / inServiceMs;
        LimitFit fit = LimitFit.of(step(users, perSecond, users * 1_000 / perSecond), unloaded);

        assertEquals(limit, fit.limit(), limit / 100); // the model's run begins and ends
        assertTrue(fit.from() <= limit && limit <= fit.to());
        int beyond = (int) Math.ceil(1.5 * limit);
        assertEquals(
                beyond * 1_000 / perSecond,
                LimitFit.meanMs(limit, beyond, unloaded),
                0.02 * beyond * 1_000 / perSecond);
    }

    @Test
    void a_step_that_breaks_littles_law_has_no_limit() {
        assertNull(LimitFit.of(step(34, 100, 900), new UnloadedRequest(200, 0, 0)));
    }

    @Test
    void a_size_that_the_service_states_counts_if_it_fits() {
        var fit = new LimitFit(16, 15, 16);

        assertEquals(15, fit.orStated(15).limit());
        assertEquals(16, fit.orStated(20).limit());
        assertEquals(16, fit.orStated(Double.NaN).limit());
    }

    @Test
    void a_size_that_the_service_states_is_in_doubt_if_it_is_far_from_what_fits() {
        var fit = new LimitFit(98, 95, 100);

        for (double near : new double[] {90, 98, 110, Double.NaN}) assertFalse(fit.isFarFrom(near), "" + near);
        for (double far : new double[] {80, 200}) assertTrue(fit.isFarFrom(far), "" + far);
    }

    @Test
    void disturbed_steps_and_steps_beyond_the_limit_do_not_count_as_unloaded() {
        var unloaded = new UnloadedTime();
        unloaded.outside(4, 6.0);
        for (ProbeStep each : List.of(step(1, 3, 300), step(5, 25, 200), step(8, 40, 204), step(21, 100, 209)))
            unloaded.add(each);
        unloaded.upTo(20);

        assertEquals(202, unloaded.meanMs(), 1e-9);
        assertEquals(new UnloadedRequest(202, 6, 100 * 2 / 202.0), unloaded.request());
    }

    @Test
    void a_service_whose_times_differ_has_the_mean_of_all_steps() {
        var unloaded = new UnloadedTime();
        for (double mean : new double[] {48, 70}) unloaded.add(new ProbeStep(5, 100, 80, mean, 200, 40.0, 0, null));

        assertEquals(59, unloaded.meanMs(), 1e-9);
    }

    @Test
    void requests_that_take_much_longer_may_wait_although_their_times_differ() {
        ProbeStep alone = step(1, 9.5, 105);
        assertEquals(
                "No limit was reached with 100 users: 909 req/s at 110 ms each, and no request waits.",
                ProbeVerdict.withoutLimit(
                        List.of(alone, new ProbeStep(100, 100, 909, 110, 400, 45.0, 0, null)), false));
        assertEquals(
                "No limit is certain with 100 users: 500 req/s at 200 ms each. With 1 user they took 105 ms, and the times differ by 45 % between rounds.",
                ProbeVerdict.withoutLimit(
                        List.of(alone, new ProbeStep(100, 100, 500, 200, 400, 45.0, 0, null)), false));
    }

    /** Twenty threads for 20 ms each, 80 ms behind a proxy that is 5 ms away. A second URL of 4 ms is in the fit already. */
    @Test
    void a_second_url_shows_the_way_behind_a_proxy() {
        String far = ProbeVerdict.behindAProxy(new LimitFit(100, 95, 105), 1_000, 105, 85.0);

        assertTrue(far.endsWith("as behind a proxy, the service takes only 20 at a time."), far);
        assertEquals("", ProbeVerdict.behindAProxy(new LimitFit(20, 19, 21), 199, 105, 4.46));
        assertEquals("", ProbeVerdict.behindAProxy(new LimitFit(1, 1, 1), 20, 50, 5.0));
        assertEquals("", ProbeVerdict.behindAProxy(new LimitFit(100, 95, 105), 1_000, 105, null));
    }

    /** Behind a balancer, or of connections that a request holds for half of its time. */
    @Test
    void a_stated_size_that_is_too_small_limits_nothing_else() {
        var fit = new LimitFit(40, 38, 42);
        String small = ProbeVerdict.stated(fit, 20);
        assertTrue(
                small.endsWith(
                        " fits 38 to 42. A request may take it for a part of its time, or there are several instances."),
                small);
        assertTrue(ProbeVerdict.stated(fit, 80).endsWith(" Something else may limit it first."));
    }

    @ParameterizedTest
    @CsvSource({
        ", `predict --threads 20` with your traffic.",
        "request threads, `predict --threads 20` with your traffic.",
        "connections, `predict` with your traffic and these connections."
    })
    void the_next_question_is_about_the_limit_that_was_found(String name, String next) {
        var found = new ProbeResult(
                "",
                "",
                ProbeEnding.LIMIT,
                new FoundLimit(20, 19, 21, name),
                new UnloadedRequest(100, 0, 0),
                null,
                List.of(step(34, 200, 170)),
                List.of(),
                List.of(),
                new ProbeCost(1_000, 9, 5),
                List.of());

        String brief = ProbeReport.brief(found).toString();
        assertTrue(brief.contains(next), brief);
    }

    @Test
    void rejections_at_once_count_what_was_in_service() {
        var all = new ArrayList<ProbeResponse>();
        for (int i = 0; i < 15; i++) all.add(response(i, 200 + i, 200));
        all.add(response(250, 450, 200));
        for (int i = 50; i < 53; i++) all.add(response(i, i + 1, 503));

        all.add(response(-150, 51, 200)); // its response is on its way at the first one
        Rejections rejections = Rejections.of(all, 200);

        assertEquals(15, rejections.accepted());
        assertEquals(15, rejections.fewest());
        assertEquals(16, rejections.most());
    }

    /** Thirteen were served at a time. Then a token bucket is empty, and one of thirteen is rejected again and again. */
    @Test
    void rejections_of_a_rate_are_no_permits() {
        var all = new ArrayList<ProbeResponse>();
        for (int i = 0; i < 13; i++) all.add(response(i, 100 + i, 200));
        for (int i = 0; i < 12; i++) all.add(response(101 + i, 201 + i, 200));
        for (int i = 113; i < 116; i++) all.add(response(i, i + 1, 429));

        assertNull(Rejections.of(all, 100));
    }

    @Test
    void late_rejections_and_other_errors_are_no_permits() {
        var served = response(0, 200, 200);

        assertNull(Rejections.of(List.of(served, response(10, 190, 503)), 200));
        assertNull(Rejections.of(List.of(served, response(10, 11, 500)), 200));
    }

    @Test
    void several_urls_get_their_weights_evenly() {
        List<HttpRequest> urls = IntStream.range(0, 3)
                .mapToObj(i ->
                        HttpRequest.newBuilder(URI.create("http://host/" + i)).build())
                .toList();
        var requests = new WeightedRequests(urls, List.of(5, 1, 2));
        String order = IntStream.range(0, 16)
                .mapToObj(i -> requests.next().uri().getPath().substring(1))
                .reduce("", String::concat);

        assertEquals("0200102002001020", order);
    }
}
