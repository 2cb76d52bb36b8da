package asynclab.target;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.cli.Lab;
import asynclab.cli.ResultWriter;
import asynclab.model.Bounds;
import asynclab.model.Budget;
import asynclab.model.Occupancy;
import asynclab.model.Stages;
import asynclab.model.Station;
import asynclab.model.Trace;
import asynclab.options.LabException;
import asynclab.options.TargetOptions;
import asynclab.report.VerdictText;
import asynclab.run.Samples;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.PlanDraws;
import asynclab.run.plan.PlannedArm;
import asynclab.run.result.ArmResult;
import asynclab.run.result.CheckKind;
import asynclab.run.result.ExperimentResult;
import asynclab.run.result.Summary;
import asynclab.run.result.TargetFinding;
import asynclab.run.result.TargetModel;
import asynclab.run.result.ValidityCheck;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The conclusions about a service that is known from outside only. Its samples come from a simulation, so the true limit is
 * known.
 */
class TargetTest {

    private static final double ALONE_MILLIS = 100.4;
    private static final LoadPlan LOAD = TargetModel.load(60, 3, ALONE_MILLIS);

    @TempDir
    Path folder;

    private static final PrintStream OUT = new PrintStream(OutputStream.nullOutputStream());

    private TargetOptions options;
    private Target target;

    @BeforeEach
    void a_target() {
        options = (TargetOptions) Lab.options(
                "project=.",
                "war=.",
                "target=http://shop:8080/async?q=1",
                "baseline=http://shop:8080/blocking",
                "assert=target.throughput>0.9*baseline.throughput",
                "results=" + folder.resolve("results"),
                "work=" + folder.resolve("work"));
        target = new Target(options, null, OUT);
    }

    private void measured(String name, String url, Station service, double aloneMillis) throws Exception {
        PlannedArm arm = TargetModel.arm(name, url);
        Trace loaded = LOAD.toModel(arm)
                .simulate(new PlanDraws(LOAD, 7), Stages.of(service), 7, Budget.unlimited(), new Occupancy());
        int below = (int) aloneMillis;
        var alone = new Trace(64);
        for (int i = 0; i < 50; i++)
            alone.add(0, 200 * i, 200 * i + below + (i % 5 < 5 * (aloneMillis - below) - 0.01 ? 1 : 0), true);
        target.add(name, URI.create(url), LOAD, samples(alone), samples(loaded), 0.1);
    }

    private static Samples samples(Trace trace) {
        return new Samples(trace, Map.of("under load", trace), Map.of(), 0, 0, 0, 0);
    }

    @Test
    void a_pool_is_found_from_outside_and_the_report_is_the_usual_one() throws Exception {
        measured("baseline", "http://shop:8080/blocking", Station.requestThreads(20), ALONE_MILLIS);
        measured("target", "http://shop:8080/async?q=1", Station.unlimited(), ALONE_MILLIS);
        Path result = ResultWriter.write(ExperimentResult.of(target.summary(Map.of("seed", 42))), options, OUT);

        Summary summary = Summary.read(result.resolve("summary.json"));
        ArmResult baseline = summary.arms().get(0);
        assertEquals(20, baseline.predicted().station());
        assertEquals(Bounds.Limiter.THREADS, baseline.diagnosis().limiter());
        assertEquals(TargetFinding.Saturation.FITTED, baseline.target().saturation());
        assertNull(summary.arms().get(1).predicted().station());
        assertEquals("/async?q=1", summary.arms().get(1).path());
        assertTrue(
                VerdictText.of(summary)
                        .startsWith("The baseline answers a request without load in 100 ms. It saturates at 199 req/s."
                                + " Its concurrency limit is 20 (no other number fits)."),
                VerdictText.of(summary));
        assertTrue(VerdictText.of(summary).contains("would reach 601 req/s of 100 ms each"), VerdictText.of(summary));
        assertTrue(
                VerdictText.of(summary)
                        .contains("The target answers a request without load in 100 ms. It does not saturate"),
                VerdictText.of(summary));
        assertTrue(summary.validity().stream().allMatch(ValidityCheck::ok), () -> "" + summary.validity());
        assertTrue(summary.thresholds().get(0).met());

        for (String file : List.of("report.md", "index.html", "throughput.png", "baseline.hgrm"))
            assertTrue(Files.size(result.resolve(file)) > 0, file);
        String report = Files.readString(result.resolve("report.md"));
        assertTrue(report.contains("is limited by its concurrency limit: 20 ÷ 0.1 s"), report);
        String page = Files.readString(result.resolve("index.html"));
        for (String ours : List.of(
                "The server (first run)", "Request ledger", "published", "readings of the server", "usable threads"))
            assertFalse((report + page).contains(ours), ours);
        assertTrue(report.contains("baseline is /blocking, target is /async?q=1."), report);
        assertTrue(Files.exists(folder.resolve("work/TEST-target.xml")));
        assertFalse(Files.exists(folder.resolve("results/local/figures.md")), "nothing was published");
    }

    @Test
    void each_repeat_is_a_run_and_the_comparison_is_of_all_of_them() throws Exception {
        for (int threads : new int[] {20, 21}) {
            measured("baseline", "http://shop:8080/blocking", Station.requestThreads(threads), ALONE_MILLIS);
            measured("target", "http://shop:8080/async?q=1", Station.unlimited(), ALONE_MILLIS);
        }
        Path result = ResultWriter.write(ExperimentResult.of(target.summary(Map.of("seed", 42))), options, OUT);

        Summary summary = Summary.read(result.resolve("summary.json"));
        assertEquals(
                List.of("baseline 1", "baseline 2", "target 1", "target 2"),
                summary.arms().stream()
                        .flatMap(arm -> arm.runs().stream().map(run -> arm.name() + " " + run.number()))
                        .toList());
        ArmResult baseline = summary.arms().get(0);
        assertEquals(baseline.runs().get(0).measured(), baseline.measured());
        assertTrue(baseline.runs().get(1).measured().throughput()
                > baseline.runs().get(0).measured().throughput());
        assertTrue(
                VerdictText.of(summary).contains(" Concurrency limit run by run: 20, 21. The target answers"),
                VerdictText.of(summary));
        assertTrue(
                Pattern.compile("answers 2\\.\\d+ times as many requests per second as the baseline \\(95 %: ")
                        .matcher(VerdictText.of(summary))
                        .find(),
                VerdictText.of(summary));
        assertTrue(Files.readString(result.resolve("report.md")).contains("| baseline | 2 | "));

        String report = Files.readString(result.resolve("report.md"));
        Files.delete(result.resolve("report.md"));
        Lab.run(
                OUT,
                "experiment=target",
                "run=false",
                "project=.",
                "results=" + folder.resolve("results"),
                "work=" + folder.resolve("work"));
        assertEquals(report, Files.readString(result.resolve("report.md")));
    }

    @Test
    void a_queue_that_grew_during_the_ramp_does_not_fail_littles_law() throws Exception {
        measured("target", "http://shop:8080/", Station.requestThreads(6), ALONE_MILLIS);
        ValidityCheck law = target.validity().stream()
                .filter(check -> check.check() == CheckKind.LITTLES_LAW)
                .findFirst()
                .orElseThrow();
        assertTrue(law.ok() && law.detail().startsWith("X·(R+Z) = "), law.detail());
    }

    @Test
    void requests_that_took_longer_alone_than_under_load_make_the_check_amber_and_are_not_used() throws Exception {
        measured("baseline", "http://shop:8080/blocking", Station.unlimited(), ALONE_MILLIS);
        measured("target", "http://shop:8080/async?q=1", Station.unlimited(), 125);
        Summary summary =
                Summary.read(ResultWriter.write(ExperimentResult.of(target.summary(Map.of("seed", 42))), options, OUT)
                        .resolve("summary.json"));
        assertNull(summary.arms().get(1).predicted().station(), VerdictText.of(summary));
        assertEquals(
                List.of("target alone"),
                summary.validity().stream()
                        .filter(c -> !c.ok())
                        .map(c -> c.arm() + " " + c.check())
                        .toList());
    }

    @Test
    void a_service_that_fails_many_requests_gets_no_verdict() throws Exception {
        var alone = new Trace(16);
        for (int i = 0; i < 10; i++) alone.add(0, 200 * i, 200 * i + 100, true);
        var failing = new Trace(64);
        for (int i = 0; i < 60; i++) failing.add(i, 50 * i, 50 * i + (i % 2 == 0 ? 100 : 1), i % 2 == 0);
        var loaded = new Samples(
                failing, Map.of("alone", alone, "under load", failing), Map.of("under load: 503 Busy", 30), 0, 0, 0, 0);
        assertEquals(
                100,
                TargetModel.aloneMillis(loaded.measured()),
                "a request that was refused at once has no service time");

        target.add("target", options.target(), LOAD, samples(alone), loaded, 0.1);
        String verdict = VerdictText.of(target.summary(Map.of("seed", 42)));
        assertTrue(
                verdict.startsWith(
                        "No verdict: the run is not valid. target, failed requests (errors): 30 of 60 requests failed"),
                verdict);
    }

    @Test
    void a_malformed_url_gives_one_sentence() {
        for (String url :
                List.of("shop:8080", "ftp://shop/", "http:///path", "http://me:secret@shop/", "http://a b/")) {
            var e = assertThrows(LabException.class, () -> Lab.options("project=.", "war=.", "target=" + url));
            assertTrue(
                    e.getMessage()
                            .startsWith(
                                    "-Dtarget must be a URL without a user, such as http://host:8080/path?query, but was "),
                    url);
        }
        assertThrows(LabException.class, () -> Lab.options("project=.", "war=.", "baseline=http://shop/"));
    }

    @Test
    void options_without_effect_on_a_target_are_refused_by_name() {
        var e = assertThrows(
                LabException.class,
                () -> Lab.options(
                        "project=.", "war=.", "target=http://shop/", "speed=10", "arms=async", "server=jetty"));
        assertEquals(
                "-Dspeed is no option of target, only of benchmark, experiment, frameworks."
                        + " -Darms is no option of target, only of compare, containers, experiment, frameworks, soak."
                        + " -Dserver is no option of target, only of benchmark, experiment, log, soak.",
                e.getMessage());
    }

    @Test
    void the_command_of_a_target_repeats_its_options() {
        assertEquals(
                "mvn verify -Plab -Dtarget=\"http://shop:8080/async?q=1\""
                        + " -Dassert=\"target.throughput>0.9*baseline.throughput\""
                        + " -Dbaseline=\"http://shop:8080/blocking\"",
                options.command("target"));
    }
}
