package asynclab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.FixtureResult;
import asynclab.GitProject;
import asynclab.LabSession;
import asynclab.book.Book;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.run.plan.Experiment;
import asynclab.run.result.Environment;
import asynclab.run.result.Summary;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A machine's results stay below {@code results/local/}, unless they are fit to be a reference. The tests use a git project of
 * their own.
 */
class ReferenceTest {

    private static final String NAME = FixtureResult.NAME;

    @TempDir
    Path project;

    private GitProject git;

    private LabSession lab;

    @BeforeEach
    void a_project_with_a_reference() throws Exception {
        FixtureResult.copyTo(reference());
        git = GitProject.in(project);
        lab = new LabSession("project=" + project, "experiment=" + NAME, "work=" + project.resolve("work"));
    }

    /** Writes a machine's own result, as a run does. */
    private void anOwnResult() throws IOException {
        FixtureResult.copyTo(own());
    }

    private Path reference() {
        return project.resolve("results").resolve(NAME);
    }

    private Path own() {
        return project.resolve("results/local").resolve(NAME);
    }

    private Options options(String... more) {
        return lab.options(more);
    }

    private String refused(Options options) {
        return assertThrows(LabException.class, () -> new Reference(options).checkBeforeTheRun())
                .getMessage();
    }

    private Map<String, String> contents(Path folder) throws IOException {
        var contents = new TreeMap<String, String>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList())
                contents.put(
                        file.getFileName().toString(),
                        new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        }
        return contents;
    }

    private void change(Path folder, Consumer<ObjectNode> change) throws IOException {
        var json = new ObjectMapper();
        Path file = folder.resolve("summary.json");
        var summary = (ObjectNode) json.readTree(file.toFile());
        change.accept(summary);
        json.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), summary);
    }

    private void measure(ObjectNode summary, String arm, double throughput) {
        for (var stored : summary.get("arms"))
            if (stored.get("name").asText().equals(arm)) {
                for (var run : stored.get("runs")) ((ObjectNode) run.get("measured")).put("throughput", throughput);
            }
    }

    @Test
    void without_publish_the_reference_stays_and_the_own_result_is_written() throws Exception {
        var before = contents(reference());
        assertEquals(own(), lab.run("run=false"));
        assertEquals(before, contents(reference()));
        assertTrue(contents(own()).keySet().containsAll(before.keySet()));
        assertTrue(lab.printed().contains("results/local/five-threads/index.html"));
    }

    @Test
    void a_machines_own_result_is_reported_again_instead_of_the_reference() throws Exception {
        anOwnResult();
        change(own(), summary -> summary.put("server", "one of mine"));
        lab.run("run=false");
        assertEquals("one of mine", Summary.read(own().resolve("summary.json")).server());
        Summary stored = Summary.read(reference().resolve("summary.json"));
        assertFalse(stored.server().equals("one of mine"));
    }

    @Test
    void the_reference_is_reported_again_after_a_run_that_was_interrupted_before_its_result() throws Exception {
        Files.createDirectories(own().resolve("async-dashboard"));
        lab.run("run=false");
        assertEquals(NAME, Summary.read(own().resolve("summary.json")).experiment());
    }

    @Test
    void with_publish_the_reference_is_reported_again_from_itself_alone() throws Exception {
        anOwnResult();
        change(own(), summary -> summary.put("server", "one of mine")); // this result must not be published
        change(reference(), summary -> summary.put("title", "an old title"));
        git.commit();
        lab.run("run=false", "publish=true");
        assertTrue(Files.exists(own().resolve("index.html")));
        assertFalse(Files.exists(reference().resolve("index.html")), "the page can be made again");
        Summary published = Summary.read(reference().resolve("summary.json"));
        assertEquals(Experiment.named(NAME).title(), published.title());
        assertFalse(published.server().equals("one of mine"));
        assertTrue(Files.exists(project.resolve("results/figures.md")));
        assertTrue(lab.printed().endsWith("Published to results/five-threads.\n"));
    }

    @Test
    void an_own_result_without_a_reference_is_not_lost_when_a_report_is_published() throws Exception {
        anOwnResult();
        FileUtils.deleteDirectory(reference().toFile());
        assertEquals(
                "-Dpublish=true is refused: there is no reference of five-threads to report again."
                        + " Leave out -Drun to measure it.",
                assertThrows(LabException.class, () -> lab.run("run=false", "publish=true"))
                        .getMessage());
        assertTrue(Files.exists(own().resolve("summary.json")));
    }

    @Test
    void an_option_that_says_how_to_measure_is_refused_for_a_report() {
        for (String option : List.of("speed=10", "arms=async", "repeats=3", "server=tomcat", "seed=7"))
            for (String experiment : List.of(NAME, "all"))
                assertEquals(
                        "-D" + option.replaceFirst("=.*", "")
                                + " says how to measure, but -Drun=false reports a stored result as it was measured."
                                + " Leave out one of them.",
                        assertThrows(LabException.class, () -> lab.run("experiment=" + experiment, "run=false", option))
                                .getMessage());
    }

    @Test
    void without_a_stored_result_there_is_nothing_to_report() {
        for (String experiment : List.of("hold", "frameworks", "containers", "soak", "80-20")) {
            var e = assertThrows(LabException.class, () -> lab.run("experiment=" + experiment, "run=false"));
            assertTrue(e.getMessage().startsWith("There is no stored result of " + experiment), e.getMessage());
            assertTrue(e.getMessage().endsWith(" to report. Leave out -Drun to measure it."), e.getMessage());
        }
    }

    @Test
    void a_result_that_cannot_be_written_is_refused_before_the_run() throws Exception {
        Path local = Files.createFile(project.resolve("results/local"));
        var e = assertThrows(LabException.class, () -> new Reference(options()).prepare(NAME, false));
        assertEquals(
                "The lab cannot write " + own().resolve("summary.json") + ": " + local + " is not a folder.",
                e.getMessage());
    }

    @Test
    void each_arm_is_compared_with_the_reference_at_the_same_speed() throws Exception {
        anOwnResult();
        change(reference(), summary -> measure(summary, "async", 2));
        change(own(), summary -> {
            measure(summary, "async", 10);
            summary.put("speed", 4);
        });
        String said = new Reference(options()).close(own());
        assertTrue(said.contains("async: yours 2.5 req/s (at speed 1), reference 2: +25.0 %\n"), said);
    }

    @Test
    void the_line_of_a_comparison_equals_the_line_in_the_book() throws Exception {
        anOwnResult();
        change(reference(), summary -> measure(summary, "blocking", 58.4));
        change(own(), summary -> measure(summary, "blocking", 58.3));
        String shown = Book.outputs(Book.page("lab.md")).get(0).get(0);
        String said = new Reference(options()).close(own());
        assertTrue(said.lines().anyMatch(shown::equals), said);
    }

    @Test
    void a_speed_and_a_changed_file_are_refused() throws Exception {
        assertEquals(
                "-Dpublish=true is refused: the speed is 10; a reference is measured at speed 1.",
                refused(options("publish=true", "speed=10")));
        Files.writeString(project.resolve("jetty.xml"), "changed");
        String why = refused(options("publish=true", "run=false"));
        assertEquals("-Dpublish=true is refused: the tree has changes that are not committed: jetty.xml.", why);
        Files.writeString(project.resolve("new.txt"), "new");
        assertTrue(refused(options("publish=true", "run=false")).contains("new.txt"));
        new Reference(options("speed=10")).checkBeforeTheRun(); // nothing is published
    }

    @Test
    void a_changed_result_alone_is_not_refused() throws Exception {
        Files.writeString(project.resolve("results/figures.md"), "changed");
        new Reference(options("publish=true", "run=false")).checkBeforeTheRun();
    }

    @Test
    void every_arm_of_the_experiment_must_be_measured() throws Exception {
        var experiment = Experiment.named(NAME);
        var one = List.of(experiment.arm("async"));
        var e = assertThrows(
                LabException.class, () -> new Reference(options("publish=true")).checkArms(experiment, one));
        assertTrue(e.getMessage().contains("these arms are missing: blocking"), e.getMessage());
        new Reference(options()).checkArms(experiment, one);
        new Reference(options("publish=true")).checkArms(experiment, experiment.arms());
        change(reference(), summary -> ((ObjectNode) summary.at("/arms/0")).put("name", "no arm of today"));
        new Reference(options("publish=true")).checkArms(experiment, experiment.arms());
    }

    @Test
    void a_run_that_cannot_become_the_reference_leaves_the_own_result() throws Exception {
        anOwnResult();
        Map<String, String> refusals =
                Map.of("fast", " has no arm \"fast\".", "async", " are missing: blocking, virtual.");
        for (var refusal : refusals.entrySet()) {
            var e = assertThrows(LabException.class, () -> lab.run("publish=true", "arms=" + refusal.getKey()));
            assertTrue(e.getMessage().contains(refusal.getValue()), e.getMessage());
            assertTrue(Files.exists(own().resolve("summary.json")));
        }
    }

    @Test
    void a_run_with_an_unknown_arm_leaves_the_own_result() throws Exception {
        Map<String, String> folders =
                Map.of("frameworks", "frameworks", "containers", "containers", "corpus", "reproduced");
        for (var folder : folders.entrySet()) {
            Path own = project.resolve("results/local").resolve(folder.getValue());
            Files.createDirectories(own);
            Files.writeString(own.resolve("summary.json"), "{}");
            var e = assertThrows(
                    LabException.class, () -> lab.run("experiment=" + folder.getKey(), "publish=true", "arms=fast"));
            assertTrue(e.getMessage().contains("\"fast\""), e.getMessage());
            assertTrue(Files.exists(own.resolve("summary.json")), own::toString);
        }
    }

    @Test
    void expectations_that_are_not_committed_leave_the_own_result() throws Exception {
        Path own = project.resolve("results/local/virtual/summary.json");
        Files.createDirectories(own.getParent());
        Files.writeString(own, "{}");
        Path expected = project.resolve("results/virtual/expectations.json");
        Files.createDirectories(expected.getParent());
        Files.writeString(expected, "[]");
        assertEquals(
                "-Dpublish=true is refused: results/virtual/expectations.json is not committed."
                        + " What is expected must be committed before it is measured.",
                assertThrows(LabException.class, () -> lab.run("experiment=virtual", "publish=true"))
                        .getMessage());
        assertTrue(Files.exists(own));
    }

    @Test
    void a_check_that_is_not_green_is_refused_and_the_reference_stays() throws Exception {
        anOwnResult();
        var before = contents(reference());
        for (String check : List.of("machine", "littles-law")) {
            change(own(), summary -> {
                var first = (ObjectNode) summary.get("validity").get(0);
                first.put("check", check).put("ok", false).put("serious", false).put("detail", "why");
            });
            var e = assertThrows(LabException.class, () -> new Reference(options("publish=true")).close(own()));
            assertTrue(e.getMessage().contains(check + ": why"), e.getMessage());
        }
        assertEquals(before, contents(reference()));
    }

    @Test
    void an_interrupted_run_continues_only_with_the_same_code_server_and_speed() throws Exception {
        Path kept = Environment.kept(options(), "x");
        assertEquals(kept, Environment.kept(options(), "x"));
        assertFalse(kept.equals(Environment.kept(options("speed=2"), "x")));
        assertFalse(kept.equals(Environment.kept(options("server=tomcat"), "x")));
        Files.writeString(project.resolve("results").resolve(NAME).resolve("report.md"), "published");
        assertEquals(kept, Environment.kept(options(), "x"), "a published result is not code");
        Files.writeString(project.resolve("jetty.xml"), "changed");
        assertEquals(null, Environment.kept(options(), "x"), "the changed code has no name");
        git.commit();
        assertFalse(kept.equals(Environment.kept(options(), "x")));
    }
}
