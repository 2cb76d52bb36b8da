package asynclab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asynclab.bench.SecondLimitCell.CellPrediction;
import asynclab.model.Bounds;
import asynclab.model.Bounds.Limiter;
import asynclab.model.Occupancy.At;
import asynclab.options.LabException;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.PlannedArm;
import asynclab.run.plan.PlannedStations;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The cells of the second limit, and the rule that names what binds. */
class SecondLimitTest {

    private static final Path PREDICTIONS = Path.of("results/second-limit/predictions.json");

    private static CellPrediction[] committed() throws IOException {
        return new ObjectMapper().readValue(PREDICTIONS.toFile(), CellPrediction[].class);
    }

    @Test
    void the_committed_predictions_are_of_the_cells_that_are_measured() throws IOException {
        assertEquals(
                SecondLimitCell.all(0.25).stream().map(SecondLimitCell::name).toList(),
                Stream.of(committed()).map(CellPrediction::cell).toList());
    }

    @Test
    void a_limit_binds_if_requests_wait_for_it_for_a_twentieth_of_their_time() {
        assertEquals("threads", SecondLimitCell.limiter(Map.of(At.THREADS, 30.0, At.CONNECTIONS, 20.0), 400));
        assertEquals("connections", SecondLimitCell.limiter(Map.of(At.THREADS, 30.0, At.CONNECTIONS, 40.0), 400));
        assertEquals("users", SecondLimitCell.limiter(Map.of(At.THREADS, 19.0, At.CONNECTIONS, 0.0), 400));
    }

    @Test
    void a_measured_cell_is_judged_by_the_numbers_that_wait() throws IOException {
        SecondLimitCell cell = SecondLimitCell.all(0.25).get(1); // 20 threads, 8 connections, 17 users
        CellPrediction predicted = committed()[1];
        var measured = new LinkedHashMap<>(Map.of(
                "perSecond", 60.0,
                "meanMs", 270.0,
                "p99Ms", 720.0,
                "threadsQueued", 0.0,
                "connectionsActive", 7.5,
                "connectionsWaiting", 1.2, // 20 ms of each request
                "inFlight", 16.0,
                "processors", 0.1,
                "cpuMs", 1.5,
                "errors", 0.0));
        var judged = new JudgedCell(cell, predicted, measured);
        assertEquals(List.of(true, true, true, true), List.of(judged.rate, judged.mean, judged.tail, judged.limit));
        measured.put("connectionsWaiting", 0.0);
        measured.put("threadsQueued", 3.0);
        measured.put("perSecond", 50.0);
        var other = new JudgedCell(cell, predicted, measured);
        assertEquals(List.of(false, false), List.of(other.rate, other.limit));
        assertThrows(LabException.class, () -> new JudgedCell(cell, committed()[2], measured));
    }

    /** The other 31 of 80 users wait for a permit: 31 ÷ 192 per second = 161 ms, of the 417 − 254 ms of waiting. */
    @Test
    void users_wait_for_a_permit_if_more_than_nine_tenths_of_the_permits_are_in_use() throws IOException {
        SecondLimitCell cell = SecondLimitCell.all(0.25).get(32); // limit 50, 32 connections, 4 ms, 80 users
        var measured = new LinkedHashMap<>(Map.of(
                "perSecond", 192.0,
                "meanMs", 417.0,
                "p99Ms", 885.0,
                "threadsQueued", 0.0,
                "connectionsWaiting", 0.0,
                "inFlight", 49.0));
        assertEquals(
                "limit / limit",
                new JudgedCell(cell, committed()[32], measured).row().get(4));
        measured.put("inFlight", 45.0); // the rest of the time is then for the processor
        assertEquals(
                "limit / processors ✗",
                new JudgedCell(cell, committed()[32], measured).row().get(4));
    }

    /** Else a try at 50 times the speed would end without a figure of the server. */
    @Test
    void a_window_that_is_shorter_than_a_step_has_one_reading() {
        assertEquals(20, SecondLimit.steps(Duration.ofSeconds(20)));
        assertEquals(1, SecondLimit.steps(Duration.ofMillis(400)));
    }

    @Test
    void an_arm_of_an_experiment_may_have_connections_and_a_limit() {
        for (PlannedArm arm : Experiment.named("pool-of-ten").arms()) {
            var bounds = Bounds.ofServer(arm.stages(200, 0, 0, false), 100);
            assertEquals(Limiter.CONNECTIONS, bounds.get(0).limiter(), arm.name());
            assertEquals(100, bounds.get(0).perSecond(), arm.name());
            assertEquals("&cpuMs=0&connectionMs=100", arm.query());
        }
        assertThrows(IllegalArgumentException.class, () -> new PlannedStations(0, 0, 100, 10, 1, false, 50));
    }
}
