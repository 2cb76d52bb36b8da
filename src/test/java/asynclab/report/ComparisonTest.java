package asynclab.report;

import static asynclab.report.VerdictTextTest.runs;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.FixtureResult;
import asynclab.LabSession;
import asynclab.options.LabException;
import asynclab.run.result.Conclusion;
import asynclab.run.result.Ratio;
import asynclab.run.result.RunResult;
import asynclab.run.result.figures.Measured;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {

    @TempDir
    Path work;

    private static void divideThroughput(JsonNode node, double by) {
        if (node instanceof ObjectNode figures && figures.path("throughput").isNumber())
            figures.put("throughput", figures.get("throughput").asDouble() / by);
        node.forEach(child -> divideThroughput(child, by));
    }

    /** Two results: the fixture, and a result with half its throughput and another load. */
    private Path results() throws Exception {
        Path results = work.resolve("results");
        FixtureResult.copyTo(results.resolve("whole"));
        Path file = FixtureResult.copyTo(results.resolve("half")).resolve("summary.json");
        var json = new ObjectMapper();
        var half = (ObjectNode) json.readTree(file.toFile());
        half.put("command", "another");
        half.withObject("/workload").put("users", 5);
        divideThroughput(half.get("arms"), 2);
        json.writeValue(file.toFile(), half);
        return results;
    }

    private String compare(String which, String... more) throws Exception {
        var lab = new LabSession("compare=" + which, "results=" + results(), "work=" + work);
        lab.run(more);
        return lab.printed();
    }

    @Test
    void a_result_compared_with_itself_has_not_changed() throws Exception {
        String printed = compare("whole,whole");
        assertTrue(printed.contains("(one run each): no clear change."), printed);
        assertFalse(printed.contains("Differences in the set-up"), printed);
    }

    @Test
    void changes_are_in_a_sentence_and_on_a_page_with_the_differences_of_the_set_up() throws Exception {
        String printed = compare("whole,half");
        assertTrue(printed.contains("blocking has 0.50 times the req/s"), printed);
        assertTrue(printed.contains("Differences in the set-up: command, workload."), printed);
        String page = Files.readString(work.resolve("comparison/index.html"));
        assertTrue(page.contains("\"name\":\"blocking, whole\""), "a curve is missing");
        assertTrue(page.contains("\"name\":\"async, half\""), "a curve is missing");
    }

    @Test
    void the_command_of_the_page_has_the_arms() throws Exception {
        compare("whole,half", "arms=async");
        String report = Files.readString(work.resolve("comparison/report.md"));
        assertTrue(report.contains("\nmvn verify -Plab -Dcompare=whole,half -Darms=async\n"), report);
    }

    @Test
    void the_plots_of_a_series_of_loads_have_the_curves_of_both_results() throws Exception {
        Path results = work.resolve("results");
        for (String name : List.of("one", "other"))
            FixtureResult.copy(Path.of("results/overload-open"), results.resolve(name));
        new LabSession("compare=one,other", "results=" + results, "work=" + work).run("arms=blocking-90,blocking-200");
        String page = Files.readString(work.resolve("comparison/index.html"));
        assertTrue(page.contains("\"name\":\"blocking, one\""), "a curve is missing");
        assertTrue(page.contains("\"name\":\"blocking, other\""), "a curve is missing");
    }

    @Test
    void results_that_cannot_be_compared_give_one_sentence() {
        for (String which : List.of("whole", "whole,nothing", "whole,results/sizing"))
            assertThrows(LabException.class, () -> compare(which), which);
        assertEquals(
                "-Darms must name arms that both results have, but was blocking,blokking. Both have blocking, async.",
                assertThrows(LabException.class, () -> compare("whole,half", "arms=blocking,blokking"))
                        .getMessage());
    }

    @Test
    void runs_are_compared_in_pairs_so_a_shared_drift_cancels_out() {
        Ratio ratio = Ratio.paired(runs(110, 220, 55), runs(100, 200, 50), Measured::throughput);
        assertEquals(1.1, ratio.mean(), 1e-9);
        assertEquals(1.1, ratio.low(), 1e-9);
        assertTrue(ratio.isSure());
    }

    @Test
    void one_of_many_ratios_has_a_wider_interval_than_a_single_ratio() {
        List<RunResult> faster = runs(104, 106, 108);
        List<RunResult> slower = runs(100, 100, 100);
        Ratio alone = Ratio.paired(faster, slower, Measured::throughput);
        Ratio ofTen = Ratio.paired(faster, slower, Measured::throughput, 10, 0);
        assertTrue(alone.isSure());
        assertFalse(ofTen.isSure());
        // t of 2 degrees of freedom: 4.303 for 5 %, 14.09 for 0.5 %
        assertEquals(14.09 / 4.303, Math.log(ofTen.high() / ofTen.low()) / Math.log(alone.high() / alone.low()), 0.001);
    }

    /** 302 ms and 301 ms may be 301.51 and 301.49. */
    @Test
    void figures_that_are_rounded_are_no_more_exact_than_that() {
        List<RunResult> one = runs(301, 301, 301);
        List<RunResult> more = runs(302, 302, 302);
        assertTrue(Ratio.paired(more, one, Measured::throughput, 1, 0).isSure());
        assertFalse(Ratio.paired(more, one, Measured::throughput, 1, 1).isSure());
        assertTrue(Ratio.paired(runs(311, 311, 311), one, Measured::throughput, 1, 1)
                .isSure());
    }

    @Test
    void a_run_without_an_answer_decides_nothing() {
        for (Ratio ratio : List.of(
                Ratio.paired(runs(100, 100), runs(50, 0), Measured::throughput),
                Ratio.paired(runs(0), runs(50), Measured::throughput),
                Ratio.paired(runs(50), runs(0), Measured::throughput))) {
            assertFalse(ratio.isSure());
            assertEquals(Conclusion.Kind.UNDECIDED, Conclusion.kind(ratio.low(), ratio.high()));
        }
    }

    @Test
    void a_ratio_and_its_inverse_have_inverse_intervals() {
        Ratio ratio = Ratio.paired(runs(50, 200), runs(100, 100), Measured::throughput);
        assertEquals(1, ratio.mean(), 1e-9);
        assertEquals(1, ratio.low() * ratio.high(), 1e-9);
    }

    @Test
    void an_interval_that_contains_1_or_a_small_difference_of_single_runs_is_not_significant() {
        assertFalse(Ratio.paired(runs(120, 90), runs(100, 100), Measured::throughput)
                .isSure());
        assertFalse(Ratio.paired(runs(104), runs(100), Measured::throughput).isSure());
        assertTrue(Ratio.paired(runs(94), runs(100), Measured::throughput).isSure());
    }
}
