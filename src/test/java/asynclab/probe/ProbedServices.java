package asynclab.probe;

import asynclab.document.TerminalText;
import asynclab.document.Texts;
import asynclab.options.ProbeOptions;
import asynclab.probe.ProbeResult.ProbeEnding;
import asynclab.server.Container;
import asynclab.server.Containers;
import asynclab.server.Processes;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.server.Site;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Probes services whose limits are known, and prints what was found: 20 request threads, 10 connections, 15 permits, 1 processor,
 * blocking and asynchronous, on Jetty and on Tomcat. It takes some eight minutes, so it is no test. {@code mvn pre-integration-test
 * -DskipTests} lays the servers first. The processors need {@code taskset}: the servers are on processor 0, and this program should be on
 * another one.
 *
 * <pre>
 * mvn dependency:build-classpath -Dmdep.outputFile=target/classpath.txt
 * taskset -c 1 java -cp target/classes:target/test-classes:$(cat target/classpath.txt) asynclab.probe.ProbedServices
 * </pre>
 *
 * A word as argument chooses the services whose name has it.
 */
public final class ProbedServices {

    private static final Path TARGET = Path.of("target").toAbsolutePath();

    /**
     * A service with a known limit.
     *
     * @param figures the option that gives the probe figures of the service
     * @param limit the name of the limit
     */
    private record KnownService(
            String name,
            Container container,
            String path,
            int threads,
            List<String> flags,
            String figures,
            String limit,
            int size) {}

    private ProbedServices() {}

    /** Path, threads beside Jetty's own, setting, figures, limit, size, name. */
    private static final String SERVICES =
            """
            /blocking?ms=200 | 20 | - | --jmx | request threads | 20 | blocking
            /blocking?ms=200 | 20 | - | --other | request threads | 20 | blocking
            /phases?connectionMs=150&ms=0 | 100 | jdbc-connections=10 | --metrics | connections | 10 | blocking
            /phases?connectionMs=150&ms=0 | 100 | jdbc-connections=10 | --other | connections | 10 | blocking
            /phases-async?connectionMs=150&ms=0 | 100 | jdbc-connections=10 | --metrics | connections | 10 | asynchronous
            /queued/fifo?ms=200 | 100 | queue-servers=15 | --metrics | permits | 15 | asynchronous
            /blocking?ms=200 | 100 | max-in-flight-each=15 | --other | permits | 15 | blocking, rejecting
            /phases?cpuMs=40&ms=0 | 100 | - | --metrics | processors | 1 | blocking
            /phases?cpuMs=40&ms=0 | 100 | - | --other | processors | 1 | blocking
            /phases-async?cpuMs=40&ms=0 | 100 | - | --metrics | processors | 1 | asynchronous
            """;

    private static List<KnownService> all() {
        var all = new ArrayList<KnownService>();
        for (Container on : List.of(Containers.JETTY, Containers.TOMCAT))
            SERVICES.lines().map(line -> line.split(" \\| ")).forEach(cells -> {
                int ofItsOwn = on == Containers.JETTY ? 2 : 0;
                all.add(new KnownService(
                        on.name() + ", " + cells[6] + ", " + cells[3],
                        on,
                        cells[0],
                        Integer.parseInt(cells[1]) + ofItsOwn,
                        cells[2].equals("-") ? List.of() : List.of("-Dasynclab." + cells[2]),
                        cells[3],
                        cells[4],
                        Integer.parseInt(cells[5])));
            });
        return all;
    }

    public static void main(String[] words) throws IOException {
        String chosen = words.length == 0 ? "" : words[0];
        Path work = Files.createDirectories(TARGET.resolve("probed"));
        System.out.println(
                "| service | limit | size | named | mean at 1.5 times: predicted ms | measured ms | deviation | requests | seconds |");
        System.out.println("|---|---|---|---|---|---|---|---|---|");
        try (var processes = new Processes()) {
            for (KnownService service : all())
                if (service.name.contains(chosen)) System.out.println(row(service, processes, work));
        }
    }

    private static String row(KnownService service, Processes processes, Path work) throws IOException {
        int jmx = freePort();
        var flags = new ArrayList<>(List.of("-Xms256m", "-Xmx256m"));
        flags.addAll(service.flags);
        if (service.figures.equals("--jmx"))
            for (String flag : List.of("port=" + jmx, "authenticate=false", "ssl=false"))
                flags.add("-Dcom.sun.management.jmxremote." + flag);
        ServerSettings settings = ServerSettings.named("probed")
                .withRequestThreads(service.threads)
                .withJvmFlags(flags)
                .withProcessors("0");
        Path home = service.container.find(TARGET.resolve("servers"));
        if (home == null) throw new IllegalStateException("mvn pre-integration-test -DskipTests lays the servers");
        var site = new Site(home, work, TARGET.resolve("async-servlet-lab.war"), Path.of("jetty.xml"), settings);
        try (Server server = Server.start(processes, service.container, site)) {
            String root = "http://127.0.0.1:" + server.port();
            ProbeOptions options = options(service, root, jmx);
            ProbeResult result = Probe.run(options, options.commandOfJar(), sentence -> {});
            if (System.getProperty("probe.lines") != null)
                System.out.print(TerminalText.of(ProbeReport.brief(result), 100, false));
            return text(service, result);
        }
    }

    private static ProbeOptions options(KnownService service, String root, int jmx) {
        String value =
                switch (service.figures) {
                    case "--metrics" -> root + "/metrics";
                    case "--jmx" -> "127.0.0.1:" + jmx;
                    default -> root + "/none";
                };
        return PlayedService.options(root + service.path, service.figures, value);
    }

    private static String text(KnownService service, ProbeResult result) {
        var limit = result.limit();
        String named = limit == null ? "nothing" : limit.name() == null ? "open" : limit.name();
        String judged =
                limit == null || limit.name() == null ? "" : limit.name().equals(service.limit) ? " ✓" : " ✗";
        boolean near = limit != null && Math.abs(limit.requests() - service.size) <= 0.05 * service.size;
        var check = result.check();
        String beyond = check == null
                ? result.ending() == ProbeEnding.ERRORS ? " rejected | – | –" : " – | – | –"
                : String.format(
                        Locale.ROOT,
                        " %s | %s | %+.1f %%%s",
                        Texts.measured(check.predictedMs()),
                        Texts.measured(check.measuredMs()),
                        check.deviationPercent(),
                        Math.abs(check.deviationPercent()) > 5 ? " ✗" : "");
        return String.format(
                Locale.ROOT,
                "| %s | %d %s | %s%s | %s%s |%s | %,d | %.0f |",
                service.name,
                service.size,
                service.limit,
                limit == null ? "–" : limit.requests(),
                near ? "" : " ✗",
                named,
                judged,
                beyond,
                result.cost().requests(),
                result.cost().seconds());
    }

    private static int freePort() throws IOException {
        try (var free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }
}
