package asynclab.portability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.options.LabException;
import asynclab.server.Container;
import asynclab.server.Containers;
import asynclab.server.Processes;
import asynclab.server.RunningContainer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is asked of every container, asked of the two that are always there; the load is {@code LabIT}'s. They mostly wait, so both at once. */
@Execution(ExecutionMode.CONCURRENT)
class ContainersIT {

    private final Path jettyXml = Path.of("jetty.xml");
    private final Path war = Path.of(System.getProperty("lab.war"));
    private final Path servers = Path.of(System.getProperty("lab.jettyHome")).getParent();
    private final Path work = Path.of(System.getProperty("lab.work")).toAbsolutePath();

    @ParameterizedTest
    @CsvSource({"jetty-12, not told", "tomcat-9, told when it answers"}) // Jetty writes when the reply is its own
    void every_check_holds(String name, String abort) throws Exception {
        Container container = Containers.named(name);
        Files.createDirectories(work);
        try (var processes = new Processes();
                var running = RunningContainer.start(
                        processes, container, container.find(servers), war, jettyXml, work, "container-" + name)) {
            var checks = new WireChecks(running);
            checks.serving();
            assertTrue(running.isAlive());
            checks.undeploying();
            assertFalse(running.serves());
            assertEquals(
                    List.of(),
                    checks.checks().stream().filter(check -> !check.holds()).toList());
            assertEquals(abort, checks.abort());
        }
    }

    @Test
    void a_container_that_does_not_start_says_why() throws Exception {
        Files.createDirectories(work);
        var none = new Container(
                "none", "None", "none", "", false, site -> new Container.Command(List.of("-jar", "nothing.jar"), null));
        try (var processes = new Processes()) {
            var e = assertThrows(
                    LabException.class,
                    () -> RunningContainer.start(processes, none, work, war, jettyXml, work, "none"));
            assertEquals("did not start: Error: Unable to access jarfile nothing.jar", e.getMessage());
        }
    }
}
