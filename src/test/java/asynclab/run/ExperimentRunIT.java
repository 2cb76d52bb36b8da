package asynclab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.GitProject;
import asynclab.LabSession;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.run.result.ArmResult;
import asynclab.run.result.Environment;
import asynclab.server.Processes;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentRunIT {

    private static final Path WORK =
            Path.of(System.getProperty("lab.work")).toAbsolutePath().resolve("trial");

    private static Options options(Path project, String... more) {
        return LabSession.ofBuild(project, WORK).options(more);
    }

    @Test
    void a_port_in_use_gives_one_sentence_and_ends_the_backend() throws Exception {
        try (var processes = new Processes();
                var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var options = options(Path.of(""), "port=" + taken.getLocalPort(), "arms=blocking");
            var run = new ExperimentRun(options, "gateway", new PrintStream(OutputStream.nullOutputStream()));
            var e = assertThrows(LabException.class, () -> run.run(processes));
            assertEquals(
                    "The port " + taken.getLocalPort() + " is in use. Leave out -Dport to use a free port.",
                    e.getMessage());
            assertEquals(0, processes.running());
        }
    }

    /** An output that ends the experiment when a run of this name starts. */
    private static PrintStream until(String name) {
        return new PrintStream(OutputStream.nullOutputStream()) {
            @Override
            public PrintStream printf(String format, Object... values) {
                if (format.contains("starting") && values[0].equals(name)) throw new LabException("interrupted");
                return this;
            }
        };
    }

    @Test
    void an_interruption_costs_one_run_and_the_same_command_continues(@TempDir Path folder) throws Exception {
        GitProject.in(folder);
        String name = "five-threads";
        var options = options(folder, "experiment=" + name, "speed=100", "arms=blocking,async");
        var printed = new ByteArrayOutputStream();
        try (var processes = new Processes()) {
            var interrupted = new ExperimentRun(options, name, until("async-1"));
            assertThrows(LabException.class, () -> interrupted.run(processes));
            var again = new ExperimentRun(options, name, new PrintStream(printed, true, StandardCharsets.UTF_8));
            var arms = again.run(processes).summary().arms();
            assertEquals(
                    List.of("blocking", "async"),
                    arms.stream().map(ArmResult::name).toList());
        }
        String said = printed.toString(StandardCharsets.UTF_8);
        assertTrue(said.contains("1 of 2 runs were finished before an interruption."), said);
        assertFalse(said.contains("blocking-1: starting"), said);
        assertTrue(said.contains("async-1: starting"), said);
        for (String curve : List.of("timeline", "times", "threads"))
            assertTrue(Files.exists(options.results().resolve(name + "/blocking-" + curve + ".csv")), curve);
        assertTrue(Files.exists(options.results().resolve(name + "/summary.json")), "it is stored first");
        assertFalse(Files.exists(Environment.kept(options, name + "-runs")), "the result has all runs");
    }
}
