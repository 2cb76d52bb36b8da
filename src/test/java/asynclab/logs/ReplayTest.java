package asynclab.logs;

import static asynclab.FixtureResult.late;
import static asynclab.FixtureResult.latencies;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.LabSession;
import asynclab.accesslog.LoggedRequest;
import asynclab.document.ResultJson;
import asynclab.logs.ReplayResult.ReplayFigures;
import asynclab.logs.ReplayResult.ReplayRun;
import asynclab.logs.ReplayResult.ReplaySends;
import asynclab.options.LabException;
import asynclab.options.TrafficOptions;
import asynclab.server.Processes;
import asynclab.traffic.Traffic;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplayTest {

    private static Traffic traffic(long... startsAndDurations) {
        var builder = new Traffic.Builder();
        for (int i = 0; i < startsAndDurations.length; i += 2)
            builder.add(new LoggedRequest(
                    startsAndDurations[i] * 1_000, 0, startsAndDurations[i + 1] * 1_000, "GET", "/a", 200));
        return builder.build();
    }

    @Test
    void each_second_has_as_many_arrivals_as_the_log_and_they_keep_their_durations() {
        ReplayLoad load = ReplayLoad.of(traffic(0, 50, 900, 70, 300, 60, 2_100, 80), 1, 1, null);
        assertEquals(List.of(3.0, 0.0, 1.0), load.arrivals().rates());
        assertEquals(List.of(50L, 60L, 70L, 80L), load.holdMillis());
        assertEquals(65, load.meanHoldMillis());
        assertEquals(4 / 3.0 * 0.065, load.offered(), 1e-9);
    }

    @Test
    void twice_the_traffic_has_every_request_twice() {
        ReplayLoad load = ReplayLoad.of(traffic(0, 50, 900, 70, 300, 60, 2_100, 80), 2, 1, null);
        assertEquals(8, load.arrivals().requests());
        assertEquals(
                List.of(50L, 50L, 60L, 60L, 70L, 70L, 80L, 80L),
                load.holdMillis().stream().sorted().toList());
    }

    @Test
    void a_request_holds_a_connection_for_its_share_and_waits_for_the_rest() {
        ReplayLoad load = ReplayLoad.of(traffic(0, 50, 900, 70), 1, 1, endpoint -> 0.3);
        assertEquals(List.of("35&connectionMs=15", "49&connectionMs=21"), load.queries());
        assertEquals(
                List.of("50", "70"),
                ReplayLoad.of(traffic(0, 50, 900, 70), 1, 1, null).queries());
    }

    @Test
    void a_long_log_is_refused() {
        var e = assertThrows(LabException.class, () -> ReplayLoad.of(traffic(0, 1, 3_600_000, 1), 1, 1, null));
        assertTrue(e.getMessage().contains("at most 1800 s"), e.getMessage());
    }

    @Test
    void traffic_without_a_request_is_refused() {
        var e = assertThrows(LabException.class, () -> ReplayLoad.of(traffic(0, 1), 1e-9, 1, null));
        assertEquals("-Dreplay needs a request, but 1.0E-9 times the log's traffic has none.", e.getMessage());
    }

    @Test
    void a_wait_for_a_connection_that_the_server_cannot_have_is_refused() {
        var options = (TrafficOptions) new LabSession("log=access.log")
                .options("connections=2", "connectionShare=0.5", "connectionTimeoutMs=100");
        try (var processes = new Processes()) {
            var replay = new LogReplay(options, processes, 2, 1, System.out);
            var e = assertThrows(LabException.class, () -> replay.run(traffic(0, 50), List.of(1.0)));
            assertEquals(
                    "-Dreplay needs -DconnectionTimeoutMs from 250 to 600000, or 0, but it is 100.", e.getMessage());
        }
    }

    private static ReplayFigures figures(double throughput, double meanMs, double p99Ms) {
        return new ReplayFigures(
                throughput, latencies(Map.of("meanMs", meanMs, "p50Ms", 90.0, "p95Ms", 200.0, "p99Ms", p99Ms)));
    }

    private static ReplayRun run(double load, double throughput, double meanMs, double p99Ms) {
        return run(load, throughput, meanMs, p99Ms, 0, 0);
    }

    private static ReplayRun run(
            double load, double throughput, double meanMs, double p99Ms, int failed, int predictedFailed) {
        return new ReplayRun(
                "blocking",
                2,
                600,
                load,
                figures(30, 100, 300),
                figures(29.9, 95, 240),
                figures(30.1, 120, 400),
                figures(throughput, meanMs, p99Ms),
                failed,
                predictedFailed,
                new ReplaySends(late(1, 2, 3), figures(30, 101, 301), figures(30, 102, 302)));
    }

    @Test
    void a_run_is_as_predicted_within_the_tolerance_or_the_range_over_seeds() {
        assertTrue(run(0.5, 30.5, 109, 270).isAsPredicted());
        assertTrue(run(0.5, 30, 119, 399).isAsPredicted()); // in the range
        assertFalse(run(0.5, 30.7, 100, 300).isAsPredicted()); // 2.3 % more throughput
        assertFalse(run(0.5, 30, 121, 300).isAsPredicted());
        assertFalse(run(0.5, 30, 100, 401).isAsPredicted());
    }

    @Test
    void a_run_with_failures_is_as_predicted_if_the_model_expects_them() {
        assertFalse(run(0.5, 30, 100, 300, 1, 0).isAsPredicted());
        ReplayRun within = run(0.5, 30, 100, 300, 62, 50); // 12 of 600 more
        assertTrue(within.isAsPredicted());
        assertFalse(run(0.5, 30, 100, 300, 63, 50).isAsPredicted());
        String section = new ReplayResult("jetty 12", 50, 48, 20, List.of(within))
                .section()
                .toString();
        assertTrue(
                section.contains("blocking, 2 times the traffic: 62 of 600 requests failed. The model expects 50."),
                section);
    }

    @Test
    void a_stored_replay_comes_back() throws Exception {
        var mapper = ResultJson.mapper();
        String stored =
                mapper.writeValueAsString(new ReplayResult("jetty 12", 50, 48, 20, List.of(run(0.95, 30, 100, 300))));
        assertEquals(stored, mapper.writeValueAsString(mapper.readValue(stored, ReplayResult.class)));
    }

    @Test
    void the_table_says_where_chance_is_large() {
        String table = new ReplayResult("jetty 12", 50, 48, 20, List.of(run(0.95, 30, 100, 300)))
                .section()
                .toString();
        assertTrue(table.contains("[blocking, 2, 30.0 (29.9–30.1) / 30.0, 100 (95–120) / 100, "), table);
        assertTrue(table.contains(", 2, 101 / 102, 301 / 302, yes, near saturation]"), table);
        assertTrue(table.contains("48 usable threads of 50"), table);
    }
}
