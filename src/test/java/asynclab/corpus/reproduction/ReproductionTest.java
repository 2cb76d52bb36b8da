package asynclab.corpus.reproduction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.corpus.Benchmark;
import asynclab.corpus.BenchmarkArm;
import asynclab.corpus.BenchmarkReader;
import asynclab.corpus.PublishedFigure;
import asynclab.corpus.report.CorpusSources;
import asynclab.document.Markdown;
import asynclab.document.PageFigures;
import asynclab.options.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproductionTest {

    private static final String FIXTURE =
            """
            [{"id": "pool", "title": "A pool", "tool": "hey n=c=20", "address": "github.com/me/pool", "arms": [
               {"name": "eight", "threads": 8, "hold_s": 5, "users": 20, "loops_or_duration": "1 burst", "ramp_s": 0, "think_s": 0,
                "timeout_s": null, "published": {"T": 15.3}},
               {"name": "left out", "threads": 8, "hold_s": 5, "users": 20, "loops_or_duration": "1 burst", "ramp_s": 0,
                "think_s": 0, "timeout_s": null, "published": {"T": 15.3}}]},
             {"id": "long", "title": "A long one", "tool": "wrk", "address": "", "arms": [
               {"name": "many", "threads": 2000, "hold_s": 1, "users": 8000, "loops_or_duration": "10 min", "ramp_s": 0,
                "think_s": 0, "timeout_s": null, "published": {"X": 1990, "mean": 3990}}]}]
            """;

    private static final List<ReproducedSource> CHOSEN = List.of(
            new ReproducedSource(
                    "pool", "waves", List.of(new ReproducedSource.ServerOfArms("eight", StandIn.BLOCKING)), ""),
            new ReproducedSource(
                    "long", "a pool", List.of(new ReproducedSource.ServerOfArms(".*", StandIn.WORKERS)), ""));

    @TempDir
    Path folder;

    private static List<Benchmark> sources() {
        return BenchmarkReader.read("fixture", FIXTURE);
    }

    @Test
    void a_small_arm_is_planned_as_it_was_published() {
        List<PlannedReproduction> plan = ReproductionPlan.of(sources(), CHOSEN.subList(0, 1), 1);
        assertEquals(1, plan.size(), "the other arm is left out");
        PlannedReproduction eight = plan.get(0);
        assertEquals("blocking, 8 threads, 20 users, 5 s, at once", eight.setUp());
        assertEquals("", eight.scale().words());
        assertEquals(List.of(new PlannedReproduction.PlannedFigure(PublishedFigure.T, 15.3, 15, 15)), eight.figures());
    }

    @Test
    void a_large_arm_is_made_smaller_so_that_the_same_limit_binds() {
        PlannedReproduction many =
                ReproductionPlan.of(sources(), CHOSEN.subList(1, 2), 1).get(0);
        assertEquals("times ÷ 10, numbers ÷ 20", many.scale().words());
        assertEquals("100 threads as workers, 400 users, 100 ms, for 60 s", many.setUp());
        assertEquals(1_000, many.figures().get(0).predictedHere(), 5); // 100 ÷ 0.1 s, as 2,000 ÷ 1 s
        BenchmarkArm here = many.scale().of(sources().get(1).arms().get(0));
        assertEquals(399, here.published().get(PublishedFigure.MEAN), 1e-9);
        assertEquals("ms=100", StandIn.WORKERS.query(here));
    }

    @Test
    void a_stored_plan_that_lacks_a_source_or_is_missing_is_refused() throws IOException {
        ReproductionPlan.write(List.of(), folder);
        var e = assertThrows(LabException.class, () -> ReproductionPlan.read(folder));
        assertTrue(e.getMessage().startsWith("The stored predictions lack stianl, altfatter,"), e.getMessage());
        Files.delete(folder.resolve(ReproductionPlan.FILE));
        assertTrue(assertThrows(LabException.class, () -> ReproductionPlan.read(folder))
                .getMessage()
                .contains("-Drun=false"));
    }

    /** An arm has the server of the first regular expression that matches its name. So no expression hides behind another. */
    @Test
    void every_chosen_source_is_in_the_corpus_and_every_regular_expression_has_an_arm() {
        List<Benchmark> all = CorpusSources.builtIn();
        for (ReproducedSource one : ReproducedSource.ALL) {
            Benchmark source = ReproductionPlan.named(one.id(), all);
            for (ReproducedSource.ServerOfArms server : one.servers())
                assertTrue(
                        source.arms().stream()
                                .anyMatch(arm ->
                                        arm.name().matches(server.arms()) && one.serverOf(arm) == server.server()),
                        one.id() + ": " + server);
        }
        assertEquals(10, ReproducedSource.ALL.size());
    }

    private static ReproductionResult result(double seconds) {
        List<Benchmark> all = CorpusSources.builtIn();
        List<ReproducedSource> two = ReproducedSource.ALL.stream()
                .filter(source -> List.of("altfatter", "willian").contains(source.id()))
                .toList();
        List<PlannedReproduction> plan = ReproductionPlan.of(all, two, 1);
        var measured = new LinkedHashMap<String, Map<String, Double>>();
        measured.put("altfatter/blocking, 8 threads, 10 users, 5 s, at once", Map.of("T", seconds));
        return ReproductionResult.of(
                1, "mvn verify", Map.of("cores", 2), Map.of("altfatter", "1234567"), plan, measured);
    }

    @Test
    void a_stored_result_makes_the_report_and_the_page() throws IOException {
        result(10.5).writeTo(folder);
        String first = Files.readString(folder.resolve("report.md"));
        assertTrue(
                first.contains(
                        "| altfatter | RestTemplate 10 | blocking, 8 threads, 10 users, 5 s, at once | s | 10.2 | 10.0 |"
                                + "  | 10.0 | 10.5 | **0.952** |"),
                first);
        assertTrue(first.contains("altfatter, RestTemplate 10: 0.952. It is unexplained."), first);
        ReproductionResult stored = ReproductionResult.read(folder);
        assertFalse(stored.holds(), "nine arms are missing");
        stored.writeTo(folder);
        assertEquals(first, Files.readString(folder.resolve("report.md")));
        String page = PageFigures.in(
                "a\n<!-- figures -->\nold\n<!-- end of figures -->\nb\n", ReproductionPage.figures(folder));
        assertTrue(page.contains("| 0 of 1 | 0.952 to 0.952 |"), page);
        assertTrue(page.startsWith("a\n") && page.endsWith("\nb\n") && !page.contains("old"), page);
    }

    @Test
    void a_run_adds_to_a_measurement_and_to_no_try_at_another_speed() throws IOException {
        assertNull(ReproductionResult.addedTo(folder, 1));
        ReproductionResult.of(10, "mvn verify", Map.of(), Map.of(), List.of(), Map.of())
                .writeTo(folder);
        assertNull(ReproductionResult.addedTo(folder, 1));
        result(10.5).writeTo(folder);
        assertNull(ReproductionResult.addedTo(folder, 10));
        assertEquals(1, ReproductionResult.addedTo(folder, 1).measured().size());
    }

    @Test
    void a_throughput_within_three_per_cent_is_near_and_a_missing_one_counts_as_missing() {
        assertEquals(
                "Of 1 throughput figures of 1 sources, 1 are measured within 3 % of their prediction. 9 of 10 arms are not measured.",
                result(10.2).verdict());
        assertTrue(result(10.5).verdict().contains(", 0 are measured"));
    }

    @Test
    void the_page_of_the_book_has_what_the_published_result_says() throws IOException {
        String page = Files.readString(Path.of("src/site/markdown/benchmarks.md"));
        assertEquals(PageFigures.in(page, ReproductionPage.figures(Path.of("results", ReproductionRun.NAME))), page);
        assertEquals(
                "Not measured yet.\n",
                Markdown.of(ReproductionPage.figures(folder).get(0)));
    }
}
