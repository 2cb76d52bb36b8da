package asynclab.frameworks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.GitProject;
import asynclab.LabSession;
import asynclab.document.Markdown;
import asynclab.document.PageFigures;
import asynclab.options.LabException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables are made only from the stored cells. */
class FrameworkReportTest {

    private static final Framework VERTX = Framework.named("vertx");

    @TempDir
    Path folder;

    private final Map<String, Map<String, Double>> cells = new LinkedHashMap<>();

    private void cost(int round, Framework framework, double cpuMicros) {
        cells.put(
                FrameworkCells.cost(round, framework),
                Map.of(
                        "jdk", 17.0,
                        "startSeconds", 1.25,
                        "64 cpuMicros", cpuMicros,
                        "64 perSecond", 20_000.0,
                        "1000 cpuMicros", 2 * cpuMicros,
                        "held cpuMicros", 3 * cpuMicros,
                        "held p99Ms", 130.0,
                        "heapBytes", 7_400.0,
                        "seesLeave", 1.0,
                        "errors", 0.0));
    }

    private void post(PostArm post, Framework server, double throughput, double errors) {
        cells.put(
                post.cell(server),
                Map.of(
                        "throughput",
                        throughput,
                        "predictedThroughput",
                        60.0,
                        "predictedErrors",
                        0.0,
                        "errors",
                        errors));
    }

    private FrameworkResult result() {
        return new FrameworkResult(
                1,
                true,
                "All.",
                1,
                2,
                2,
                "mvn verify",
                Map.of("cores", 2),
                Map.of("servlet", 0, "vertx", 40),
                Map.of("cost", "1234567"),
                cells);
    }

    private static String row(String table, String start) {
        return table.lines()
                .filter(line -> line.startsWith("| " + start))
                .findFirst()
                .orElseThrow(() -> new AssertionError(table));
    }

    @Test
    void without_a_measurement_the_report_says_so() {
        String text = Markdown.of(new FrameworkReport(result()).document());
        assertEquals(4, text.split("Not measured yet\\.", -1).length - 1, text);
    }

    @Test
    void a_ratio_compares_two_servers_of_the_same_round() {
        for (int round : List.of(1, 2)) {
            double machine = round == 1 ? 1 : 10; // ten times as slow
            cost(round, Framework.SERVLET, 40 * machine);
            cost(round, VERTX, 10 * machine);
        }
        var report = new FrameworkReport(result());
        assertEquals(
                "| Vert.x | 17 | 1.25 | 40 | 55.0 | 0.25 (0.25 to 0.25) | 0.25 (0.25 to 0.25) | 20,000 | 165 | 0.25 (0.25 to 0.25)"
                        + " | – / 130 | 7.40 | yes | 0 |",
                row(Markdown.of(report.cost().get(0)), "Vert.x"));
        assertTrue(Markdown.of(report.answers()).startsWith("- Vert.x: 0.25 (0.25 to 0.25) times"));
    }

    @Test
    void a_round_without_our_servlet_has_no_ratio() {
        cost(1, Framework.SERVLET, 40);
        cost(1, VERTX, 10);
        cost(2, VERTX, 1);
        assertTrue(row(Markdown.of(new FrameworkReport(result()).cost().get(0)), "Vert.x")
                .contains("| 0.25 (0.25 to 0.25) |"));
    }

    @Test
    void a_post_has_its_published_figure_and_a_deviation_above_three_percent_is_bold() {
        PostArm blocking = PostArm.ALL.get(0);
        post(blocking, blocking.servlet(), 59, 0);
        post(blocking, blocking.framework(), 50, 36);
        assertEquals(
                "| 80-20, blocking | Spring MVC on Jetty | 58.0 | 60.0 | 59.0 | 50.0 | **-15.3 %** | 0 / 0 / **36.0** |",
                row(Markdown.of(new FrameworkReport(result()).posts().get(0)), "80-20"));
    }

    @Test
    void a_run_of_one_part_prints_that_part_alone() {
        PostArm blocking = PostArm.ALL.get(0);
        post(blocking, blocking.servlet(), 59, 0);
        post(blocking, blocking.framework(), 58, 0);
        String printed = new FrameworkReport(result()).measuredParts();
        assertTrue(printed.startsWith("| experiment | framework |"), printed);
        assertFalse(printed.contains("Not measured"), printed);
    }

    @Test
    void each_rate_of_a_gateway_has_its_own_row() {
        for (Framework gateway : List.of(Framework.SERVLET, VERTX))
            cells.put(
                    FrameworkCells.rate(1, 500, gateway),
                    Map.of(
                            "perSecond", 499.0,
                            "cpuMicros", gateway == VERTX ? 50.0 : 100.0,
                            "p50Ms", 1.0,
                            "p99Ms", 4.0,
                            "errors", 0.0));
        assertEquals(
                "| 500 | Vert.x | 499 | 50.0 | 0.50 (0.50 to 0.50) | 1.00 | 4.00 | 0 |",
                row(Markdown.of(new FrameworkReport(result()).gateways()), "500 | Vert.x"));
    }

    @Test
    void a_stored_result_is_read_and_reported_again() throws Exception {
        cost(1, Framework.SERVLET, 40);
        cost(1, VERTX, 10);
        result().writeTo(folder);
        String first = Files.readString(folder.resolve("report.md"));
        FrameworkRun.reportAgain(folder);
        assertEquals(first, Files.readString(folder.resolve("report.md")));
        assertTrue(Files.size(folder.resolve(FrameworkChart.NAME)) > 1_000);
    }

    @Test
    void the_page_has_the_tables_of_the_published_result() throws Exception {
        String page = "before\n<!-- figures -->\nof before\n<!-- end of figures -->\nafter\n";
        assertTrue(PageFigures.in(page, FrameworkPage.figures(folder.resolve(FrameworkRun.NAME)))
                .contains("Not measured yet."));
        cost(1, Framework.SERVLET, 40);
        cost(1, VERTX, 10);
        result().writeTo(folder.resolve(FrameworkRun.NAME));
        String written = PageFigures.in(page, FrameworkPage.figures(folder.resolve(FrameworkRun.NAME)));
        assertTrue(
                written.startsWith("before\n") && written.endsWith("after\n") && !written.contains("of before"),
                written);
        assertTrue(written.contains("| Vert.x | 17 |"), written);
    }

    @Test
    void the_stored_page_and_report_are_made_of_the_stored_result() throws Exception {
        Path page = Path.of("src/site/markdown/frameworks.md");
        Path stored = Path.of("results", FrameworkRun.NAME);
        assertEquals(PageFigures.in(Files.readString(page), FrameworkPage.figures(stored)), Files.readString(page));
        if (Files.exists(stored.resolve("summary.json")))
            assertEquals(
                    Markdown.of(new FrameworkReport(FrameworkResult.read(stored)).document()),
                    Files.readString(stored.resolve("report.md")));
    }

    @Test
    void a_continued_run_has_the_cells_of_the_interrupted_run() {
        Path file = folder.resolve("cells.json");
        new FrameworkCells(file, "1234567").put("cost/1/vertx", Map.of("errors", 2.0));
        var again = new FrameworkCells(file, "89abcde");
        assertTrue(again.has("cost/1/vertx"));
        assertFalse(again.has("cost/2/vertx"));
        assertEquals(2.0, again.figure("cost/1/vertx", "errors"));
        assertEquals(Map.of("cost", "1234567"), again.commits());
        again.put("cost/2/vertx", Map.of("errors", 0.0));
        again.put("post/80-20/async/servlet", Map.of("errors", 0.0));
        assertEquals(Map.of("cost", "1234567 and 89abcde", "post", "89abcde"), again.commits());
    }

    /** A link to the old content would have the new one, if it were written into the same file. */
    @Test
    void an_interruption_leaves_the_file_of_the_cells_whole() throws Exception {
        Path file = folder.resolve("cells.json");
        var kept = new FrameworkCells(file, "1234567");
        kept.put("cost/1/vertx", Map.of("errors", 2.0));
        Path old = Files.createLink(folder.resolve("old.json"), file);
        kept.put("cost/2/vertx", Map.of("errors", 0.0));
        assertFalse(Files.readString(old).contains("cost/2"));
        assertTrue(Files.readString(file).contains("cost/2"));
    }

    /** A run of single arms must not lose the cells of an interrupted run of all. */
    @Test
    void cells_that_a_result_has_are_forgotten_and_the_others_stay() {
        Path file = folder.resolve("cells.json");
        var kept = new FrameworkCells(file, "1234567");
        kept.put("cost/1/vertx", Map.of("errors", 2.0));
        kept.put("post/80-20/async/servlet", Map.of("errors", 0.0));
        kept.forget(List.of("cost/1/vertx"));
        var again = new FrameworkCells(file, "1234567");
        assertEquals(Set.of("post/80-20/async/servlet"), again.all().keySet());
        assertEquals(Map.of("post", "1234567"), again.commits());
        again.forget(List.of("post/80-20/async/servlet"));
        assertFalse(Files.exists(file));
    }

    @Test
    void a_run_takes_over_the_published_parts_that_it_has_not_measured() {
        cost(1, Framework.SERVLET, 40);
        var here = new FrameworkCells(null, "89abcde");
        here.put("post/80-20/async/servlet", Map.of("errors", 0.0));
        here.carry(result());
        assertEquals(Map.of("cost", "1234567", "post", "89abcde"), here.commits());
        assertTrue(here.has("cost/1/servlet"));
        var measuredAnew = new FrameworkCells(null, "89abcde");
        measuredAnew.put("cost/2/servlet", Map.of("errors", 0.0));
        measuredAnew.carry(result());
        assertEquals(Map.of("cost", "89abcde"), measuredAnew.commits());
        assertFalse(measuredAnew.has("cost/1/servlet"), "rounds of two commits are not mixed");
    }

    /** The report has one number of rounds for all parts, and leaves out the rounds beyond it. */
    @Test
    void a_single_part_is_published_only_with_the_rounds_of_the_others() throws Exception {
        result().writeTo(folder.resolve(FrameworkRun.NAME));
        var lab = new LabSession("experiment=frameworks", "publish=true", "results=" + folder);
        FrameworkRun.check(lab.options("arms=rates", "repeats=2"));
        FrameworkRun.check(lab.options("repeats=3")); // measures every part
        assertEquals(
                "-Dpublish=true is refused: the published parts are of 2 rounds, and this run is of 6."
                        + " Leave out -Darms to measure all parts again.",
                assertThrows(LabException.class, () -> FrameworkRun.check(lab.options("arms=rates")))
                        .getMessage());
    }

    /** Else a run with another seed would report the cells of the first as its own. */
    @Test
    void cells_of_another_seed_are_kept_apart() throws Exception {
        GitProject.in(folder); // the commit is in the path
        var lab = new LabSession("experiment=frameworks", "project=" + folder, "work=" + folder.resolve("work"));
        assertEquals(FrameworkRun.kept(lab.options("seed=7")), FrameworkRun.kept(lab.options("seed=7")));
        assertFalse(FrameworkRun.kept(lab.options()).equals(FrameworkRun.kept(lab.options("seed=7"))));
        assertFalse(FrameworkRun.kept(lab.options("seed=8")).equals(FrameworkRun.kept(lab.options("seed=7"))));
    }
}
