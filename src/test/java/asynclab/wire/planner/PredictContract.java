package asynclab.wire.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.delay.HoldTime;
import asynclab.model.Budget;
import asynclab.model.Prediction;
import asynclab.model.Station;
import asynclab.model.Workload;
import asynclab.model.advice.BlockingVersusAsync;
import asynclab.model.advice.ServerSizes;
import asynclab.server.ServerSettings;
import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** The model over HTTP, the same on every container. {@code QuestionAnswersTest} has more questions. */
class PredictContract extends PlannerContract {

    private static final String E1 = "/predict?users=1000&ramp=30&loops=10&mix=80:1000,20:4000&threads=100";

    @Override
    protected ServerSettings settings() {
        return SHARED;
    }

    @Test
    void predict_gives_the_models_own_figures_for_both_and_a_verdict() throws Exception {
        var workload = Workload.ofLoops(
                1000, 30_000, 10, HoldTime.parseMix("mix", "80:1000,20:4000"), new HoldTime.Uniform(0, 0));
        ServerSizes server = ServerSizes.of(Station.requestThreads(100), 0, Station.unlimited());
        BlockingVersusAsync model = BlockingVersusAsync.of(workload, server, null, 1, Budget.unlimited());
        JsonNode page = json(E1);
        assertFigures(model.blocking(), page.get("blocking"));
        assertFigures(model.async(), page.get("async"));
        assertEquals("threads", page.get("blocking").get("limitedBy").asText());
        assertEquals("arrivals", page.get("async").get("limitedBy").asText());
        assertEquals(62.5, page.get("blocking").get("bounds").get("threads").asDouble());
        assertTrue(page.get("async").get("bounds").get("threads").isNull());
        assertEquals(625, page.get("sizing").get("requestsPerSecond").asDouble());
        assertEquals(1000, page.get("sizing").get("blockingThreads").asInt());
        assertFigures(model.async(), page.get("virtual"));
        assertEquals(
                model.verdict()
                        + " Blocking: 100 threads bind at 62.5 req/s, and no other limit is given. Asynchronous and virtual threads: nothing that is given limits the server."
                        + " Assumed: requests take no processor time (processingMs= is not given or 0);"
                        + " requests hold no connection of a pool (connections= is not given);"
                        + " users do not think (thinkMinMs= and thinkMaxMs= are not given or 0).",
                page.get("verdict").asText());
    }

    private static void assertFigures(Prediction model, JsonNode figures) {
        assertEquals(model.requests(), figures.get("requests").asInt());
        assertEquals(model.failed(), figures.get("failed").asInt());
        assertEquals(model.throughput(), figures.get("throughput").asDouble());
        assertEquals(model.throughputLow(), figures.get("throughputLow").asDouble());
        assertEquals(model.throughputHigh(), figures.get("throughputHigh").asDouble());
        assertEquals(model.steadyThroughput(), JSON.convertValue(figures.required("steadyThroughput"), Double.class));
        assertEquals(model.steadyInFlight(), JSON.convertValue(figures.required("steadyInFlight"), Double.class));
        assertEquals(model.goodput(), figures.get("goodput").asDouble());
        assertEquals(model.latencies().meanMs(), figures.get("meanMs").asDouble());
        assertEquals(model.latencies().sdMs(), figures.get("sdMs").asDouble());
        assertEquals(model.latencies().p50Ms(), figures.get("p50Ms").asDouble());
        assertEquals(model.latencies().p75Ms(), figures.get("p75Ms").asDouble());
        assertEquals(model.latencies().p95Ms(), figures.get("p95Ms").asDouble());
        assertEquals(model.latencies().p99Ms(), figures.get("p99Ms").asDouble());
        assertEquals(model.latencies().maxMs(), figures.get("maxMs").asDouble());
        assertEquals(model.durationMs(), figures.get("durationMs").asDouble());
        assertEquals(model.maxInFlight(), figures.get("maxInFlight").asInt());
        JsonNode occupancy = figures.get("occupancy");
        assertEquals(model.occupancy().everyMillis(), occupancy.get("everyMs").asDouble());
        assertMeans(model.occupancy().threads(), occupancy.get("threads"));
        assertMeans(model.occupancy().busy(), occupancy.get("busy"));
        assertMeans(model.occupancy().queued(), occupancy.get("queued"));
    }

    private static void assertMeans(double[] model, JsonNode means) {
        assertEquals(model.length, means.size());
        for (int i = 0; i < model.length; i++)
            assertEquals(model[i], means.get(i).asDouble(), 0.00501);
    }
}
