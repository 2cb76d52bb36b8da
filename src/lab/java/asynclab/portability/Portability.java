package asynclab.portability;

import asynclab.client.RawConnection;
import asynclab.exchange.Ending;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.run.JMeter;
import asynclab.run.LoadRun;
import asynclab.run.Samples;
import asynclab.run.plan.Engines;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.Model;
import asynclab.run.plan.PlannedArm;
import asynclab.run.result.Environment;
import asynclab.server.ApplicationClient;
import asynclab.server.Container;
import asynclab.server.Containers;
import asynclab.server.Processes;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.server.Site;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Tries the same WAR on one container after another. It measures the start and the throughput of E1, and records the behaviour
 * that the specification leaves open. {@code -Dcontainer=} runs the wire contracts on a container. A new result of a container
 * replaces its stored result, so {@code -Darms=} can try one container at a time.
 */
public final class Portability {

    private static final int SPEED = 10;
    private static final int THREADS = 100;
    private static final int CLIENTS = 20; // clients that leave before the answer
    private static final int HOLD_MILLIS = 10_000; // of their requests

    private static final String TIMEOUT_SERVLET =
            """
            <servlet>
              <servlet-name>default-timeout</servlet-name>
              <servlet-class>asynclab.portability.DefaultTimeoutServlet</servlet-class>
              <async-supported>true</async-supported>
            </servlet>
            <servlet-mapping>
              <servlet-name>default-timeout</servlet-name>
              <url-pattern>/default-timeout</url-pattern>
            </servlet-mapping>
            </web-app>
            """;

    private final Options options;
    private final Processes processes;
    private final PrintStream out;
    private final Path servers;
    private final Path work;
    private final Experiment experiment = Experiment.named("80-20");
    private final Model model;

    private Portability(Options options, Processes processes, PrintStream out) {
        this.options = options;
        this.processes = processes;
        this.out = out;
        servers = options.jettyHome().getParent();
        work = options.work().resolve("containers");
        LoadPlan load = experiment.workload().faster(SPEED);
        model = new Model(load, options.seed() == null ? load.seed() : options.seed());
    }

    /** @throws LabException if the run is refused, whatever it measures */
    public static void check(Options options) {
        options.arms().forEach(Containers::named);
    }

    /** Tries the containers that {@code arms} names, or all. Call {@link #check} before. @return its folder */
    public static Path run(Options options, Processes processes, PrintStream out) throws IOException {
        List<Container> chosen = options.arms().isEmpty()
                ? Containers.ALL
                : options.arms().stream().map(Containers::named).toList();
        var portability = new Portability(options, processes, out);
        Files.createDirectories(portability.work);
        Path folder = options.results().resolve("containers");
        for (Container container : chosen) {
            out.printf("%n%s: starting%n", container.name());
            PortabilityResult.Row row = portability.tryOut(container);
            PortabilityResult result = PortabilityResult.in(folder).with(row, portability.context());
            new PortabilityReport(result).writeTo(folder);
            out.println(PortabilityReport.sentence(row));
        }
        return folder;
    }

    /** Writes the report of a stored result again. */
    public static void reportAgain(Path folder) throws IOException {
        new PortabilityReport(PortabilityResult.in(folder)).writeTo(folder);
    }

    private PortabilityResult.Context context() {
        return new PortabilityResult.Context(
                SPEED,
                Environment.read(options, model.seed()),
                "mvn verify -Plab -Dexperiment=containers",
                predicted("blocking"),
                predicted("async"));
    }

    private double predicted(String arm) {
        PlannedArm faster = experiment.arm(arm).faster(SPEED);
        return model.predict(faster, THREADS, -1, false).figures().throughput();
    }

    private PortabilityResult.Row tryOut(Container container) throws IOException {
        var row = new PortabilityResult.Row(container);
        Path home = container.find(servers);
        if (home == null) return row.notTried("it is not in target/servers; the profile containers puts it there");
        row.version = container.version(home);
        try {
            Path war = ready(container, options.war(), "as-it-is.war");
            Path withServlet = withTimeoutServlet();
            try (var server = start(container, home, war, container.name())) {
                row.startSeconds = server.startSeconds();
                row.blocking = load(server, container, "blocking");
                row.async = load(server, container, "async");
                row.abort = clientGone(server.application());
            }
            Path changed = ready(container, withServlet, "with-servlet.war");
            try (var server = start(container, home, changed, container.name() + "-servlet")) {
                row.defaultTimeoutMillis = Long.valueOf(
                        server.application().get("/default-timeout").text());
            }
        } catch (LabException | NumberFormatException | IOException e) { // the other containers go on
            row.reason = Objects.requireNonNullElse(e.getMessage(), e.toString());
        }
        return row;
    }

    /** Whether the application is told that a client has closed its connection, in a few words. */
    static String clientGone(ApplicationClient application) throws IOException {
        long before = application.ledger().ended(Ending.CLIENT_GONE);
        var clients = new ArrayList<RawConnection>();
        long began = System.nanoTime();
        String request = "GET /async?ms=" + HOLD_MILLIS + " HTTP/1.1";
        for (int i = 0; i < CLIENTS; i++) clients.add(application.connect().ask(request));
        if (!application.awaitInFlight(CLIENTS)) throw new LabException("the requests did not reach the servlet");
        for (RawConnection client : clients) client.vanish();
        if (!application.awaitInFlight(0)) throw new LabException("the requests of clients that left stay in flight");
        boolean atOnce = System.nanoTime() - began < HOLD_MILLIS * 1_000_000L; // before any answer was due
        long gone = application.ledger().ended(Ending.CLIENT_GONE) - before;
        if (gone == 0) return "not told";
        return (gone == CLIENTS ? "told" : "told of " + gone + " in " + CLIENTS)
                + (atOnce ? " at once" : " when it answers");
    }

    private Server start(Container container, Path home, Path war, String name) throws IOException {
        var site = new Site(home, work, war, options.project().resolve("jetty.xml"), ServerSettings.named(name));
        return Server.startClean(processes, container, site);
    }

    private LoadFigures load(Server server, Container container, String armName) {
        PlannedArm arm = experiment.arm(armName).faster(SPEED);
        Path samples = work.resolve(container.name() + "-" + armName + ".jtl");
        new JMeter(processes, options.jmeterHome(), Engines.NONE)
                .run(
                        options.plan(),
                        new LoadRun(options, experiment, model, out).properties(server.port(), arm),
                        samples,
                        (done, errors) -> out.printf(
                                "%s, %s: %d requests, %d errors%n", container.name(), armName, done, errors));
        server.application().awaitInFlight(0);
        Samples read = Samples.read(samples, model.draws(), Engines.NONE);
        return new LoadFigures(
                read.all().throughput(),
                read.all().histogram().getMean(),
                read.all().size(),
                read.errorCount());
    }

    /** The WAR in the form that the container needs. */
    private Path ready(Container container, Path war, String name) throws IOException {
        return JakartaWar.of(processes, container, servers, war, work.resolve(container.name() + "-" + name));
    }

    /** A copy of the WAR with the servlet that returns the container's default timeout. */
    private Path withTimeoutServlet() throws IOException {
        Path changed = work.resolve("with-default-timeout.war");
        Files.copy(options.war(), changed, StandardCopyOption.REPLACE_EXISTING);
        try (var zip = FileSystems.newFileSystem(changed);
                var code = DefaultTimeoutServlet.class.getResourceAsStream("DefaultTimeoutServlet.class")) {
            Path file = zip.getPath(
                    "WEB-INF/classes/" + DefaultTimeoutServlet.class.getName().replace('.', '/') + ".class");
            Files.createDirectories(file.getParent());
            Files.copy(code, file);
            Path webXml = zip.getPath("WEB-INF/web.xml");
            Files.writeString(webXml, Files.readString(webXml).replace("</web-app>", TIMEOUT_SERVLET));
        }
        return changed;
    }
}
