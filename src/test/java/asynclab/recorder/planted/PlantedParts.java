package asynclab.recorder.planted;

import asynclab.options.Jdks;
import asynclab.portability.JakartaWar;
import asynclab.server.Container;
import asynclab.server.Containers;
import asynclab.server.Processes;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.server.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Plants parts of requests on real servers and compares them with what the recorder's log says. It prints a table in Markdown. A server
 * whose folder is missing is left out, with a sentence. It takes some six minutes, so it is no test. The build lays the servers: {@code mvn
 * pre-integration-test -Pcontainers -DskipTests}.
 *
 * <pre>
 * mvn dependency:build-classpath -Dmdep.outputFile=target/classpath.txt
 * java -cp target/classes:target/test-classes:$(cat target/classpath.txt) asynclab.recorder.planted.PlantedParts
 * </pre>
 *
 * A word as argument chooses the servers whose name has it.
 */
public final class PlantedParts {

    static final int THREADS = 16;
    private static final Path TARGET = Path.of("target").toAbsolutePath();

    /** @param virtual whether requests run on virtual threads */
    private record PlantedServer(String name, Container container, boolean virtual) {

        /** Jetty takes two threads of the pool for itself. */
        boolean isJetty() {
            return name.startsWith("Jetty");
        }
    }

    private PlantedParts() {}

    private static List<PlantedServer> all() {
        var all = new ArrayList<PlantedServer>();
        all.add(new PlantedServer("Tomcat 9", Containers.named("tomcat-9"), false));
        all.add(new PlantedServer("Tomcat 11", Containers.named("tomcat-11"), false));
        all.add(new PlantedServer("Jetty 12.0", PlantedServers.jetty("12.0"), false));
        all.add(new PlantedServer("Jetty 12.1", PlantedServers.jetty("12.1"), false));
        all.add(new PlantedServer("Jetty 12.1, virtual threads", PlantedServers.jetty("12.1"), true));
        all.add(new PlantedServer("Spring Boot 3", PlantedServers.spring(TARGET, false), false));
        all.add(new PlantedServer("Spring Boot 3, virtual threads", PlantedServers.spring(TARGET, true), true));
        return all;
    }

    public static void main(String[] words) throws IOException {
        String chosen = words.length == 0 ? "" : words[0];
        System.out.println(
                "| server | request | planted | wait | processor | wait for a connection | connection | whole time | wait for a thread, ms: median, error | the framework's own ms: wait, processor, whole |");
        System.out.println("|---|---|---|---|---|---|---|---|---|---|");
        Path work = Files.createDirectories(TARGET.resolve("planted"));
        try (var processes = new Processes()) {
            Path war = PlantedServers.war(work, TARGET);
            for (PlantedServer server : all()) if (server.name.contains(chosen)) run(server, processes, work, war);
        }
    }

    private static void run(PlantedServer such, Processes processes, Path work, Path war) throws IOException {
        Path home = such.container.home().isEmpty() ? TARGET : such.container.find(TARGET.resolve("servers"));
        String java = such.virtual ? Jdks.atLeast(21) : Jdks.own();
        if (home == null || java == null) {
            System.out.println("| " + such.name + " | not installed |");
            return;
        }
        String name = such.name.replaceAll("[^A-Za-z0-9.]+", "-");
        Path log = work.resolve(name + "-recorder.log");
        Files.deleteIfExists(log);
        ServerSettings settings = ServerSettings.named(name)
                .withRequestThreads(THREADS + (such.isJetty() ? 2 : 0))
                .withJava(java)
                .withJvmFlags(List.of("-Dasynclab.recorder.log=" + log));
        if (such.virtual && such.isJetty()) settings = settings.withVirtualThreads(0);
        Path ready =
                JakartaWar.of(processes, such.container, TARGET.resolve("servers"), war, work.resolve(name + ".war"));
        var site = new Site(home, work, ready, Path.of("jetty.xml").toAbsolutePath(), settings);
        Container served = such.container.servedAt("/blocking/ready");
        try (Server server = Server.startClean(processes, served, site)) {
            for (String kind : List.of("/blocking/", "/async/")) {
                var sent = new PlantedRun(server.port(), kind, !such.virtual).send();
                for (String row : PlantedRows.of(sent, log))
                    System.out.printf(Locale.ROOT, "| %s | %s | %s%n", such.name, kind.replace("/", ""), row);
            }
        }
    }
}
