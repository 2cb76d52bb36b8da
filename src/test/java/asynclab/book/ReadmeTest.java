package asynclab.book;

import static asynclab.report.SameText.assertSame;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.document.Document;
import asynclab.document.Markdown;
import asynclab.portability.PortabilityReport;
import asynclab.portability.PortabilityResult;
import asynclab.report.Headlines;
import asynclab.report.Overview;
import asynclab.report.Report;
import asynclab.run.plan.Configuration;
import asynclab.run.plan.Experiment;
import asynclab.run.result.ExperimentResult;
import asynclab.run.result.Summary;
import asynclab.soak.SoakReport;
import asynclab.soak.SoakResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What README says of the results is what the stored results say. */
class ReadmeTest {

    /** This makes README's table, the page of figures, each report, and their marks of an earlier configuration. */
    private static final String MAKE_ANEW =
            "mvn verify -Plab -Drun=false -Dexperiment=all -Dpublish=true makes the pages again";

    private static final Configuration NOW = Configuration.of(Path.of(""));

    @Test
    void its_first_table_is_made_of_the_stored_results() throws Exception {
        String readme = Files.readString(Path.of("README.md"));
        assertSame(Headlines.in(readme, Path.of("results"), NOW), readme, MAKE_ANEW);
        String damaged = readme.replaceFirst("\\n\\| E1 .*\\n", "\n");
        assertNotEquals(readme, damaged);
        assertEquals(readme, Headlines.in(damaged, Path.of("results"), NOW));
    }

    @Test
    void it_is_read_in_two_minutes() throws Exception {
        String readme = Files.readString(Path.of("README.md"));
        long words = readme.replaceAll("\\]\\([^)]*\\)|!\\[[^\\]]*]", " ")
                .lines()
                .flatMap(line -> Stream.of(line.split("\\s+")))
                .filter(word -> word.matches(".*\\w.*"))
                .count();
        assertTrue(words <= 900, () -> words + " words");
    }

    @Test
    void the_page_of_every_published_figure_is_made_of_the_stored_results() throws Exception {
        Path results = Path.of("results");
        assertSame(
                Markdown.of(Overview.of(Overview.summaries(results), NOW)),
                Files.readString(results.resolve("figures.md")),
                MAKE_ANEW);
    }

    private static boolean hasSummary(Path folder) {
        return Files.exists(folder.resolve("summary.json"));
    }

    private static boolean isOfAnExperiment(Path folder) {
        String name = folder.getFileName().toString();
        return hasSummary(folder) && Experiment.names().contains(name);
    }

    private static Document report(Path folder) throws IOException {
        return Report.of(ExperimentResult.of(Summary.read(folder.resolve("summary.json"))), folder, NOW);
    }

    @Test
    void every_report_is_made_of_its_summary() throws Exception {
        try (var folders = Files.list(Path.of("results"))) {
            List<Path> results = folders.filter(ReadmeTest::isOfAnExperiment).toList();
            assertFalse(results.isEmpty());
            for (Path folder : results)
                assertSame(
                        Markdown.of(report(folder)),
                        Files.readString(folder.resolve("report.md")),
                        folder + ": " + MAKE_ANEW);
        }
        Path containers = Path.of("results/containers");
        if (Files.exists(containers.resolve("summary.json")))
            assertSame(
                    Markdown.of(new PortabilityReport(PortabilityResult.in(containers)).document()),
                    Files.readString(containers.resolve("report.md")),
                    "run the containers again");
        for (String server : List.of("jetty", "tomcat")) {
            Path folder = Path.of("results/soak", server);
            if (hasSummary(folder))
                assertSame(
                        Markdown.of(SoakReport.of(SoakResult.read(folder.resolve("summary.json")))),
                        Files.readString(folder.resolve("report.md")),
                        folder + ": run the soak again");
        }
    }
}
