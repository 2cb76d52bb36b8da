package asynclab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.FixtureResult;
import asynclab.LabSession;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.run.plan.Configuration;
import asynclab.run.plan.Experiment;
import asynclab.run.result.Summary;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The experiments that {@code all} and {@code stale} run. The tests use a project of their own with the result of one experiment.
 */
class ExperimentSeriesTest {

    private static final String NAME = FixtureResult.NAME;
    private static final List<String> FILES =
            List.of("jetty.xml", "jmeter/plan.jmx", "src/main/webapp/WEB-INF/web.xml");

    @TempDir
    Path project;

    private LabSession lab;

    @BeforeEach
    void a_result_of_the_configuration_of_now() throws IOException {
        lab = new LabSession("project=" + project, "run=false");
        for (String file : FILES) {
            Files.createDirectories(project.resolve(file).getParent());
            Files.copy(Path.of(file), project.resolve(file));
        }
        var json = new ObjectMapper();
        FixtureResult.copyTo(stored().getParent());
        var summary = (ObjectNode) json.readTree(stored().toFile());
        var environment = (ObjectNode) summary.get("environment");
        Configuration.of(project).of(NAME).forEach(environment::put);
        var arms = summary.withArray("arms"); // the fixture is older than the arm of virtual threads
        arms.add(((ObjectNode) arms.get(1).deepCopy()).put("name", "virtual"));
        json.writeValue(stored().toFile(), summary);
    }

    private Path stored() {
        return project.resolve("results").resolve(NAME).resolve("summary.json");
    }

    private ExperimentSeries series(String... more) {
        Options options = lab.options(more);
        return new ExperimentSeries(options, new Reference(options), lab.out());
    }

    private List<String> names(String... options) throws IOException {
        return series(options).left(List.of()).stream()
                .map(part -> part.run().name())
                .toList();
    }

    private List<String> commands(List<String> done, String... options) throws IOException {
        return series(options).left(done).stream()
                .map(ExperimentSeries.Part::command)
                .toList();
    }

    private void change(String file, String from, String to) throws IOException {
        String text = Files.readString(project.resolve(file));
        assertTrue(text.contains(from), from);
        Files.writeString(project.resolve(file), text.replaceFirst(from, to));
    }

    @Test
    void an_experiment_is_stale_without_a_result_or_with_one_of_an_earlier_configuration() throws IOException {
        var others = new ArrayList<>(Experiment.names());
        others.remove(NAME);
        assertEquals(others, names("experiment=stale"));
        change("jetty.xml", "<Configure ", "<!-- a comment -->\n<Configure ");
        assertEquals(others, names("experiment=stale"));
        change("jetty.xml", "\"acceptQueueSize\">4096", "\"acceptQueueSize\">4097");
        assertEquals(Experiment.names(), names("experiment=stale"));
        Files.delete(stored());
        assertTrue(names("experiment=stale").contains(NAME), "it has no result");
    }

    @Test
    void a_result_of_fewer_runs_than_asked_is_stale() throws IOException {
        assertEquals(1, Summary.read(stored()).arms().get(0).runs().size());
        assertFalse(names("experiment=stale", "repeats=1").contains(NAME));
        assertTrue(names("experiment=stale", "repeats=2").contains(NAME));
    }

    @Test
    void a_result_without_an_arm_that_would_run_is_stale() throws IOException {
        var json = new ObjectMapper();
        var summary = (ObjectNode) json.readTree(stored().toFile());
        summary.withArray("arms").remove(0);
        json.writeValue(stored().toFile(), summary);
        assertFalse(names("experiment=stale", "arms=async").contains(NAME));
        assertTrue(names("experiment=stale").contains(NAME));
    }

    @Test
    void an_arm_that_no_experiment_has_is_refused() {
        var e = assertThrows(LabException.class, () -> names("experiment=all", "arms=async,asink"));
        assertEquals("-Darms must name arms of experiments, but none has \"asink\".", e.getMessage());
    }

    @Test
    void each_experiment_has_the_command_that_repeats_it_alone() throws IOException {
        List<String> once = commands(List.of(), "experiment=all");
        assertEquals(Experiment.names().size(), once.size());
        assertTrue(once.contains("mvn verify -Plab -Dexperiment=80-20"), once::toString);

        List<String> published = commands(List.of(), "experiment=all", "publish=true", "repeats=3");
        assertTrue(
                published.contains("mvn verify -Plab -Dexperiment=80-20"
                        + " -Darms=blocking,async,virtual,blocking-reserved,bigger-pool,virtual-servlet -Drepeats=5"),
                published::toString);
        assertTrue(published.contains("mvn verify -Plab -Dexperiment=five-threads -Drepeats=3"), published::toString);

        assertEquals(
                List.of("mvn verify -Plab -Dexperiment=future -Darms=future -Drepeats=2"),
                commands(List.of(), "experiment=all", "arms=future", "repeats=2"));
    }

    @Test
    void a_finished_experiment_is_not_run_again() throws IOException {
        List<String> all = commands(List.of(), "experiment=all");
        assertEquals(all.subList(2, all.size()), commands(all.subList(0, 2), "experiment=all"));
        assertEquals(all.size(), commands(all, "experiment=all", "repeats=2").size(), "these are other runs");
    }

    @Test
    void finished_experiments_of_another_series_are_told_from_those_of_this_one() throws IOException {
        var done = new ArrayList<>(commands(List.of(), "experiment=all", "arms=future"));
        List<String> others = List.copyOf(done);
        done.addAll(commands(List.of(), "experiment=all").subList(0, 2));
        assertEquals(others, series("experiment=all").ofOthers(done));
    }

    @Test
    void without_a_run_the_series_lists_stale_experiments_and_the_reasons() throws IOException {
        change("jetty.xml", "\"acceptQueueSize\">4096", "\"acceptQueueSize\">4097");
        series("experiment=stale", "arms=future,async", "speed=10").list();
        String said = lab.printed();
        assertTrue(said.contains("-Dexperiment=five-threads -Dspeed=10 -Darms=async (changed: jetty.xml)\n"), said);
        assertTrue(said.contains("-Dexperiment=future -Dspeed=10 -Darms=future,async (no result)\n"), said);
        assertTrue(said.matches("(?s).*\\d experiments to run, 0 finished before; this takes about .*"), said);
    }
}
