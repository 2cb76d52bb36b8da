package asynclab.run;

import static asynclab.FixtureResult.late;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.document.Document.CheckStatus;
import asynclab.exchange.Ledger;
import asynclab.model.Latencies;
import asynclab.model.Trace;
import asynclab.run.plan.ArrivalPlan;
import asynclab.run.plan.ArrivalPlan.ArrivalProcess;
import asynclab.run.plan.ArrivalPlan.ArrivalStep;
import asynclab.run.plan.ClientPlan;
import asynclab.run.plan.Engines;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.PlanDraws;
import asynclab.run.plan.PlannedHold;
import asynclab.run.result.CheckKind;
import asynclab.run.result.ValidityCheck;
import asynclab.run.result.figures.OpenFigures;
import asynclab.server.ServerProbe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The samples of an open load, and the checks of its run. */
class OpenLoadTest {

    private static final LoadPlan EVERY_100_MS = new LoadPlan(
            new ArrivalPlan(ArrivalProcess.CONSTANT, List.of(new ArrivalStep(10, 0.3)), List.of()),
            0,
            PlannedHold.fixed("100 ms", 100),
            null,
            ClientPlan.USUAL,
            1);

    @TempDir
    Path folder;

    /** Three requests are planned at 0, 100 and 200 ms. The second was sent 40 ms late, so its response time is 40 ms longer. */
    @Test
    void response_times_count_from_the_intended_start() throws Exception {
        Path jtl = folder.resolve("samples.jtl");
        Files.writeString(
                jtl,
                """
                timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,failureMessage,Latency,Connect
                4000,5,warm-up,200,OK,arrivals 1-1,true,,5,1
                4500,5,warm-up,200,OK,arrivals 1-2,true,,5,1
                5000,100,100 ms,200,OK,arrivals 1-3,true,,100,1
                5202,103,100 ms,200,OK,arrivals 1-5,true,,103,1
                5140,170,100 ms,200,OK,arrivals 1-4,true,,170,1
                """);
        Samples samples = Samples.read(jtl, new PlanDraws(EVERY_100_MS, 1), Engines.NONE);
        assertEquals(2, samples.warmup());
        Latencies late = samples.sends().lateness();
        assertEquals(List.of(2.0, 40.0, 40.0), List.of(late.p50Ms(), late.p99Ms(), late.maxMs()));
        assertEquals(170, samples.sends().asSent().histogram().getMaxValue());
        var seen = new StringBuilder();
        samples.all().forEach((user, start, end, ok) -> seen.append(user + " " + start + " " + end + "; "));
        assertEquals("0 5000.0 5100.0; 2 5200.0 5305.0; 1 5100.0 5310.0; ", seen.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "9, 1, GREEN",
        "11, 1, AMBER",
        "49, 1, AMBER",
        "51, 1, RED", // refused at once: the service time of 100 ms counts
        "51, 2000, GREEN",
        "201, 2000, AMBER",
        "1001, 2000, RED" // most clients wait for two seconds
    })
    void a_late_generator_makes_the_check_amber_and_a_later_one_red(
            double p99Ms, double responseMs, CheckStatus status) {
        var asSent = new Trace(1);
        asSent.add(0, 0, responseMs, true);
        var sends = new Samples.OpenSends(late(1, p99Ms, p99Ms), asSent);
        ValidityCheck check = OpenChecks.arrivals("async", sends, EVERY_100_MS);
        assertEquals(status, check.status(), check.detail());
    }

    @ParameterizedTest
    @CsvSource({
        "20, 21, 0, GREEN",
        "20, 23, 0, AMBER",
        "2, 2.9, 0, GREEN",
        "2, 3.2, 0, AMBER",
        "13.1, 9, 6.6, GREEN", // some jobs in Jetty's queue are not requests
        "13.1, 9, 2, AMBER", // the client counts requests that the server does not have
        "13.1, 15, 6.6, AMBER" // the server has requests that the client does not count
    })
    void client_and_server_must_count_the_same_requests_in_flight(
            double client, double inServlets, double queued, CheckStatus status) {
        List<ServerProbe.Reading> readings = IntStream.range(0, 10)
                .mapToObj(i -> reading(i, inServlets, queued))
                .toList();
        ValidityCheck check = OpenChecks.littlesLaw("async", client, readings);
        assertEquals(status, check.status(), check.detail());
    }

    /** The last arrival is in the first second, and the last response is predicted at 4.6 s, 3.6 s later. */
    @Test
    void jmeter_waits_half_as_long_again_as_the_last_request_is_predicted_to_take() {
        var plan = new ArrivalPlan(ArrivalProcess.CONSTANT, List.of(new ArrivalStep(10, 1)), List.of());
        assertEquals(5 + 6, LoadRun.drainSeconds(plan, 4_600)); // 1.5 · 3.6 s, rounded up
        assertEquals(5, LoadRun.drainSeconds(plan, 900), "all responses are before the end of the arrivals");
    }

    @Test
    void virtual_threads_that_wait_for_a_permit_are_in_no_reading() {
        Experiment series = Experiment.named("overload-open");
        assertTrue(series.arm("virtual-limited-90").waitsUnseen());
        assertFalse(series.arm("virtual-90").waitsUnseen());
        assertFalse(series.arm("blocking-90").waitsUnseen());
    }

    /** One of ten readings. The means of the ten readings are these figures. */
    private static ServerProbe.Reading reading(int i, double inServlets, double queued) {
        var pool = new ServerProbe.Pool(12, 10, 10, ofTen(i, queued), 0);
        return new ServerProbe.Reading(i * 1_000L, pool, ofTen(i, inServlets), 0, 30, 0, 0);
    }

    private static int ofTen(int i, double mean) {
        return (int) (Math.round(mean * (i + 1)) - Math.round(mean * i));
    }

    /**
     * Twelve seconds of ten requests, each of a second. λ·W is 115.5 ÷ 12 = 9.6, because the last ten end later.
     * The server has ten requests in these seconds, and none in twenty seconds before and after.
     */
    private static ValidityCheck littlesLaw(String arm, int readings, int failed) {
        var steps = List.of(new ArrivalStep(10, 12));
        var arrivals = new ArrivalPlan(ArrivalProcess.CONSTANT, steps, List.of());
        var load = new LoadPlan(arrivals, 0, PlannedHold.fixed("1 s", 1_000), null, ClientPlan.USUAL, 1);
        var trace = new Trace(120);
        for (int i = 0; i < 120; i++) trace.add(i, 60_000 + 100 * i, 61_000 + 100 * i, i >= failed);
        var errors = failed == 0 ? Map.<String, Integer>of() : Map.of("503", failed);
        var samples = new Samples(trace, Map.of(), errors, 0, 0, 0, 0, new Samples.OpenSends(late(1, 2, 3), trace));
        var ticks = IntStream.range(40, 92)
                .filter(second -> second < 60 + readings || second >= 72)
                .mapToObj(second -> new Sampler.Tick(reading(second, second >= 60 && second < 72 ? 10 : 0, 0), 0.1))
                .toList();
        var run = new ArmRun(
                Experiment.named("overload-open").arm(arm),
                1,
                samples,
                ticks,
                0,
                List.of(),
                Ledger.Snapshot.of(Map.of()),
                null,
                0,
                null,
                0,
                null);
        return OpenChecks.of(run, load).get(1);
    }

    @ParameterizedTest
    @CsvSource({
        "blocking-90, 12, 0, GREEN",
        "blocking-90, 10, 1, GREEN",
        "blocking-90, 9, 0, NOT_APPLICABLE", // too few readings while requests arrive
        "blocking-90, 12, 2, NOT_APPLICABLE", // above 1 % have failed
        "virtual-limited-90, 12, 0, NOT_APPLICABLE" // some wait where no reading sees them
    })
    void the_server_is_compared_while_requests_arrive_if_its_readings_have_all_of_them(
            String arm, int readings, int failed, CheckStatus status) {
        ValidityCheck check = littlesLaw(arm, readings, failed);
        assertEquals(CheckKind.LITTLES_LAW, check.check());
        assertEquals(status, check.status(), check.detail());
    }

    @Test
    void the_figures_are_those_of_the_requests_that_arrive_in_the_window() {
        var trace = new Trace(8);
        trace.add(0, 1_000, 1_100, true); // before the window
        trace.add(1, 2_000, 2_100, true);
        trace.add(2, 2_400, 4_300, true);
        trace.add(3, 2_500, 2_510, false); // refused
        trace.add(4, 2_900, 4_900, false); // gave up
        trace.add(5, 3_000, 3_100, true); // after the window
        assertEquals(new OpenFigures(4, 2, 1, 1, 100.0, 1_900.0), OpenFigures.of(trace, 1_000, 2_000, 2_000));
    }
}
