package asynclab.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.exchange.Reply;
import asynclab.parameter.Parameters;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the Planner's questions are answered. {@code PredictContract} asks over HTTP. */
class QuestionAnswersTest {

    private static final long MILLIS = 600_000;
    private static final String E3_CALLABLE =
            "/explain?users=100&ramp=30&loops=30&ms=300&thinkMinMs=1000&thinkMaxMs=2000&throughput=23.6&mean=1719";

    /** As the URL answers it, without the URL's limit of time. */
    private static JsonNode json(String question) throws IOException {
        Parameters parameters = Parameters.parse(question.substring(question.indexOf('?') + 1));
        var computation =
                question.startsWith("/predict") ? PredictQuestion.read(parameters) : ExplainQuestion.read(parameters);
        return new ObjectMapper()
                .readTree(Reply.json(200, Computations.run(computation, MILLIS)).body());
    }

    @Test
    void a_second_stage_limits_blocking_and_async_alike_and_a_worker_pool_is_predicted_beside_them()
            throws IOException {
        JsonNode page = json("/predict?users=300&ramp=3&loops=30&ms=300&thinkMinMs=1000&thinkMaxMs=2000&threads=60"
                + "&processingMs=20&backend=30&workers=8");
        for (String arm : new String[] {"blocking", "async"}) {
            assertEquals("backend", page.get(arm).get("limitedBy").asText());
            assertEquals(100, page.get(arm).get("bounds").get("secondStage").asDouble());
        }
        assertEquals(187.5, page.get("blocking").get("bounds").get("threads").asDouble());
        assertEquals(3_000, page.get("async").get("bounds").get("threads").asDouble());
        assertEquals("workers", page.get("workerPool").get("limitedBy").asText());
        assertEquals(
                26.7, page.get("workerPool").get("bounds").get("secondStage").asDouble(), 0.1);
        assertTrue(page.get("verdict").asText().contains("the backend serves at most 100.0 req/s"));
        assertTrue(page.get("verdict").asText().contains("A worker pool"));
    }

    private static String order(JsonNode figures) {
        var order = new StringJoiner(", ");
        for (JsonNode limit : figures.get("limits"))
            order.add(limit.get("size").asInt() + " " + limit.get("station").asText() + " "
                    + Math.round(limit.get("perSecond").asDouble()));
        return order.toString();
    }

    /** A refused request takes no time, so the times of all requests are not those of the answered ones. */
    @Test
    void the_mean_of_those_that_succeed_is_said_if_some_fail() throws IOException {
        JsonNode page =
                json("/predict?arrivalRate=100&duration=60&ms=100&workers=4&discipline=bounded&limit=8&threads=100");
        JsonNode pool = page.get("workerPool");
        assertTrue(pool.get("meanMs").asDouble() < 150, pool::toString);
        assertTrue(pool.get("goodMeanMs").asDouble() > 200, pool::toString);
        String said = page.get("verdict").asText();
        assertTrue(said.contains("ms, without those that fail."), said);
        assertTrue(said.matches(".*those that succeed: .*worker pool (2[5-9]|3[0-2])\\d ms\\..*"), said);
    }

    /** Without the processors it would be 500,000 requests, and is refused. */
    @Test
    void processors_bound_the_requests_of_users_who_do_not_wait() throws IOException {
        JsonNode page = json("/predict?users=50&duration=60&ms=1&processingMs=5&cores=1");
        assertEquals(200, page.get("async").get("throughput").asDouble(), 3);
    }

    @Test
    void each_model_names_the_limit_that_binds_and_the_next_one() throws IOException {
        JsonNode page = json("/predict?arrivalRate=100&duration=60&ms=46&threads=20&processingMs=4&cores=2"
                + "&connections=8&connectionShare=0.5&connectionTimeoutMs=30000&limit=30");
        assertEquals("8 connections 348, 20 threads 400, 2 processors 500, 30 limit 600", order(page.get("blocking")));
        assertEquals("8 connections 348, 2 processors 500, 30 limit 600, 20 threads 5000", order(page.get("async")));
        assertEquals("8 connections 348, 2 processors 500, 30 limit 600", order(page.get("virtual")));
        for (JsonNode limit : page.get("blocking").get("limits")) {
            double held = Map.of("connections", 23, "threads", 50, "processors", 4, "limit", 50)
                    .get(limit.get("station").asText());
            double busy = 100 * 100 * held / 1_000 / limit.get("size").asInt();
            assertEquals(busy, limit.get("busyPercent").asDouble(), 0.1 * busy, limit::toString);
        }
        String verdict = page.get("verdict").asText();
        assertTrue(
                verdict.endsWith(
                        " Blocking: 8 connections bind at 347.8 req/s, then 20 threads at 400.0 req/s."
                                + " Asynchronous and virtual threads: 8 connections bind at 347.8 req/s, then 2 processors at 500.0 req/s."),
                verdict);
        assertFalse(page.has("withoutConnections"));
        assertEquals(0.5, page.get("connectionShare").asDouble());
    }

    @Test
    void both_ends_of_an_unknown_share_are_computed_and_said() throws IOException {
        String query = "/predict?arrivals=constant&arrivalRate=300&duration=2&ms=46&threads=20&processingMs=4"
                + "&connections=8";
        JsonNode page = json(query);
        JsonNode whole = json(query + "&connectionShare=1");
        JsonNode none = json(query + "&connectionShare=0");
        for (String model : List.of("blocking", "async", "virtual")) {
            assertEquals(whole.get(model), page.get(model));
            assertEquals(none.get(model), page.get("withoutConnections").get(model));
        }
        assertTrue(page.get("connectionShare").isNull());
        String verdict = page.get("verdict").asText();
        for (String part : List.of(
                "If each request holds a connection for its whole hold time (connectionShare=1): Asynchronous processing is not enough: 300.0 req/s arrive, but the connections serve at most 173.9 req/s",
                "If no request holds one (connectionShare=0): Asynchronous processing changes nothing",
                "Assumed: processors are not limited (cores= is not given); ",
                "(connectionShare= is not given); ",
                "(connectionTimeoutMs= is not given).")) assertTrue(verdict.contains(part), verdict);
    }

    @Test
    void processors_limit_virtual_threads_only_if_they_are_given() throws IOException {
        String query = "/predict?arrivalRate=600&duration=1&ms=46&threads=200&processingMs=4";
        assertEquals("arrivals", json(query).get("virtual").get("limitedBy").asText());
        JsonNode limited = json(query + "&cores=2");
        assertEquals("processors", limited.get("virtual").get("limitedBy").asText());
        assertEquals(500, limited.get("virtual").get("bounds").get("processors").asDouble());
        assertTrue(limited.get("verdict").asText().contains("the processors can compute at most 500.0 req/s"));
        JsonNode half = json(query + ".5&cores=2");
        assertEquals(4.5, half.get("processingMs").asDouble());
        assertEquals(444.4, half.get("async").get("bounds").get("processors").asDouble(), 0.1);
    }

    @Test
    void a_request_that_waits_too_long_for_a_connection_fails_and_the_verdict_counts_it() throws IOException {
        JsonNode page = json("/predict?arrivalRate=100&duration=20&ms=100&threads=9&connections=8&connectionShare=1"
                + "&connectionTimeoutMs=250");
        assertEquals(0, page.get("blocking").get("failed").asInt());
        int failed = page.get("virtual").get("failed").asInt();
        assertTrue(failed > 200, failed + " requests");
        assertTrue(
                page.get("verdict").asText().startsWith("Asynchronous processing does not pay: "),
                page.get("verdict").asText());
        assertTrue(page.get("verdict").asText().contains("waits longer than 250 ms for a connection."));
    }

    private static double maxMs(String question) throws IOException {
        return json(question).get("blocking").get("maxMs").asDouble();
    }

    @Test
    void threads_reserved_for_newcomers_lengthen_the_tail() throws IOException {
        String e1 = "/predict?users=1000&ramp=30&loops=10&mix=80:1000,20:4000&threads=98";
        double inOrder = maxMs(e1);
        double newcomersFirst = maxMs(e1 + "&discipline=reserved-threads&reserved=2");
        assertTrue(newcomersFirst > 2 * inOrder, newcomersFirst + " ms and " + inOrder + " ms");
        double before = maxMs(e1 + "&discipline=reserved-threads-12.0&reserved=2");
        assertTrue(before > 1.2 * newcomersFirst, before + " ms and " + newcomersFirst + " ms");
    }

    @Test
    void the_common_pool_of_e3_has_several_queues() throws IOException {
        String e3 = "/predict?users=100&ramp=30&loops=30&ms=300&thinkMinMs=1000&thinkMaxMs=2000&threads=198&workers=3";
        JsonNode inOrder = json(e3);
        assertEquals("arrival-order", inOrder.get("discipline").asText());
        JsonNode queues = json(e3 + "&discipline=submission-queues");
        assertEquals("submission-queues", queues.get("discipline").asText());
        assertEquals("workers", queues.get("workerPool").get("limitedBy").asText());
        double sd = queues.get("workerPool").get("sdMs").asDouble();
        assertTrue(sd > 2 * inOrder.get("workerPool").get("sdMs").asDouble(), sd + " ms");
        assertEquals(inOrder.get("blocking"), queues.get("blocking"));
    }

    /** Experiment E2's users, a hundredth of them, on five workers: see OverloadTest. */
    @Test
    void the_applications_discipline_admits_or_refuses_each_request() throws IOException {
        String e2 =
                "/predict?users=50&ramp=1&duration=200&minMs=1000&maxMs=2000&thinkMinMs=1000&thinkMaxMs=3000&timeoutMs=10000"
                        + "&workers=5&threads=5";
        JsonNode fifo = json(e2 + "&discipline=fifo").get("workerPool").get("lastMinute");
        assertEquals(0, fifo.get("goodput").asDouble());
        assertTrue(fifo.get("p50Ms").isNull());
        assertEquals(3.3, fifo.get("waste").asDouble(), 0.3);
        JsonNode page = json(e2 + "&discipline=bounded&limit=10");
        JsonNode bounded = page.get("workerPool").get("lastMinute");
        assertEquals("bounded", page.get("discipline").asText());
        assertEquals(1, bounded.get("ofCapacity").asDouble(), 0.1);
        assertEquals(14, bounded.get("refused").asDouble(), 2);
        assertEquals(4_500, bounded.get("p50Ms").asDouble(), 700);
        assertEquals(fifo, page.get("blocking").get("lastMinute"));
    }

    @Test
    void explain_finds_the_same_pool_in_either_discipline_and_its_percentiles_in_one() throws IOException {
        String e3 = "/explain?users=100&ramp=30&loops=30&ms=300&thinkMinMs=1000&thinkMaxMs=2000&throughput=9.758"
                + "&mean=7388&p99=27856";
        JsonNode inOrder = json(e3).get("explanation");
        JsonNode queues = json(e3 + "&discipline=submission-queues").get("explanation");
        assertEquals(3, inOrder.get("value").asInt());
        assertEquals(3, queues.get("value").asInt());
        assertTrue(inOrder.get("verdict").asText().contains("another order"));
        assertTrue(!queues.get("verdict").asText().contains("another order"));
    }

    @Test
    void an_open_workload_beyond_the_threads_has_no_steady_state() throws IOException {
        JsonNode page = json("/predict?arrivalRate=70&duration=300&mix=80:1000,20:4000&threads=100");
        assertEquals("poisson", page.get("workload").get("arrivals").asText());
        assertEquals(112, page.get("workload").get("offeredThreads").asDouble(), 1e-9);
        assertEquals("threads", page.get("blocking").get("limitedBy").asText());
        assertTrue(page.get("blocking").get("steadyThroughput").isNull());
        assertEquals("arrivals", page.get("async").get("limitedBy").asText());
        assertEquals(70, page.get("async").get("steadyThroughput").asDouble(), 2);
        assertEquals(112, page.get("async").get("steadyInFlight").asDouble(), 5);
        assertEquals(70, page.get("sizing").get("requestsPerSecond").asDouble());
        assertTrue(page.get("verdict").asText().contains("the queue grows"));
        JsonNode constant = json("/predict?arrivals=constant&arrivalRate=5.5&duration=10&ms=1000&timeoutMs=2000");
        assertEquals(55, constant.get("blocking").get("requests").asInt());
    }

    @Test
    void work_that_takes_no_time_is_answered_without_a_throughput() throws IOException {
        JsonNode page = json("/predict?users=1&ms=0&rate=1");
        assertTrue(page.get("async").get("throughput").isNull());
        assertEquals(0, page.get("async").get("occupancy").get("busy").size());
    }

    @Test
    void the_sizing_of_e5_can_be_asked_for() throws IOException {
        JsonNode sizing = json("/predict?users=1&ms=1&rate=1000&processingMs=20&waitingMs=200&resumeMs=10")
                .get("sizing");
        assertEquals(220, sizing.get("blockingThreads").asInt());
        assertEquals(110, sizing.get("blockingStackMegabytes").asDouble());
        assertEquals(30, sizing.get("asyncThreads").asInt());
        assertEquals(15, sizing.get("asyncStackMegabytes").asDouble());
        assertEquals(86, Math.round(sizing.get("savedPercent").asDouble()));
    }

    @Test
    void a_plan_that_ends_by_time_and_clients_that_give_up_can_be_predicted() throws IOException {
        JsonNode page = json("/predict?users=500&ramp=6&duration=60&minMs=1000&maxMs=2000&thinkMinMs=1000"
                + "&thinkMaxMs=3000&timeoutMs=4000&threads=50");
        assertTrue(page.get("blocking").get("failed").asInt() > 0);
        assertEquals(0, page.get("async").get("failed").asInt());
        assertTrue(page.get("verdict").asText().contains("exceed the client timeout"));
    }

    @Test
    void explain_chooses_none_of_the_explanations_that_fit() throws IOException {
        JsonNode alone = json(E3_CALLABLE);
        assertEquals(0, alone.get("alternatives").size());
        assertTrue(alone.get("verdict").asText().startsWith("8 threads or workers; no other number fits."));
        assertTrue(alone.get("verdict").asText().contains("as many connections look the same"));
        JsonNode page = json(E3_CALLABLE + "&connectionShare=0.5&cores=2");
        assertEquals(alone.get("explanation"), page.get("explanation"));
        JsonNode connections = page.get("alternatives").get(0);
        assertEquals("connections", connections.get("unknown").asText());
        assertEquals(4, connections.get("value").asInt());
        JsonNode processing = page.get("alternatives").get(1);
        assertEquals("processingMicros", processing.get("unknown").asText());
        assertEquals(75_000, processing.get("value").asInt(), 2_000); // 2 processors ÷ 26.7 req/s
        assertTrue(page.get("verdict").asText().startsWith("3 explanations fit, and these figures cannot tell which"));
        JsonNode asked = json(E3_CALLABLE + "&connectionShare=0.5&find=connections&threads=50");
        assertEquals(4, asked.get("explanation").get("value").asInt());
        assertEquals(0, asked.get("alternatives").size());
        JsonNode known = json(E3_CALLABLE + "&connectionShare=0.5&find=connections&threads=8");
        assertEquals("AT_LEAST", known.get("explanation").get("outcome").asText());
    }

    @Test
    void explain_finds_a_pause_and_refuses_what_the_ramp_decides() throws IOException {
        JsonNode pause = json("/explain?users=300&ramp=3&loops=30&ms=300&threads=20&find=think&throughput=64&mean=2400")
                .get("explanation");
        assertEquals("thinkMs", pause.get("unknown").asText());
        assertTrue(
                pause.get("from").asInt() < pause.get("value").asInt()
                        && pause.get("value").asInt() < pause.get("to").asInt(),
                pause::toString);
        JsonNode refused = json("/explain?users=1000&ramp=30&loops=10&mix=80:1000,20:4000&throughput=173&mean=1600")
                .get("explanation");
        assertEquals("RAMP_LIMITED", refused.get("outcome").asText());
        assertTrue(refused.get("value").isNull());
    }

    @ParameterizedTest
    @CsvSource({
        "medianMs=300&sigma=1, 494.6, 600000",
        "medianMs=300&meanMs=400, 400, 600000",
        "meanMs=300, 300, 11021",
        "'percentiles=0:100,50:200,100:400', 225, 400",
    })
    void every_distribution_of_hold_times_can_be_predicted(String hold, double mean, long max) throws IOException {
        JsonNode page = json("/predict?users=200&ramp=1&loops=10&threads=500&" + hold);
        assertEquals(mean, page.get("workload").get("meanHoldMs").asDouble(), 0.1);
        assertEquals(max, page.get("workload").get("maxHoldMs").asLong());
        // Nobody waits for a thread, so the response time is the hold time.
        double predicted = page.get("async").get("meanMs").asDouble();
        assertEquals(mean, predicted, 0.1 * mean);
    }
}
