package asynclab.run.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.FixtureResult;
import asynclab.document.Markdown;
import asynclab.document.ResultJson;
import asynclab.model.Trace;
import asynclab.options.LabException;
import asynclab.report.Overview;
import asynclab.report.Report;
import asynclab.run.plan.Configuration;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.Model;
import asynclab.run.plan.PlannedArm;
import asynclab.run.result.figures.Measured;
import asynclab.run.result.figures.TimeClasses;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The response-time classes of E3, and the minimum. */
class TimeClassesTest {

    private static final Configuration NOW = Configuration.of(Path.of(""));

    private static final List<Integer> BORDERS = List.of(800, 1200);

    private static Summary stored;
    private static ArmResult arm;

    private static Trace trace() {
        var trace = new Trace(8);
        for (int millis : List.of(301, 799, 800, 1_000, 1_200, 1_201)) trace.add(0, 0, millis, true);
        trace.add(0, 0, 5, false);
        return trace;
    }

    @Test
    void both_borders_belong_to_the_middle_class_and_a_failed_request_to_none() {
        assertEquals(new TimeClasses(BORDERS, 301.0, 2, 3, 1), TimeClasses.of(trace(), BORDERS));
        assertNull(TimeClasses.of(trace(), List.of()));
    }

    @Test
    void without_a_success_there_is_no_minimum() {
        var failed = new Trace(1);
        failed.add(0, 0, 5, false);
        assertEquals(new TimeClasses(BORDERS, null, 0, 0, 0), TimeClasses.of(failed, BORDERS));
    }

    @Test
    void borders_and_published_minima_scale_with_the_speed_and_counts_do_not() {
        var gateway = Experiment.named("gateway");
        assertEquals(BORDERS, gateway.classes(1));
        assertEquals(List.of(80, 120), gateway.classes(10));
        assertThrows(LabException.class, () -> gateway.classes(7));
        var published = gateway.arm("blocking").faster(10).published();
        assertEquals(30.2, published.figure("minToMs"));
        assertEquals(10_466, published.figure("fastRequests"));
    }

    /** A run of gateway whose samples are those of {@link #trace}. */
    @BeforeAll
    static void evaluate() throws Exception {
        stored = Summary.read(Path.of("results/gateway/summary.json"));
        PlannedArm planned = Experiment.named("gateway").arm("blocking");
        var model = new Model(stored.workload(), 42);
        ArmResult was = stored.arm("blocking");
        var measured = Measured.of(trace(), Map.of(), Map.of("503", 1), BORDERS);
        arm = new ArmResult(
                "blocking",
                was.path(),
                planned.published(),
                was.predicted(),
                TimeClasses.of(model.predict(planned, 197, 0, false).run(), BORDERS),
                measured,
                was.server(),
                was.diagnosis(),
                List.of(new RunResult(1, measured, was.server(), null)),
                null);
    }

    @Test
    void a_class_has_its_share_of_all_requests() {
        assertEquals("requests < 800 ms", Figure.FAST.title(arm));
        assertEquals("requests of 800 to 1200 ms", Figure.MIDDLE.title(arm));
        assertEquals("requests > 1200 ms", Figure.SLOW.title(arm));
        assertEquals("10466 (12 %)", Figure.FAST.published(arm));
        assertEquals("2 (29 %)", Figure.FAST.measured(arm));
        TimeClasses predicted = arm.predictedClasses();
        assertEquals(90_000, predicted.fastRequests() + predicted.middleRequests() + predicted.slowRequests());
        assertTrue(Figure.SLOW.predicted(arm).startsWith(predicted.slowRequests() + " ("), Figure.SLOW.predicted(arm));
    }

    private static Double offPublished(int fastestMs) {
        var trace = new Trace(1);
        trace.add(0, 0, fastestMs, true);
        var measured = Measured.of(trace, Map.of(), Map.of(), BORDERS);
        return Figure.MIN.offPublished(arm.with(List.of(new RunResult(1, measured, arm.server()))));
    }

    @Test
    void a_published_range_deviates_from_its_nearer_end() {
        assertEquals("300 to 302", Figure.MIN.published(arm));
        assertEquals("300", Figure.MIN.predicted(arm));
        assertEquals("301", Figure.MIN.measured(arm));
        assertEquals(0, Figure.MIN.offPublished(arm));
        assertEquals(310 / 302.0 - 1, offPublished(310), 1e-9);
        assertEquals(290 / 300.0 - 1, offPublished(290), 1e-9);
    }

    @Test
    void the_report_and_the_page_of_all_figures_show_the_classes_and_an_older_run_has_a_dash() throws Exception {
        String row = "| requests > 1200 ms | 75170 (84 %) | ";
        Summary summary = FixtureResult.withArms(stored, List.of(arm));
        assertTrue(Markdown.of(Report.figures(summary)).contains(row));
        String page = Markdown.of(Overview.of(List.of(summary), NOW));
        assertTrue(page.contains(row) && page.contains("| min ms | 300 to 302 | 300 | 301 |"), page);
        var older = Measured.of(trace(), Map.of(), Map.of(), List.of());
        ArmResult again = arm.with(List.of(new RunResult(1, older, arm.server(), null)));
        assertEquals("–", Figure.SLOW.measured(again));
        assertTrue(Markdown.of(Overview.of(List.of(FixtureResult.withArms(stored, List.of(again))), NOW))
                .contains("| min ms | 300 to 302 | 300 | – | – |"));
        String json = ResultJson.mapper().writeValueAsString(older);
        assertFalse(json.contains("classes"), json);
    }
}
