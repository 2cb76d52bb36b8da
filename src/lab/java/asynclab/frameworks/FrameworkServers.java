package asynclab.frameworks;

import asynclab.client.RawConnection;
import asynclab.options.Jdks;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.server.Container;
import asynclab.server.Processes;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.server.Site;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Compiles and starts the servers. A program is compiled once, with the compiler of the JDK that runs it: Helidon's class files
 * have the format of Java 21, and an older compiler cannot read them. One thread uses this.
 */
public final class FrameworkServers {

    /** The headers of our answer, which each framework must have. */
    private static final List<String> HEADERS =
            List.of("Content-Security-Policy", "X-Content-Type-Options", "Cache-Control", "X-Planned-Ms", "X-Held-Ms");

    /** The path of the minimal embedded Jetty, without the hold time. */
    public static final String FLOOR_PATH = "/hold";

    private static final String SOURCES = "src/frameworks/java";
    private static final String PACKAGE = "asynclab.original.";

    private final Options options;
    private final Processes processes;
    private final Path work;
    private final Set<String> compiled = new LinkedHashSet<>();

    FrameworkServers(Options options, Processes processes) {
        this.options = options;
        this.processes = processes;
        work = options.work().resolve("frameworks");
    }

    /** The java command for a framework; null if this machine has no JDK that is new enough. */
    String java(Framework framework) {
        return Jdks.java(options.jdk(), framework.minJdk());
    }

    /** The feature version of that JDK. */
    int jdk(Framework framework) {
        return Jdks.featureOf(java(framework));
    }

    /** The lines of a program's own file that are neither empty nor imports nor comments. 0 for the WAR. */
    static int lines(Path project, Framework framework) throws IOException {
        if (framework.isServlet()) return 0;
        try (Stream<String> lines = Files.lines(source(project, framework))) {
            return (int) lines.map(String::strip)
                    .filter(line -> !line.matches("|import .*|package .*|/?\\*.*|//.*"))
                    .count();
        }
    }

    private static Path source(Path project, Framework framework) {
        return project.resolve(SOURCES).resolve((PACKAGE + framework.program()).replace('.', '/') + ".java");
    }

    /** Starts a server with 100 request threads. */
    Server start(Framework framework, List<String> flags) throws IOException {
        return start(framework, 100, flags);
    }

    /** Starts a server on a free port, and returns when it answers. @param flags of its JVM, beyond its own */
    Server start(Framework framework, int requestThreads, List<String> flags) throws IOException {
        var jvmFlags = new ArrayList<>(framework.flags());
        jvmFlags.addAll(flags);
        ServerSettings settings =
                settings(framework.name(), framework, jvmFlags).withRequestThreads(requestThreads);
        if (framework.isServlet()) return startServlet(framework, settings);
        return startProgram(framework, settings, libraries(framework));
    }

    /**
     * Starts a minimal embedded Jetty in a JVM of its own. It has one servlet and one scheduler, and gives the answer of
     * {@code /async}. Its cost is the floor (the lower bound) of our servlet's cost. Its libraries are those of the Jetty that
     * serves the WAR.
     *
     * @throws LabException if that fails, or if its answer differs
     */
    public static Server startFloor(Options options, Processes processes, List<String> flags) {
        var servers = new FrameworkServers(options, processes);
        Framework floor = Framework.named("jetty");
        ServerSettings settings = servers.settings("floor", floor, flags);
        try {
            Server server = servers.startProgram(floor, settings, servers.librariesOfJetty());
            check(floor, server);
            return server;
        } catch (IOException e) {
            throw new LabException("The embedded Jetty cannot be started: " + e.getMessage(), e);
        }
    }

    private ServerSettings settings(String name, Framework framework, List<String> flags) {
        return ServerSettings.named(name).withJava(java(framework)).withJvmFlags(flags);
    }

    private String librariesOfJetty() {
        Path libraries = options.jettyHome().resolve("lib");
        return libraries + File.separator + "*" + File.pathSeparator + libraries.resolve("logging") + File.separator
                + "*";
    }

    /**
     * Starts another program of {@code asynclab.original} on an embedded Jetty. It must answer {@code /hold?ms=}.
     *
     * @throws LabException if that fails
     */
    public static Server startOnJetty(Options options, Processes processes, String program, int requestThreads) {
        var servers = new FrameworkServers(options, processes);
        Framework framework = Framework.onJetty(program);
        ServerSettings settings =
                servers.settings(framework.name(), framework, List.of()).withRequestThreads(requestThreads);
        try {
            return servers.startProgram(framework, settings, servers.librariesOfJetty());
        } catch (IOException e) {
            throw new LabException("The program " + program + " cannot be started: " + e.getMessage(), e);
        }
    }

    private String libraries(Framework framework) {
        Path libraries = options.project().resolve("target/frameworks").resolve(framework.module());
        if (!Files.isDirectory(libraries))
            throw new LabException(
                    "The libraries of " + framework.title() + " are not in target/frameworks. The command"
                            + " mvn verify -Plab -Dexperiment=frameworks puts them there.");
        return libraries + File.separator + "*";
    }

    private Server startProgram(Framework framework, ServerSettings settings, String libraries) throws IOException {
        String classPath = compile(framework, libraries) + File.pathSeparator + libraries;
        var container = Container.of(
                framework.name(), framework.title(), framework.module(), site -> launch(framework, classPath, site));
        return Server.startClean(processes, container.servedAt(ready(framework)), site(options.project(), settings));
    }

    /** A gateway is ready when it has called its backend. */
    private static String ready(Framework framework) {
        return framework.url(1);
    }

    private Server startServlet(Framework framework, ServerSettings settings) throws IOException {
        Path home = framework == Framework.SERVLET_TOMCAT ? options.tomcatHome() : options.jettyHome();
        return Server.startClean(processes, framework.container().servedAt(ready(framework)), site(home, settings));
    }

    private Site site(Path home, ServerSettings settings) {
        return new Site(home, work, options.war(), options.project().resolve("jetty.xml"), settings);
    }

    private static Container.Launch launch(Framework framework, String classPath, Site site) {
        return new Container.Launch(
                List.of(
                        "-Dport=" + site.settings().port(),
                        "-Dthreads=" + site.settings().requestThreads(),
                        "-classpath",
                        classPath,
                        PACKAGE + framework.program()),
                null,
                Map.of());
    }

    private Path compile(Framework framework, String libraries) throws IOException {
        Path classes =
                Files.createDirectories(work.resolve("classes").resolve(framework.module() + "-" + jdk(framework)));
        if (!compiled.add(classes + framework.program())) return classes;
        String compiler = Path.of(java(framework)).resolveSibling("javac").toString();
        Processes.ProgramEnd javac = processes.run(
                work,
                List.of(
                        compiler,
                        "-proc:none",
                        "-d",
                        classes.toString(),
                        "-classpath",
                        libraries,
                        "-sourcepath",
                        options.project().resolve(SOURCES).toString(),
                        source(options.project(), framework).toString()),
                "");
        if (javac.exit() != 0)
            throw new LabException("The program " + framework.program() + " cannot be compiled: " + javac.output());
        return classes;
    }

    /** @throws LabException if a server does not offer the same service as our servlet */
    static void check(Framework framework, Server server) throws IOException {
        for (int request = 0; request < 10; request++) {
            RawConnection.Response answer = server.application().get(framework.url(request));
            boolean same = answer.status() == 200
                    && answer.text().equals("ok")
                    && HEADERS.stream().allMatch(name -> answer.header(name) != null);
            if (!same)
                throw new LabException(framework.title() + " does not give the answer of our servlet, but: " + answer);
        }
    }
}
