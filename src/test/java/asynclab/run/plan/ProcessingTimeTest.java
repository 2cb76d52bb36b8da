package asynclab.run.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asynclab.model.Trace;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The processing time of a request, which occupies a request thread before the hold time. */
class ProcessingTimeTest {

    private static final LoadPlan LOAD = Experiment.named("sizing-1000").workload();

    /** E5's throughput is threads ÷ time on a thread, or the 1,000 offered requests per second if that is less. */
    @ParameterizedTest
    @CsvSource({
        "blocking-220, 220, 1000, 220",
        "blocking-180, 180, 818.2, 664.4",
        "async-30, 30, 1000, 220",
        "async-18, 18, 900, 442.2"
    })
    void throughput_is_the_threads_divided_by_the_time_on_a_thread(
            String arm, int threads, double perSecond, double meanMillis) {
        var model = new Model(LOAD, LOAD.seed());
        PlannedArm planned = Experiment.named("sizing-1000").arm(arm);
        Trace trace = model.predict(planned, threads, 0, false).run();
        Trace.Window steady = trace.steady();
        assertEquals(perSecond, trace.throughput(steady), perSecond * 0.005);
        assertEquals(meanMillis, trace.meanMillis(steady), meanMillis * 0.05);
    }

    @Test
    void the_query_contains_the_processing_time_and_the_speed_divides_it() {
        assertEquals("ms=200&processingMs=20", LOAD.shortHold().query());
        assertEquals("ms=20&processingMs=2", LOAD.faster(10).shortHold().query());
        assertEquals(220, LOAD.serviceMeanMs());
        assertEquals("ms=1000", Experiment.named("80-20").workload().shortHold().query());
    }

    @Test
    void the_speed_divides_the_time_on_a_connection_too() {
        PlannedArm arm = Experiment.named("pool-of-ten").arm("200-threads");
        assertEquals("&cpuMs=0&connectionMs=100", arm.query());
        assertEquals("&cpuMs=0&connectionMs=10", arm.faster(10).query());
    }

    @Test
    void a_load_without_processing_time_is_stored_as_before() throws Exception {
        String json = new ObjectMapper().writeValueAsString(PlannedHold.fixed("1 s", 1_000));
        assertEquals("{\"label\":\"1 s\",\"ms\":1000,\"minMs\":0,\"maxMs\":0}", json);
        assertEquals(PlannedHold.fixed("1 s", 1_000), new ObjectMapper().readValue(json, PlannedHold.class));
    }

    @Test
    void both_kinds_of_requests_have_the_same_processing_time() {
        var other = PlannedHold.fixed("4 s", 4_000);
        var thrown = assertThrows(
                IllegalArgumentException.class,
                () -> new LoadPlan(2, 0, 2, null, 20, LOAD.shortHold(), other, 0, 0, ClientPlan.USUAL, 1, null));
        assertEquals(
                "Both kinds of requests must have the same processing time, but had 20 and 0 ms.", thrown.getMessage());
    }
}
