package asynclab.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.LabSession;
import asynclab.calibration.MeasuredWorkload.CalibratedArm;
import asynclab.document.Html;
import asynclab.document.Markdown;
import asynclab.options.LabException;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.LoadPlan;
import asynclab.run.result.CheckKind;
import asynclab.run.result.Conclusion;
import asynclab.run.result.figures.SeedRange.Range;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrationTest {

    private static final int FEW = 2;

    /** If this fails, make the list again: mvn verify -Plab -Dexperiment=calibration -Drun=false. */
    @Test
    void the_committed_list_is_what_the_code_draws_and_predicts() throws IOException {
        List<String> committed = Files.readAllLines(Path.of("results/calibration", Calibration.LIST));
        assertEquals(Calibration.WORKLOADS + 2, committed.size());
        List<Experiment> drawn = WorkloadDraw.of(Calibration.SEED, FEW).accepted();
        for (int i = 0; i < FEW; i++)
            assertEquals(committed.get(i + 1), WorkloadForecast.of(drawn.get(i)).line() + ",");
    }

    @Test
    void a_seed_draws_the_same_workloads_and_another_seed_draws_others() {
        List<Experiment> drawn = WorkloadDraw.of(7, FEW).accepted();
        assertEquals(drawn, WorkloadDraw.of(7, FEW).accepted());
        assertTrue(Collections.disjoint(drawn, WorkloadDraw.of(8, FEW).accepted()));
        for (Experiment workload : drawn) assertNull(WorkloadRule.brokenBy(workload));
    }

    @Test
    void the_committed_workloads_have_every_kind_that_is_promised() throws IOException {
        String list = Files.readString(Path.of("results/calibration", Calibration.LIST));
        for (String kind : List.of(
                "hold uniform",
                "hold exponential",
                "hold log-normal",
                " % of them",
                "Poisson",
                "evenly",
                "s each",
                "loops",
                "think",
                "client timeout",
                "connections for",
                "a connection for each request",
                "queue ",
                "\"verdict\":\"pays\"",
                "\"verdict\":\"changes-nothing\"")) assertTrue(list.contains(kind), kind);
    }

    @Test
    void the_interval_leaves_out_a_twentieth_at_each_end() {
        List<Double> figures = DoubleStream.iterate(1, figure -> figure + 1)
                .limit(FigureForecast.SEEDS)
                .boxed()
                .collect(Collectors.toList());
        Collections.reverse(figures);
        assertEquals(
                new FigureForecast(50, new Range(5, 95), 5 / 99.0, new Range(5, 95)),
                FigureForecast.of(figures, figures, 0, 0));
    }

    @Test
    void a_rule_leaves_out_what_two_processors_cannot_run() {
        Experiment drawn = WorkloadDraw.of(7, 1).accepted().get(0);
        LoadPlan load = drawn.workload();
        var fast = new LoadPlan(
                9_000, 1, 1, null, load.longPercent(), load.shortHold(), load.longHold(), 0, 0, load.client(), 1, null);
        var tooFast = new Experiment(
                "fast", "", drawn.requestThreads(), false, drawn.warmup(), fast, List.of(), 0, List.of(), drawn.arms());
        assertEquals(WorkloadRule.TOO_FAST, WorkloadRule.brokenBy(tooFast));
    }

    private static FigureForecast forecast(double expected) {
        return new FigureForecast(
                expected, new Range(expected, expected), 0.9, new Range(expected * 0.98, expected * 1.02));
    }

    private static Map<CalibrationFigure, FigureForecast> forecasts(double perSecond) {
        return new TreeMap<>(Stream.of(CalibrationFigure.values())
                .collect(Collectors.toMap(figure -> figure, figure -> forecast(perSecond))));
    }

    private static WorkloadForecast forecast(Experiment workload, double blocking, double async) {
        return new WorkloadForecast(
                workload,
                20,
                Map.of(WorkloadDraw.BLOCKING, forecasts(blocking), WorkloadDraw.ASYNC, forecasts(async)),
                forecast(async / blocking),
                async > blocking ? Conclusion.Kind.PAYS : Conclusion.Kind.CHANGES_NOTHING);
    }

    private static CalibratedArm arm(String name, double perSecond) {
        Map<CalibrationFigure, Double> figures = new TreeMap<>(
                Stream.of(CalibrationFigure.values()).collect(Collectors.toMap(figure -> figure, figure -> perSecond)));
        return new CalibratedArm(name, 1_000, 0, figures, figures);
    }

    /** The first is measured 1 % higher. The second blocks faster than predicted, so the verdict was wrong. */
    private static CalibrationResult fixture(List<WorkloadForecast> forecasts) {
        return new CalibrationResult(
                CalibrationResult.SCHEMA,
                true,
                "",
                "command",
                "Jetty",
                Map.of("date", "2026"),
                List.of(
                        new MeasuredWorkload(
                                forecasts.get(0).name(),
                                "abc",
                                List.of(arm(WorkloadDraw.BLOCKING, 101), arm(WorkloadDraw.ASYNC, 101)),
                                12,
                                List.of()),
                        new MeasuredWorkload(
                                forecasts.get(1).name(),
                                "abc",
                                List.of(arm(WorkloadDraw.BLOCKING, 200), arm(WorkloadDraw.ASYNC, 201)),
                                12,
                                List.of(CheckKind.SAMPLES.of(WorkloadDraw.ASYNC, false, true, "9 sent, 10 planned")))));
    }

    private static List<WorkloadForecast> twoForecasts() {
        List<Experiment> drawn = WorkloadDraw.of(7, FEW).accepted();
        return List.of(forecast(drawn.get(0), 100, 100), forecast(drawn.get(1), 100, 200));
    }

    @Test
    void two_workloads_are_summarised(@TempDir Path folder) throws IOException {
        List<WorkloadForecast> forecasts = twoForecasts();
        fixture(forecasts).writeTo(folder);
        CalibrationResult read = CalibrationResult.in(folder);
        assertEquals(fixture(forecasts), read);
        var scored = ScoredWorkload.of(forecasts, read.workloads());
        assertEquals(
                "2 of 100 drawn workloads are measured, blocking and asynchronous. Of 4 throughputs, 75 % are within 5 % of a prediction made before."
                        + " The 90 % interval covers 75 % of them. The verdict was right in 1 cases, wrong in 1, and left open in 0."
                        + " A serious validity check failed in 1 workloads. They are counted, too.",
                CalibrationReport.verdict(scored, 100));
        var document = CalibrationReport.of(read, forecasts, Map.of(WorkloadRule.TOO_LONG, 3));
        for (String page : List.of(Markdown.of(document), Html.of(document)))
            for (String part : List.of("9 sent, 10 planned", "a run or its work above 40 s (3)", "+100.0 %", "w002"))
                assertTrue(page.contains(part), part);
        assertTrue(Html.of(document).contains("\"labels\":[\"w001: "));
    }

    @Test
    void without_a_measurement_the_report_says_so() {
        var document = CalibrationReport.of(
                new CalibrationResult(1, false, "Nothing.", "command", null, Map.of(), List.of()),
                twoForecasts(),
                Map.of());
        assertTrue(Markdown.of(document).contains("w002"));
        assertEquals("100 workloads are predicted. None is measured yet.", CalibrationReport.verdict(List.of(), 100));
    }

    private static Calibration calibration(Path results, String... options) {
        var lab = new LabSession("experiment=calibration", "results=" + results);
        return new Calibration(lab.options(options), lab.out(), 1);
    }

    private static String refusal(Calibration calibration) {
        return assertThrows(LabException.class, calibration::checkList).getMessage();
    }

    @Test
    void a_measurement_needs_the_list_that_the_code_predicts(@TempDir Path results) throws IOException {
        Calibration calibration = calibration(results, "seed=7");
        assertTrue(refusal(calibration).startsWith("There is no "), refusal(calibration));
        calibration.predict();
        calibration.checkList();
        Path list = results.resolve("local/calibration-seed-7").resolve(Calibration.LIST);
        Files.writeString(list, Files.readString(list).replace("\"expected\":", "\"expected\":1"));
        assertTrue(refusal(calibration).contains("is not what the code draws and predicts now"), refusal(calibration));
    }

    /** One calibration for both, because its forecast is expensive. */
    @Test
    void the_usual_list_must_be_committed_and_measurements_of_another_list_are_not_mixed(@TempDir Path results)
            throws IOException {
        Calibration calibration = calibration(results);
        calibration.predict();
        assertTrue(refusal(calibration).contains("is not committed"), refusal(calibration));
        Files.writeString(results.resolve("local/calibration").resolve(Calibration.LIST), "[]");
        assertTrue(refusal(calibration).contains("has measurements of another list"), refusal(calibration));
        assertThrows(LabException.class, calibration::predict);
    }

    @Test
    void numbers_and_ranges_choose_workloads() {
        assertEquals(
                "[1, 2, 3, 7]",
                Calibration.chosen(List.of("1-3", "7", "2"), 100).toString());
        assertEquals(100, Calibration.chosen(List.of(), 100).size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "101", "5-2", "w007", "1-", "99-101"})
    void another_choice_is_refused(String range) {
        var refused = assertThrows(LabException.class, () -> Calibration.chosen(List.of(range), 100));
        assertEquals(
                "-Darms must be numbers of workloads from 1 to 100 such as 1-20,34, but was \"" + range + "\".",
                refused.getMessage());
    }
}
