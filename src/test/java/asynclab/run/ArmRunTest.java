package asynclab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asynclab.exchange.Ledger;
import asynclab.model.Trace;
import asynclab.model.station.Outcomes;
import asynclab.options.LabException;
import asynclab.run.plan.Experiment;
import asynclab.run.result.figures.SentBurst;
import asynclab.run.result.figures.ServerFigures;
import asynclab.server.ServerProbe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The figures of the server, from the readings of a run. */
class ArmRunTest {

    private static Double cpuMicros(long... millis) {
        return run(null, millis).cpuMicrosPerRequest();
    }

    private static ArmRun run(Trace trace, List<Sampler.Tick> ticks, SentBurst burst) {
        return new ArmRun(
                Experiment.named("80-20").arms().get(0),
                1,
                new Samples(trace, Map.of(), Map.of(), 0, 0, 0, 0, null),
                ticks,
                0,
                List.of(),
                Ledger.Snapshot.of(Map.of()),
                1L,
                0,
                null,
                0,
                burst);
    }

    /**
     * A run with one request, from second 10 to second 11. It has a reading at each of these times. Each reading has one
     * millisecond more of processor time.
     */
    private static ArmRun run(SentBurst burst, long... millis) {
        var trace = new Trace(1);
        trace.add(0, 10_000, 11_000, true);
        var pool = new ServerProbe.Pool(8, 6, 0, 0, 0);
        var ticks = LongStream.range(0, millis.length)
                .mapToObj(i -> new Sampler.Tick(
                        new ServerProbe.Reading(millis[(int) i], pool, 0, 0, 20, 0, i * 1_000_000),
                        millis[(int) i] > 12_000 ? 0 : 0.5))
                .toList();
        return run(trace, ticks, burst);
    }

    @Test
    void the_cost_is_the_processor_time_between_the_first_and_last_reading_by_the_requests_that_ended() {
        assertEquals(2_000, cpuMicros(10_000, 11_000, 12_000));
    }

    @Test
    void there_is_no_cost_with_a_single_reading_or_without_a_request_that_ended() {
        assertNull(cpuMicros(10_000));
        assertNull(cpuMicros(9_000));
        assertNull(cpuMicros(10_000, 10_500));
    }

    @Test
    void what_comes_after_the_first_reading_behind_the_last_response_does_not_count() {
        assertEquals(2_000, cpuMicros(10_000, 11_000, 12_000, 13_000, 14_000));
        assertEquals(0.5, run(null, 10_000, 11_000, 12_000, 13_000, 14_000).meanMachineLoad());
    }

    @Test
    void a_burst_has_no_cost_because_it_is_received_before_the_first_reading() {
        var trace = new Trace(1);
        trace.add(0, 10_000, 11_000, true);
        var burst = new SentBurst(null, SentBurst.Replayed.of(trace), null);
        assertNull(run(burst, 10_000, 11_000, 12_000).cpuMicrosPerRequest());
    }

    private static Sampler.Tick tick(long millis, int busy, int queued, long inFlight) {
        var pool = new ServerProbe.Pool(200, 198, busy, queued, 0);
        return new Sampler.Tick(new ServerProbe.Reading(millis, pool, inFlight, 0, 20, 0, 0), 0.5);
    }

    /** The first reading is of the warm-up, and the last one is after the run. */
    @Test
    void the_peaks_of_the_server_are_those_of_the_run_alone() {
        var trace = new Trace(1);
        trace.add(0, 10_000, 11_000, true);
        var ticks = List.of(
                tick(9_000, 100, 100, 100),
                tick(10_500, 3, 2, 7), // 2 are queued, and 7 − 3 are held without a thread
                tick(11_500, 5, 0, 5),
                tick(12_500, 100, 100, 100));
        ServerFigures figures = run(trace, ticks, null).serverFigures();
        assertEquals(5, figures.threads().peakBusyThreads());
        assertEquals(6, figures.peakWaiting());
        assertEquals(7, figures.peakInFlight());
    }

    /** The readings are at seconds 0, 1 and 2. In the first second the server had a quarter of the processors. */
    @Test
    void a_row_of_the_timeline_has_what_ended_within_half_a_second_and_what_was_served_since_the_row_before(
            @TempDir Path folder) throws IOException {
        var trace = new Trace(1);
        trace.add(0, 10_000, 10_900, true);
        trace.add(1, 10_000, 11_400, true);
        trace.add(2, 10_000, 11_600, false);
        trace.add(3, 10_000, 12_000, true);
        var pool = new ServerProbe.Pool(8, 6, 1, 0, 0);
        long quarter = 250_000_000L * Runtime.getRuntime().availableProcessors();
        var ticks = Stream.of(
                        new ServerProbe.Reading(10_000, pool, 2, 0, 20, 0, 0),
                        new ServerProbe.Reading(11_000, pool, 2, 3, 20, 0, quarter),
                        new ServerProbe.Reading(12_000, pool, 2, 5, 20, 0, quarter))
                .map(reading -> new Sampler.Tick(reading, 0.5))
                .toList();
        Path file = folder.resolve("timeline.csv");
        run(trace, ticks, null).writeTimeline(file);
        assertEquals(
                List.of(
                        "0.0,0,1,6,0,2,20,0,0.50,,,",
                        "1.0,2,1,6,0,2,20,0,0.50,0.25,1,3", // ended: those at 10.9 and 11.4 s
                        "2.0,2,1,6,0,2,20,0,0.50,0.00,1,2"), // the one at 11.6 s has failed
                Files.readAllLines(file).subList(1, 4));
    }

    /** From second 10 to second 12, five requests are served per second. One per second is answered in time. */
    @Test
    void the_waste_is_the_served_requests_minus_those_answered_in_time() {
        var trace = new Trace(1);
        trace.add(0, 10_000, 10_500, true);
        trace.addRefused(0, 11_000, 11_001);
        trace.add(0, 11_001, 11_500, true);
        var pool = new ServerProbe.Pool(8, 6, 0, 0, 0);
        var ticks = LongStream.rangeClosed(9, 12)
                .mapToObj(s -> new Sampler.Tick(
                        new ServerProbe.Reading(s * 1_000, pool, 0, 100 + (s - 10) * 5, 20, 0, 0), 0.1))
                .toList();
        ArmRun run = run(trace, ticks, null);
        assertEquals(
                new Outcomes(1, 0.5, 0, 4.0, 0.25, 499.0, 500.0), run.outcomes(new Trace.Window(10_000, 12_000), 4));
    }

    @Test
    void a_run_in_which_jmx_never_answers_gives_one_sentence() {
        var trace = new Trace(1);
        trace.add(0, 0, 10, true);
        var e = assertThrows(LabException.class, () -> run(trace, List.of(), null));
        assertEquals(
                "The run blocking-1 has no figures of the server, because JMX did not answer once.", e.getMessage());
    }
}
