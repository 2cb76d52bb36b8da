package asynclab.portability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.options.LabException;
import asynclab.server.ApplicationClient;
import asynclab.server.Container;
import asynclab.server.Containers;
import asynclab.server.Processes;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.server.Site;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The portability experiment on the two containers that every build has. The tests mostly wait, so they run in parallel. */
@Execution(ExecutionMode.CONCURRENT)
class ContainersIT {

    private final Path jettyXml = Path.of("jetty.xml");
    private final Path war = Path.of(System.getProperty("lab.war"));
    private final Path servers = Path.of(System.getProperty("lab.jettyHome")).getParent();
    private final Path work = Path.of(System.getProperty("lab.work")).toAbsolutePath();

    @ParameterizedTest
    @CsvSource({"jetty-12, not told", "tomcat-9, told when it answers"}) // Jetty writes only after complete()
    void a_container_starts_undeploys_and_reports_clients_that_leave(String name, String abort) throws Exception {
        Container container = Containers.named(name);
        Files.createDirectories(work);
        try (var processes = new Processes();
                var server =
                        Server.startClean(processes, container, site(container.find(servers), "container-" + name))) {
            ApplicationClient application = server.application();
            assertEquals(abort, Portability.clientGone(application));
            server.undeploy();
            assertTrue(ApplicationClient.await(60, () -> !application.isServed("/stats")));
            assertTrue(server.isAlive());
        }
    }

    @Test
    void a_container_that_does_not_start_gives_the_reason() throws Exception {
        Files.createDirectories(work);
        var none = Container.of(
                "none", "None", "none", site -> new Container.Launch(List.of("-jar", "nothing.jar"), null));
        try (var processes = new Processes()) {
            var e = assertThrows(LabException.class, () -> Server.startClean(processes, none, site(work, "none")));
            String reason = "The server did not start: Error: Unable to access jarfile nothing.jar (log: ";
            assertTrue(e.getMessage().startsWith(reason), e.getMessage());
        }
    }

    private Site site(Path home, String name) {
        return new Site(home, work, war, jettyXml, ServerSettings.named(name));
    }
}
