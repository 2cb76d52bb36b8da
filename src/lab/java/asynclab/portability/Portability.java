package asynclab.portability;

import asynclab.experiment.JMeter;
import asynclab.experiment.LoadRun;
import asynclab.experiment.Samples;
import asynclab.options.Jdks;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.plan.Engines;
import asynclab.plan.Experiment;
import asynclab.plan.LoadPlan;
import asynclab.plan.Model;
import asynclab.plan.PlannedArm;
import asynclab.result.Environment;
import asynclab.server.Container;
import asynclab.server.Containers;
import asynclab.server.Processes;
import asynclab.server.RunningContainer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The same WAR on one container after another: does it start, does E1 come out the same, does the wire contract hold, and what
 * does each container do where the specification leaves it free. What was found of a container replaces what was known of it, so
 * that containers may be tried one at a time ({@code -Darms=}).
 */
public final class Portability {

    private static final int SPEED = 10;
    private static final int THREADS = 100;
    private static final long CONVERSION_SECONDS = 120;

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
        work = options.work().resolve("containers").toAbsolutePath();
        LoadPlan load = experiment.workload().faster(SPEED);
        model = new Model(load, options.seed() == null ? load.seed() : options.seed());
    }

    /** Tries the containers that {@code arms} names, or all. @return the folder of the result */
    public static Path run(Options options, Processes processes, PrintStream out) throws IOException {
        List<Container> chosen = options.arms().isEmpty()
                ? Containers.ALL
                : options.arms().stream().map(Containers::named).toList();
        var portability = new Portability(options, processes, out);
        Files.createDirectories(portability.work);
        Path folder = options.results().resolve("containers");
        for (Container container : chosen) {
            out.printf("%n%s: starting%n", container.name());
            PortabilityResult.Row row = portability.attempt(container);
            PortabilityResult result = PortabilityResult.in(folder).with(row, portability.context());
            result.writeTo(folder);
            out.println(result.sentence(row));
        }
        return folder;
    }

    /** Writes the report of what is stored anew. @return its folder */
    public static Path reportAgain(Options options) throws IOException {
        Path folder = options.results().resolve("containers");
        PortabilityResult.in(folder).writeTo(folder);
        return folder;
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
        return model.predict(faster, faster.station(THREADS, -1)).throughput();
    }

    private PortabilityResult.Row attempt(Container container) throws IOException {
        var row = new PortabilityResult.Row(container);
        Path home = container.find(servers);
        if (home == null) return row.notTried("it is not in target/servers; the profile containers puts it there");
        row.version = container.version(home);
        try {
            Path war = ready(container, options.war(), "as-it-is.war");
            Path withServlet = withTimeoutServlet();
            try (var running = start(container, home, war, container.name())) {
                row.startSeconds = running.startSeconds();
                var checks = new WireChecks(running);
                checks.serving();
                row.abort = checks.abort();
                row.blocking = load(running, container, "blocking");
                row.async = load(running, container, "async");
                checks.stopping();
                row.checks.addAll(checks.checks());
            }
            Path changed = ready(container, withServlet, "with-servlet.war");
            try (var running = start(container, home, changed, container.name() + "-undeploy")) {
                row.defaultTimeoutMillis =
                        Long.valueOf(running.get("/default-timeout").text());
                var checks = new WireChecks(running);
                checks.undeploying();
                row.checks.addAll(checks.checks());
            }
        } catch (LabException | NumberFormatException e) {
            row.reason = e.getMessage();
        }
        return row;
    }

    private RunningContainer start(Container container, Path home, Path war, String name) throws IOException {
        return RunningContainer.start(processes, container, home, war, options.jettyXml(), work, name);
    }

    private PortabilityResult.Load load(RunningContainer running, Container container, String armName) {
        PlannedArm arm = experiment.arm(armName).faster(SPEED);
        Path samples = work.resolve(container.name() + "-" + armName + ".jtl");
        new JMeter(processes, options.jmeterHome(), Engines.NONE)
                .run(
                        options.plan(),
                        new LoadRun(options, experiment, model, out).properties(running.port(), arm),
                        samples,
                        (done, errors) -> out.printf(
                                "%s, %s: %d requests, %d errors%n", container.name(), armName, done, errors));
        running.awaitInFlight(0);
        Samples read = Samples.read(samples, LoadRun.WARM_UP, model.draws(), Engines.NONE);
        return new PortabilityResult.Load(
                read.all().throughput(),
                read.all().histogram().getMean(),
                read.all().size(),
                read.errorCount());
    }

    private Path ready(Container container, Path war, String name) throws IOException {
        return ready(processes, container, servers, war, work.resolve(container.name() + "-" + name));
    }

    /** @return the WAR as this container wants it: itself, or converted to the target */
    static Path ready(Processes processes, Container container, Path servers, Path war, Path target)
            throws IOException {
        if (!container.jakarta()) return war;
        Path work = target.getParent();
        Process process = processes.java(
                Jdks.own(),
                work,
                work.resolve("migration.log"),
                List.of("-jar", migrationTool(servers).toString(), war.toString(), target.toString()));
        try {
            if (!process.waitFor(CONVERSION_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0)
                throw new LabException("the WAR could not be converted to Jakarta EE");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("Interrupted while the WAR was converted.");
        } finally {
            processes.stop(process);
        }
        return target;
    }

    private static Path migrationTool(Path servers) throws IOException {
        try (var files = Files.list(servers)) {
            return files.filter(file -> file.getFileName().toString().startsWith("jakartaee-migration-"))
                    .findFirst()
                    .orElseThrow(() -> new LabException("jakartaee-migration is not in target/servers"));
        }
    }

    /** A copy of the WAR with the servlet that tells the container's default. */
    private Path withTimeoutServlet() throws IOException {
        Path changed = work.resolve("with-default-timeout.war");
        Files.copy(options.war(), changed, StandardCopyOption.REPLACE_EXISTING);
        try (var zip = FileSystems.newFileSystem(changed);
                var code = DefaultTimeoutServlet.class.getResourceAsStream("DefaultTimeoutServlet.class")) {
            Path folder = zip.getPath("WEB-INF/classes/asynclab/lab");
            Files.createDirectories(folder);
            Files.copy(code, folder.resolve("DefaultTimeoutServlet.class"));
            Path webXml = zip.getPath("WEB-INF/web.xml");
            Files.writeString(webXml, Files.readString(webXml).replace("</web-app>", TIMEOUT_SERVLET));
        }
        return changed;
    }
}
