package asynclab.wire.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.server.ServerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the planner's URLs refuse, and with which answer. */
class PlannerInputContract extends PlannerContract {

    @Override
    protected ServerSettings settings() {
        return SHARED;
    }

    /** {@code RefusedQuestionsTest} has many more. */
    @ContractRow(35)
    @ParameterizedTest
    @CsvSource({
        "/predict?users=1&users=2&ms=1, users, '1, 2'",
        "/predict?users=10&ms=1&thinkMaxMs=%3Cb%3E, thinkMaxMs, <b>",
        "/predict?users=1&duration=1&meanMs=0.01, users × requests per user, infinite",
        "/explain?users=10&ms=1&throughput=NaN, throughput, NaN",
    })
    void bad_input_gets_400_and_the_range(String path, String parameter, String value) throws Exception {
        assertEquals(value, assertBadInput(parameter, get(path)).get("value").asText());
    }

    /** {@code BoundaryValuesTest} has many more. */
    @ParameterizedTest
    @ValueSource(strings = {"/predict?users=1&ms=0&rate=1", "/explain?users=2&ms=0&throughput=1"})
    void boundary_values_give_figures_that_are_numbers(String path) throws Exception {
        var response = answer(path);
        assertEquals(200, response.statusCode(), response.body());
        assertFalse(response.body().matches("(?s).*(NaN|Infinity|∞).*"), response.body());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/predict", "/explain"})
    void other_methods_get_405(String path) throws Exception {
        var response = send("POST", path);
        assertEquals(405, response.statusCode());
        assertEquals("GET, HEAD", header(response, "Allow"));
    }

    /**
     * Of a hundred requests 99 take no time and one takes ten seconds, so the mean says nothing of how many there are. {@code BudgetTest}
     * has other disciplines, and the search for a think time.
     */
    @ContractRow(46)
    @ParameterizedTest
    @ValueSource(strings = {"/predict?threads=100", "/explain?mean=5"})
    void a_run_of_more_requests_than_are_kept_is_refused_and_says_so(String path) throws Exception {
        var response = answer(path + "&users=10000&duration=1&mix=99:0,1:10000"); // a million, in a second or so
        assertUnavailable("1", response);
        assertTrue(response.body().contains("more than 800,000 requests"), response.body());
        json(SMALL); // the permits are back
    }

    @ContractRow(46)
    @Test
    void two_compute_at_a_time_and_others_get_503_and_retry_after_at_once() throws Exception {
        var responses =
                getMany(20, EXPENSIVE).stream().map(CompletableFuture::join).toList();
        assertTrue(responses.stream().anyMatch(response -> response.statusCode() == 200 || isLate(response)));
        var refused = responses.stream()
                .filter(response -> response.statusCode() != 200 && !isLate(response))
                .toList();
        assertTrue(refused.size() >= 1);
        String busy = "Two predictions";
        for (var response : refused) {
            assertUnavailable("1", response);
            assertTrue(response.body().contains(busy), response.body());
        }
        String planner = Files.readString(Path.of("src/main/webapp/js/planner.js"));
        assertTrue(planner.contains("startsWith('" + busy + "')"), "the Planner does not try again");
        json(SMALL); // the permits are back
    }

    /** 5,000 requests, simulated some twenty times: long enough for others to come meanwhile. */
    private static final String EXPENSIVE = "/predict?users=500&ramp=1&loops=10&minMs=1000&maxMs=2000&threads=500";

    private static final String SMALL = "/predict?users=2&ms=1";
}
