package asynclab.portability;

import asynclab.options.LabException;
import asynclab.result.Summary;
import asynclab.server.Container;
import asynclab.server.Containers;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonCreator;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * {@code results/containers/summary.json}: what is known of each container, and {@code report.md}, which is made of it alone.
 * Throughput is in requests per second, times are in milliseconds unless the name says otherwise.
 */
public record PortabilityResult(int schema, String experiment, Context context, List<Row> containers) {

    private static final int SCHEMA = 1;

    /** Of the last run: how it was made, and what the model says of a pool of 100 threads. */
    record Context(
            int speed,
            Map<String, Object> environment,
            String command,
            double predictedBlocking,
            double predictedAsync) {}

    /** E1, one arm. */
    record Load(double throughput, double meanMs, int samples, int errors) {}

    /**
     * The tests of the wire contracts, run on request.
     *
     * @param notAsked how many there was no sense or no time in asking, by the reason
     */
    record Contracts(int passed, Map<String, Integer> notAsked, List<String> failed) {
        private String count() {
            return passed + " of " + (passed + failed.size());
        }

        /** How many cases of each test failed; a case is what follows its name in brackets. */
        private Map<String, Long> byTest() {
            return failed.stream()
                    .map(test -> test.replaceFirst(" \\[\\d+].*", ""))
                    .collect(Collectors.groupingBy(test -> test, TreeMap::new, Collectors.counting()));
        }
    }

    /** What was found of a container; what was not reached is null. Filled step by step by one thread, then only read. */
    @JsonAutoDetect(
            fieldVisibility = JsonAutoDetect.Visibility.ANY,
            getterVisibility = JsonAutoDetect.Visibility.NONE,
            isGetterVisibility = JsonAutoDetect.Visibility.NONE)
    static final class Row {
        String name;
        String title;
        String version;
        String workaround;
        String date;
        boolean tried = true;
        /** Why it went no further; null if it went all the way. */
        String reason;

        /** Of the whole machine, jobs that ran or waited to, before the container was started; more than its cores is a doubt. */
        double loadBefore;

        Double startSeconds;
        Load blocking;
        Load async;
        List<WireChecks.Check> checks = new ArrayList<>();
        Long defaultTimeoutMillis;
        String abort;
        Contracts contracts;

        @JsonCreator
        Row() {}

        Row(Container container) {
            name = container.name();
            title = container.title();
            workaround = container.workaround();
            date = LocalDate.now(ZoneOffset.UTC).toString();
            loadBefore = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        }

        Row notTried(String why) {
            tried = false;
            reason = why;
            return this;
        }

        private long held() {
            return checks.stream().filter(WireChecks.Check::holds).count();
        }

        /** Yes, no, or – if it was not asked. */
        private String holds(String check) {
            return checks.stream()
                    .filter(c -> c.name().equals(check))
                    .findFirst()
                    .map(c -> c.holds() ? "yes" : "**no**")
                    .orElse("–");
        }
    }

    /** What is stored in a folder, or nothing yet. */
    public static PortabilityResult in(Path folder) throws IOException {
        Path file = folder.resolve("summary.json");
        return Files.exists(file) ? read(file) : new PortabilityResult(SCHEMA, "containers", null, List.of());
    }

    static PortabilityResult read(Path file) throws IOException {
        return Summary.mapper().readValue(file.toFile(), PortabilityResult.class);
    }

    void writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("summary.json"), Summary.mapper().writeValueAsString(this) + "\n");
        Files.writeString(folder.resolve("report.md"), report());
    }

    private Optional<Row> known(String name) {
        return containers.stream().filter(row -> row.name.equals(name)).findFirst();
    }

    /** With the tests of a container that has been tried, and what was done for it then. */
    PortabilityResult with(String name, Contracts contracts) {
        Row row = known(name).orElseThrow(() -> new LabException(name + " has not been tried."));
        row.workaround = Containers.named(name).workaround();
        row.contracts = contracts;
        return this;
    }

    /** With what is now known of a container instead of what was; but its tests are another matter. */
    PortabilityResult with(Row row, Context now) {
        known(row.name)
                .filter(known -> Objects.equals(row.version, known.version))
                .ifPresent(known -> row.contracts = known.contracts);
        var rows = new ArrayList<Row>();
        for (Container container : Containers.ALL) {
            if (container.name().equals(row.name)) rows.add(row);
            else known(container.name()).ifPresent(rows::add);
        }
        return new PortabilityResult(schema, experiment, now, rows);
    }

    String sentence(Row row) {
        if (row.reason != null) return row.name + ": " + row.reason;
        return String.format(
                Locale.ROOT,
                "%s: async %.0f req/s, blocking %.0f req/s, %d of %d wire checks passed",
                row.name,
                row.async.throughput,
                row.blocking.throughput,
                row.held(),
                row.checks.size());
    }

    public String report() {
        var text = new StringBuilder();
        text.append("# One WAR, many containers\n\n");
        text.append(String.format(
                Locale.ROOT,
                "Command: `%s`. The option `-Darms=jetty-9.4,tomcat-9` selects some containers.\n\n"
                        + "Each container runs the same WAR in a new JVM with 100 request threads. The load is E1 at speed %d."
                        + " For it the model predicts %.0f req/s for blocking and %.0f req/s for async."
                        + " Errors are those that JMeter counts.\n\n",
                context.command,
                context.speed,
                context.predictedBlocking,
                context.predictedAsync));
        text.append(
                "| container | start | E1 async | E1 blocking | wire checks | wire contracts | default async timeout |"
                        + " client gone | HEAD | 503 on undeploy | 503 on stop | load before |\n"
                        + "|---|---|---|---|---|---|---|---|---|---|---|---|\n");
        containers.forEach(row -> text.append(line(row)));
        text.append(
                """

                - *Wire checks* are part of every run.
                - *Wire contracts* are the tests that Jetty 12 and Tomcat 9 pass in every build. On another container
                  `mvn verify -Dexperiment=containers -Dcontainer=wildfly-26` runs them.
                - *Client gone*: whether the application is told that a client has closed its connection, by an exception or an error event.
                  If it is not told, the request counts as answered.
                - *HEAD*: whether HEAD has the headers of GET, has no body and leaves the connection clean.
                - *503 on undeploy*, *503 on stop*: whether waiting requests get 503 then.
                """);
        text.append("- *Load before*: the load average before the start, on ")
                .append(context.environment.get("cores"))
                .append(" processors.\n- A dash: not tested, or the container does not do it.\n");
        for (Row row : containers) text.append(remarks(row));
        text.append("\n## Environment\n\n");
        for (String fact : List.of("processor", "cores", "system", "jdk", "serverJvmFlags", "jmeter", "commit"))
            if (context.environment.get(fact) != null)
                text.append("- ")
                        .append(fact)
                        .append(": ")
                        .append(context.environment.get(fact))
                        .append('\n');
        return text.toString();
    }

    private static String line(Row row) {
        String name = row.title + (row.version == null ? "" : "<br>" + row.version);
        if (row.startSeconds == null)
            return "| " + name + " | **" + (row.tried ? "no" : "not tried")
                    + "** | – | – | – | – | – | – | – | – | – | " + load(row) + " |\n";
        return String.format(
                Locale.ROOT,
                "| %s | %.1f s | %s | %s | %d of %d | %s | %s | %s | %s | %s | %s | %s |%n",
                name,
                row.startSeconds,
                load(row.async),
                load(row.blocking),
                row.held(),
                row.checks.size(),
                row.contracts == null ? "not run" : row.contracts.count(),
                row.defaultTimeoutMillis == null ? "–" : row.defaultTimeoutMillis / 1000.0 + " s",
                row.abort == null || row.abort.isEmpty() ? "–" : row.abort,
                row.holds(WireChecks.HEAD),
                row.holds(WireChecks.UNDEPLOYED),
                row.holds(WireChecks.STOPPED),
                load(row));
    }

    private static String load(Row row) {
        return row.loadBefore < 0 ? "–" : String.format(Locale.ROOT, "%.1f", row.loadBefore);
    }

    private static String load(Load load) {
        if (load == null) return "–";
        return String.format(
                Locale.ROOT,
                "%.0f req/s, mean %.0f ms%s",
                load.throughput,
                load.meanMs,
                load.errors == 0 ? "" : ", **" + load.errors + " errors**");
    }

    /** What a table has no room for: what was done for it, what failed and how; nothing if there is nothing. */
    private static String remarks(Row row) {
        var lines = new ArrayList<String>();
        if (!row.workaround.isEmpty()) lines.add("Set-up: " + row.workaround + ".");
        if (row.reason != null) lines.add(plain(row.reason));
        for (WireChecks.Check check : row.checks)
            if (!check.holds()) lines.add("**Failed** wire check: " + check.name() + ". Seen: " + plain(check.seen()));
        if (row.contracts != null)
            row.contracts
                    .byTest()
                    .forEach((test, cases) -> lines.add(
                            "**Failed** wire contract: " + plain(test) + (cases == 1 ? "" : " (" + cases + " cases)")));
        if (row.contracts != null)
            row.contracts.notAsked.forEach(
                    (why, cases) -> lines.add("Wire contracts not tested: " + cases + ", because " + plain(why) + "."));
        String limits = Containers.named(row.name).limits();
        if (!limits.isEmpty()) lines.add("Known limits: " + limits + ".");
        if (lines.isEmpty()) return "";
        return "\n**" + row.title + "**\n\n- " + String.join("\n- ", lines) + "\n";
    }

    private static String plain(String seen) {
        String line = seen.replaceAll("\\s+", " ").replace("<", "&lt;");
        return line.length() > 300 ? line.substring(0, 300) + "…" : line;
    }
}
