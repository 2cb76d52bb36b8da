package asynclab.wire.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.server.ServerSettings;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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

    @ParameterizedTest
    @CsvSource({
        "/predict?ms=1, users, ''",
        "/predict?users=0&ms=1, users, 0",
        "/predict?users=1&users=2&ms=1, users, '1, 2'",
        "/predict?users=10, 'ms, minMs/maxMs, mix, medianMs/sigma/meanMs, meanMs, percentiles', ''",
        "/predict?users=10&ms=1&minMs=1, 'ms, minMs/maxMs, mix, medianMs/sigma/meanMs, meanMs, percentiles', ms minMs/maxMs",
        "/predict?users=10&mix=80:1, mix, 80:1",
        "/predict?users=10&ms=600001, ms, 600001",
        "/predict?users=10&ms=1&threads=0, threads, 0",
        "/predict?users=10&ms=1&ramp=3601, ramp, 3601",
        "/predict?users=10&ms=1&duration=0, duration, 0",
        "/predict?users=10&ms=1&thinkMaxMs=%3Cb%3E, thinkMaxMs, <b>",
        "/predict?users=10&ms=1&timeoutMs=0, timeoutMs, 0",
        "/predict?users=10&ms=1&seed=-1, seed, -1",
        "/predict?users=10&ms=1&rate=1e3, rate, 1e3",
        "/predict?users=10&ms=0, rate, ''",
        "/predict?users=10&ms=1&waitingMs=-1, waitingMs, -1",
        "/predict?users=1000&loops=201&ms=1, users × requests per user, 201000",
        "/predict?users=1000&duration=3600&ms=100, users × requests per user, 36000000",
        "/predict?users=1&duration=10&ms=0&rate=1, users × requests per user, infinite",
        "/predict?users=1&duration=1&medianMs=0.01&sigma=0.1, users × requests per user, infinite",
        "/predict?users=1&duration=1&meanMs=0.01, users × requests per user, infinite",
        "/predict?users=10&ms=1&processingMs=-1, processingMs, -1",
        "/predict?users=10&ms=1&backend=0, backend, 0",
        "/predict?users=10&ms=1&workers=many, workers, many",
        "/predict?users=10&ms=1&discipline=newest, discipline, newest",
        "/predict?users=10&ms=1&discipline=reserved-threads, reserved, ''",
        "/predict?users=10&ms=1&discipline=reserved-threads&reserved=0, reserved, 0",
        "/predict?users=10&ms=1&reserved=2, reserved, 2",
        "/predict?users=10&ms=1&discipline=submission-queues, workers, ''",
        "/predict?users=10&ms=1&discipline=submission-queues&workers=32768, workers, 32768",
    })
    void bad_input_for_a_closed_workload_gets_400_and_the_range(String path, String parameter, String value)
            throws Exception {
        assertRefused(path, parameter, value);
    }

    /** If every thread is reserved, none takes a queued request. Some of these runs had no request and were divided by 0. */
    @ParameterizedTest
    @CsvSource({
        "/predict?users=1&ms=1&discipline=reserved-threads&reserved=1&threads=1, reserved, 1",
        "/predict?users=10&ms=1&discipline=reserved-threads&reserved=1&threads=1, reserved, 1",
        "/predict?users=10&ms=1&discipline=reserved-threads&reserved=100, reserved, 100",
        "/predict?users=10&ms=1&discipline=reserved-threads&reserved=2&threads=2, reserved, 2",
        "/explain?users=10&ms=1&mean=5&find=think&threads=1&discipline=reserved-threads&reserved=1, reserved, 1",
        "/predict?arrivalRate=10&duration=1&ms=1&discipline=reserved-threads&reserved=1&threads=1, reserved, 1",
    })
    void as_many_reserved_threads_as_there_are_threads_get_400(String path, String parameter, String value)
            throws Exception {
        assertRefused(path, parameter, value);
    }

    @ParameterizedTest
    @CsvSource({
        "discipline=lifo, workers, ''",
        "discipline=bounded&workers=2&limit=1000001, limit, 1000001",
        "discipline=lifo&workers=2&limit=5, limit, 5",
        "targetMs=5, targetMs, 5",
        "discipline=adaptive-lifo&workers=2&targetMs=0, targetMs, 0",
        "discipline=adaptive-lifo&workers=2&intervalMs=-1, intervalMs, -1",
        "discipline=deadline&workers=2, deadlineMs, ''",
        "discipline=deadline&workers=2&deadlineMs=0, deadlineMs, 0",
        "discipline=deadline&workers=2&deadlineMs=9&marginMs=x, marginMs, x",
    })
    void bad_input_for_the_applications_queue_gets_400_and_the_range(String query, String parameter, String value)
            throws Exception {
        assertRefused("/predict?users=10&ms=1&" + query, parameter, value);
    }

    @ParameterizedTest
    @CsvSource({
        "processingMs=600000.1, processingMs, 600000.1",
        "cores=0, cores, 0",
        "cores=1025, cores, 1025",
        "limit=0, limit, 0",
        "limit=200001, limit, 200001",
        "connections=0, connections, 0",
        "connections=200001, connections, 200001",
        "connections=1&connectionShare=1.01, connectionShare, 1.01",
        "connections=1&connectionShare=-0.1, connectionShare, -0.1",
        "connections=1&connectionShare=half, connectionShare, half",
        "connectionShare=0.5, connectionShare, 0.5",
        "connectionTimeoutMs=5, connectionTimeoutMs, 5",
        "connections=1&connectionTimeoutMs=0, connectionTimeoutMs, 0",
        "connections=1&connectionTimeoutMs=660001, connectionTimeoutMs, 660001",
        "connections=1&backend=2, backend, 2",
        "connections=1&workers=2, workers, 2",
    })
    void bad_input_for_the_stations_of_a_server_gets_400_and_the_range(String query, String parameter, String value)
            throws Exception {
        assertRefused("/predict?users=10&ms=1&" + query, parameter, value);
    }

    @ParameterizedTest
    @CsvSource({
        "/predict?arrivals=poisson&duration=10&ms=1, arrivalRate, ''",
        "/predict?arrivalRate=10&ms=1, duration, ''",
        "/predict?arrivalRate=10&duration=10, 'ms, minMs/maxMs, mix, medianMs/sigma/meanMs, meanMs, percentiles', ''",
        "/predict?arrivalRate=0&duration=10&ms=1, arrivalRate, 0",
        "/predict?arrivalRate=10&duration=3601&ms=1, duration, 3601",
        "/predict?arrivalRate=10&duration=10&ms=1&arrivals=never, arrivals, never",
        "/predict?arrivalRate=10&duration=10&ms=1&users=5, users, 5",
        "/predict?arrivalRate=10&duration=10&ms=1&timeoutMs=0, timeoutMs, 0",
        "/predict?arrivalRate=1000&duration=201&ms=1, arrivalRate × duration, 201000",
    })
    void bad_input_for_an_open_workload_gets_400_and_the_range(String path, String parameter, String value)
            throws Exception {
        assertRefused(path, parameter, value);
    }

    @ParameterizedTest
    @CsvSource({
        "/explain?users=1&duration=1&meanMs=0.01&mean=5, users × requests per user, infinite",
        "/explain?users=10&ms=1, 'throughput, mean, p50, p99, max', ''",
        "/explain?users=10&ms=1&throughput=0, throughput, 0",
        "/explain?users=10&ms=1&throughput=NaN, throughput, NaN",
        "/explain?users=10&ms=1&mean=-5, mean, -5",
        "/explain?users=10&ms=1&mean=5&find=everything, find, everything",
        "/explain?users=10&ms=1&mean=5&find=think&thinkMinMs=1, thinkMinMs/thinkMaxMs, given",
        "/explain?users=10&ms=1&mean=5&threads=5, threads, 5",
        "/explain?users=10&ms=1&mean=5&tolerance=51, tolerance, 51",
        "/explain?users=10&ms=1&mean=5&find=connections, connectionShare, ''",
        "/explain?users=10&ms=1&mean=5&find=processing, cores, ''",
        "/explain?users=10&ms=1&mean=5&connectionShare=0, connectionShare, 0",
        "/explain?users=10&ms=1&mean=5&connectionShare=1.5, connectionShare, 1.5",
        "/explain?users=10&ms=1&mean=5&cores=0, cores, 0",
        "/explain?users=10&ms=1&mean=5&find=think&cores=2, cores, 2",
        "/explain?users=10&ms=1&mean=5&find=think&connectionShare=0.5, connectionShare, 0.5",
        "/explain?users=10&ms=1&mean=5&discipline=newest, discipline, newest",
        "/explain?users=10&ms=1&mean=5&discipline=fifo&limit=3, limit, 3",
        "/explain?users=10&ms=1&mean=5&discipline=submission-queues&reserved=2, reserved, 2",
    })
    void bad_input_for_an_explanation_gets_400_and_the_range(String path, String parameter, String value)
            throws Exception {
        assertRefused(path, parameter, value);
    }

    private void assertRefused(String path, String parameter, String value) throws Exception {
        var response = get(path);
        assertEquals(400, response.statusCode());
        JsonNode body = JSON.readTree(response.body());
        assertEquals(parameter, body.get("parameter").asText());
        assertEquals(value, body.get("value").asText());
        assertTrue(body.get("error").asText().contains(body.get("range").asText()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/predict", "/explain"})
    void other_methods_get_405(String path) throws Exception {
        var response = client.send(
                request(path).POST(HttpRequest.BodyPublishers.noBody()).build(), HttpResponse.BodyHandlers.ofString());
        assertEquals(405, response.statusCode());
        assertEquals("GET, HEAD", response.headers().firstValue("Allow").orElseThrow());
    }

    /** A hundred requests in a hundred and one take no time and one ten minutes: the mean says nothing of how many there are. */
    @ContractRow(46)
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/predict?threads=100",
                "/predict?threads=100000",
                "/predict?threads=98&discipline=reserved-threads&reserved=2",
                "/explain?mean=5",
                "/explain?throughput=1000000&find=think"
            })
    void a_run_of_more_requests_than_are_kept_is_refused_and_says_so(String path) throws Exception {
        var response = answer(path + "&users=10000&duration=1&mix=99:0,1:10000"); // a million, in a second or so
        assertEquals(503, response.statusCode());
        assertEquals("1", response.headers().firstValue("Retry-After").orElseThrow());
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
            assertEquals(503, response.statusCode());
            assertEquals("1", response.headers().firstValue("Retry-After").orElseThrow());
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
