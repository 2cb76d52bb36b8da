package asynclab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.cli.Lab;
import asynclab.options.LabException;
import asynclab.server.Processes;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ExperimentRunIT {

    @Test
    void a_backend_ends_if_the_server_that_calls_it_does_not_start() throws Exception {
        Path work = Path.of(System.getProperty("lab.work")).toAbsolutePath().resolve("trial");
        try (var processes = new Processes();
                var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var options = Lab.options(
                    "project=" + Path.of("").toAbsolutePath(),
                    "war=" + System.getProperty("lab.war"),
                    "jettyHome=" + System.getProperty("lab.jettyHome"),
                    "tomcatHome=" + System.getProperty("lab.tomcatHome"),
                    "jmeterHome=" + System.getProperty("lab.jmeterHome"),
                    "work=" + work,
                    "port=" + taken.getLocalPort(),
                    "arms=blocking");
            var run = new ExperimentRun(options, "gateway", new PrintStream(OutputStream.nullOutputStream()));
            var e = assertThrows(LabException.class, () -> run.run(processes));
            assertTrue(e.getMessage().endsWith("is in use. Leave out -Dport to use a free port."), e.getMessage());
            assertEquals(0, processes.running());
        }
    }
}
