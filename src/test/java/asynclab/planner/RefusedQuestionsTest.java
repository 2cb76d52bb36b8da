package asynclab.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the Planner's questions refuse: which parameter, and which value. {@code PlannerInputContract} has the answers over HTTP. */
class RefusedQuestionsTest {

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
    void bad_input_for_a_closed_workload_is_refused_with_the_range(String path, String parameter, String value) {
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
    void as_many_reserved_threads_as_there_are_threads_are_refused(String path, String parameter, String value) {
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
    void bad_input_for_the_applications_queue_is_refused_with_the_range(String query, String parameter, String value) {
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
    void bad_input_for_the_stations_of_a_server_is_refused_with_the_range(
            String query, String parameter, String value) {
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
    void bad_input_for_an_open_workload_is_refused_with_the_range(String path, String parameter, String value) {
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
    void bad_input_for_an_explanation_is_refused_with_the_range(String path, String parameter, String value) {
        assertRefused(path, parameter, value);
    }

    private static void assertRefused(String question, String parameter, String value) {
        String query = question.substring(question.indexOf('?') + 1);
        Parameters parameters = Parameters.parse(query);
        var bad = assertThrows(BadParameter.class, () -> {
            if (question.startsWith("/predict")) PredictQuestion.read(parameters);
            else ExplainQuestion.read(parameters);
        });
        assertEquals(parameter, bad.name());
        assertEquals(value, bad.value());
        assertTrue(bad.getMessage().contains(bad.range()), bad.getMessage());
    }
}
