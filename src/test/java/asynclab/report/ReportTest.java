package asynclab.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.FixtureResult;
import asynclab.document.Document.Plots;
import asynclab.document.Judgement;
import asynclab.document.Markdown;
import asynclab.document.ResultJson;
import asynclab.run.plan.Configuration;
import asynclab.run.result.ArmResult;
import asynclab.run.result.CheckKind;
import asynclab.run.result.Conclusion;
import asynclab.run.result.ExperimentResult;
import asynclab.run.result.Summary;
import asynclab.run.result.figures.Timeline;
import asynclab.run.result.figures.Times;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports that are made again from stored results. {@code ReportInBrowserIT} tests them in a browser. */
class ReportTest {

    private static final long MOST_BYTES = 2_500_000;
    private static final Path RESULTS = Path.of("results");
    private static final Configuration NOW = Configuration.of(Path.of(""));
    private static final Pattern LOADED =
            Pattern.compile("(?:src|srcset|data-src|poster|action)=\"([^\"]*)\"|@import|url\\(");
    private static final Pattern LINKED = Pattern.compile("href=\"([^\"]*)\"");

    @TempDir
    static Path reports;

    @TempDir
    Path folder;

    /** The page without the content of its script elements. */
    private static String markup(String page) {
        return page.replaceAll("(?s)(<script[^>]*>).*?</script>", "$1</script>");
    }

    /** Copies a stored result to a folder in which its report may be made again. */
    private Summary stored(String name) throws IOException {
        return Summary.read(FixtureResult.copy(RESULTS.resolve(name), folder).resolve("summary.json"));
    }

    /** The page of a stored result, made again once for the tests that only read it. */
    private static Path page(String name) throws IOException {
        Path made = reports.resolve(name);
        if (!Files.exists(made)) FixtureResult.report(FixtureResult.copy(RESULTS.resolve(name), made), NOW);
        return made.resolve("index.html");
    }

    @ParameterizedTest
    @ValueSource(strings = {"80-20", "five-threads", "overload-open"})
    void a_page_is_one_file_that_loads_nothing_over_a_network(String name) throws Exception {
        Path file = page(name);
        assertTrue(Files.size(file) < MOST_BYTES, () -> file + " is too large");
        String markup = markup(Files.readString(file));
        assertTrue(markup.contains("default-src 'none'"), file + " has no policy");
        Matcher loaded = LOADED.matcher(markup);
        while (loaded.find())
            assertTrue(
                    loaded.group(1) != null && loaded.group(1).startsWith("data:image/png;base64,"),
                    () -> file + " loads "
                            + loaded.group()
                                    .substring(0, Math.min(80, loaded.group().length())));
        Matcher linked = LINKED.matcher(markup);
        while (linked.find()) {
            String target = linked.group(1);
            assertTrue(
                    target.startsWith("#")
                            ? markup.contains("id=\"" + target.substring(1) + "\"")
                            : Files.exists(file.resolveSibling(target.replaceFirst("#.*", ""))),
                    () -> file + " links to " + target + ", which is not there");
        }
    }

    @Test
    void a_result_of_an_earlier_configuration_is_marked_wherever_it_is_shown() throws Exception {
        Summary s = stored("five-threads");
        s.environment().putAll(NOW.of("five-threads"));
        assertFalse(report(s).contains(Earlier.MARK));
        assertFalse(overview(s).contains(Earlier.MARK));

        s.environment().put("jettyXml", "another");
        String sentences = "† Every measured figure is of an earlier configuration."
                + " Changed since, or stored without a hash: jetty.xml.";
        assertTrue(report(s).contains("\n" + sentences + "\n"), report(s));
        String figures = overview(s);
        assertTrue(figures.contains("\n- " + Earlier.LEGEND + "\n") && figures.contains("| five-threads † |"), figures);
        s.writeTo(folder.resolve("summary.json"));
        FixtureResult.report(folder, NOW);
        assertTrue(Files.readString(folder.resolve("index.html")).contains("<p>" + sentences + "</p>"));
    }

    private String report(Summary s) throws IOException {
        return Markdown.of(Report.of(ExperimentResult.of(s), folder, NOW));
    }

    private static String overview(Summary s) {
        return Markdown.of(Overview.of(List.of(s), NOW));
    }

    @Test
    void a_point_of_the_overview_has_the_predicted_figure_as_exact_as_it_is_stored() throws Exception {
        Path file = FixtureResult.copyTo(folder).resolve("summary.json");
        JsonNode json = ResultJson.mapper().readTree(file.toFile());
        ((ObjectNode) json.at("/arms/0/predicted")).put("throughput", 0.04); // as a text 0.0, which has no logarithm
        Summary s = ResultJson.mapper().treeToValue(json, Summary.class);
        double least = Overview.of(List.of(s), NOW).sections().stream()
                .flatMap(section -> section.blocks().stream())
                .filter(Plots.class::isInstance)
                .flatMap(block -> ((Plots) block).plots().stream())
                .filter(plot -> plot.id().equals("rates"))
                .flatMap(plot -> plot.series().stream())
                .flatMap(curve -> curve.points().stream())
                .mapToDouble(point -> point[0])
                .min()
                .orElseThrow();
        assertEquals(0.04, least);
    }

    @Test
    void the_parts_of_a_report_are_in_the_order_of_a_readers_questions() throws Exception {
        String page = Files.readString(page("80-20"));
        var places = new ArrayList<Integer>();
        for (String part : List.of(
                "class=\"verdict\"",
                "id=\"section-published-predicted-measured\"",
                "id=\"section-plots\"",
                "id=\"throughput\"",
                "id=\"percentiles\"",
                "id=\"threads\"",
                "id=\"waiting\"",
                "id=\"distribution\"",
                "id=\"heap\"",
                "id=\"processors\"",
                "id=\"section-every-run\"",
                "id=\"section-checks\"",
                "id=\"section-environment\"")) {
            assertTrue(page.contains(part), part);
            places.add(page.indexOf(part));
        }
        assertEquals(places.stream().sorted().toList(), places);
    }

    private static ArmResult withPath(ArmResult arm, String path) {
        return new ArmResult(
                arm.name(),
                path,
                arm.published(),
                arm.predicted(),
                arm.predictedClasses(),
                arm.measured(),
                arm.server(),
                arm.diagnosis(),
                arm.runs(),
                arm.open());
    }

    @Test
    void markup_in_a_result_is_shown_as_text() throws Exception {
        String evil = "</script><script>alert(1)</script><img src=x onerror='alert(2)'>";
        Summary s = stored("five-threads");
        var arms = new ArrayList<>(s.arms());
        arms.set(0, withPath(arms.get(0), evil));
        var checks = List.of(CheckKind.LEDGER.of(evil, false, true, evil));
        new Summary(
                        s.schema(),
                        s.experiment(),
                        evil,
                        s.speed(),
                        evil,
                        s.environment(),
                        evil,
                        s.workload(),
                        arms,
                        checks,
                        List.of(new Judgement(evil, false, evil)),
                        Conclusion.of(arms, checks))
                .writeTo(folder.resolve("summary.json"));

        FixtureResult.report(folder, NOW);

        String page = Files.readString(folder.resolve("index.html"));
        assertFalse(page.contains("<script>alert"), "the page contains a script of the result");
        assertFalse(page.contains("<img src=x"), "the page contains an image of the result");
        assertTrue(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)"));
    }

    @Test
    void times_read_from_a_file_equal_the_written_times_within_their_digits() throws Exception {
        var trace = new asynclab.model.Trace(1);
        for (int i = 1; i <= 1_000; i++) trace.add(i, 0, i * 10, true);
        Path file = folder.resolve("times.csv");
        Times.write(file, java.util.Map.of("a \"4\" s, mixed", trace));

        Times read = Times.read(file).get("a \"4\" s, mixed");

        assertEquals(1_000, read.total());
        assertTrue(read.exact());
        assertArrayEquals(new double[] {5_000, 9_900}, new double[] {read.at(0.5), read.at(0.99)}, 100);
        assertEquals(1_000, read.byPercentile().get(read.byPercentile().size() - 1)[0]);
    }

    @Test
    void a_missing_file_means_that_nothing_was_recorded() throws Exception {
        assertTrue(Times.read(folder.resolve("none.csv")).isEmpty());
        assertTrue(Timeline.read(folder.resolve("none.csv")).points("ended", 1).isEmpty());
    }
}
