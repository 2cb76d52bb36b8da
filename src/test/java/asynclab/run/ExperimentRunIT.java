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
import asynclab.run.result.RunResult;
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
    void a_backend_ends_if_the_server_that_calls_it_does_not_start() throws Exception {
        try (var processes = new Processes();
                var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var options = options(Path.of(""), "port=" + taken.getLocalPort(), "arms=blocking");
            var run = new ExperimentRun(options, "gateway", new PrintStream(OutputStream.nullOutputStream()));
            var e = assertThrows(LabException.class, () -> run.run(processes));
            assertTrue(e.getMessage().endsWith("is in use. Leave out -Dport to use a free port."), e.getMessage());
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
        var options = options(folder, "experiment=80-20", "speed=50", "arms=blocking,async", "repeats=2");
        var printed = new ByteArrayOutputStream();
        try (var processes = new Processes()) {
            var interrupted = new ExperimentRun(options, "80-20", until("async-2"));
            assertThrows(LabException.class, () -> interrupted.run(processes));
            var again = new ExperimentRun(options, "80-20", new PrintStream(printed, true, StandardCharsets.UTF_8));
            var arms = again.run(processes).summary().arms();
            assertEquals(
                    List.of("blocking", "async"),
                    arms.stream().map(ArmResult::name).toList());
            for (ArmResult arm : arms) {
                var numbers = arm.runs().stream().map(RunResult::number).toList();
                assertEquals(List.of(1, 2), numbers);
            }
        }
        String said = printed.toString(StandardCharsets.UTF_8);
        assertTrue(said.contains("2 of 4 runs were finished before an interruption."), said);
        assertFalse(said.contains("-1: starting"), said); // a run that is not valid may start twice
        for (String curve : List.of("timeline", "times"))
            assertTrue(Files.exists(options.results().resolve("80-20/blocking-" + curve + ".csv")), curve);
        assertFalse(Files.exists(Environment.kept(options, "80-20-runs")), "the result has all runs");
    }
}
