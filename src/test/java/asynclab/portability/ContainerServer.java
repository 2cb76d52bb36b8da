package asynclab.portability;

import asynclab.client.RawConnection;
import asynclab.options.LabException;
import asynclab.server.Container;
import asynclab.server.Containers;
import asynclab.server.Processes;
import asynclab.server.RunningContainer;
import asynclab.server.Server;
import asynclab.server.ServerProbe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.opentest4j.TestAbortedException;

/**
 * A container of the portability table as the server under test. It has what every container has; a test that asks for more, such
 * as figures of the thread pool, is aborted: that says nothing of the application.
 */
public final class ContainerServer extends Server {

    private final Container container;
    private final int port;
    private final Path deployed;
    private int saidAtItsStart;

    private ContainerServer(Processes processes, Path log, Container container, int port, Path deployed) {
        super(processes, log);
        this.container = container;
        this.port = port;
        this.deployed = deployed;
    }

    /** @param name as in the table; its folder is below {@code servers} */
    public static Server start(
            Processes processes, String name, Path servers, Path war, Path jettyXml, Path work, Settings settings) {
        try {
            Container container = Containers.named(name);
            if (!name.equals("jetty-12") && settings.jvmFlags().toString().contains("-Dlab.idleMillis"))
                throw new TestAbortedException("the lab does not set the idle timeout of its connections");
            Path base = work.resolve(settings.name());
            RunningContainer.deleteAll(base);
            Files.createDirectories(base);
            Path ready = Portability.ready(processes, container, servers, war, work.resolve(settings.name() + ".war"));
            int port = RunningContainer.freePort();
            var command = container.lay(new Container.Site(container.find(servers), base, ready, jettyXml, port));
            var arguments = new ArrayList<>(settings.jvmFlags());
            arguments.addAll(command.arguments());
            var server = new ContainerServer(
                    processes, work.resolve(settings.name() + ".log"), container, port, command.deployed());
            server.launch(work, arguments, command.environment(), settings);
            server.saidAtItsStart = Files.readString(server.log()).length();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without its start, where WildFly, TomEE and Payara warn of much that is their own. */
    @Override
    public String said() throws IOException {
        return super.said().substring(saidAtItsStart);
    }

    @Override
    public ServerProbe probe(MBeanServerConnection jmx) {
        return new Probe(jmx);
    }

    /** When its application answers: until then it puts its own logging and management in place, as WildFly does, and is left alone. */
    @Override
    public boolean mayConnect() {
        try (var connection = RawConnection.to(port)) {
            var response =
                    connection.ask("GET /stats HTTP/1.1", "Connection: close").read("GET");
            return response != null && response.status() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    private final class Probe extends ServerProbe {

        Probe(MBeanServerConnection jmx) {
            super(jmx);
        }

        @Override
        public int localPort() {
            return port;
        }

        @Override
        public Pool pool() {
            try {
                return super.pool();
            } catch (LabException e) {
                throw new TestAbortedException("it publishes no thread pool in JMX");
            }
        }

        @Override
        public void stopApplication() {
            if (deployed == null) throw new TestAbortedException("it does not undeploy an application while it runs");
            try {
                Files.delete(deployed);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public ObjectName application() {
            throw new TestAbortedException("its names in JMX differ");
        }

        @Override
        public String applicationClassLoader() {
            throw new TestAbortedException("its names in JMX differ");
        }

        /** Its maker's name first: TomEE is a Tomcat. */
        @Override
        public String version() {
            return container.home().startsWith("apache-tom") ? "tomcat" : container.name();
        }
    }
}
