package asynclab.portability;

import asynclab.portability.PortabilityResult.Row;
import asynclab.server.Containers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The Markdown report of a {@link PortabilityResult}. */
public record PortabilityReport(PortabilityResult result) {

    private static final String HEAD =
            """
            # One WAR, many containers

            Command: `%s`. The option `-Darms=jetty-9.4,tomcat-9` selects some containers.

            Each container runs the same WAR in a new JVM with 100 request threads. The load is E1 at speed %d.\
             For it the model predicts %.0f req/s for blocking and %.0f req/s for async.\
             Errors are those that JMeter counts.

            | container | start | E1 async | E1 blocking | wire contracts | default async timeout | client gone |\
             load before |
            |---|---|---|---|---|---|---|---|
            """;

    private static final String LEGEND =
            """

            - *Wire contracts* are the tests that Jetty 12 and Tomcat 9 pass in every build. On another container
              `mvn verify -Dexperiment=containers -Dcontainer=wildfly-26` runs them.
              Among them: HEAD is answered as GET is, and waiting requests get 503 when the application is undeployed or the server stops.
            - *Client gone*: whether the application is told that a client has closed its connection, by an exception or an error event.
              If it is not told, the request counts as answered.
            - *Load before*: the load average before the start, on %s processors.
            - A dash: not tested, or the container does not do it.
            """;

    /** The result of one container in one sentence. */
    static String sentence(Row row) {
        if (row.reason != null) return row.name + ": " + row.reason;
        return String.format(
                Locale.ROOT,
                "%s: async %.0f req/s, blocking %.0f req/s",
                row.name,
                row.async.throughput(),
                row.blocking.throughput());
    }

    /** Stores the result in a folder, and its report beside it. */
    public void writeTo(Path folder) throws IOException {
        result.store(folder);
        Files.writeString(folder.resolve("report.md"), text());
    }

    public String text() {
        PortabilityResult.Context context = result.context();
        Map<String, Object> environment = context.environment();
        var text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                HEAD,
                context.command(),
                context.speed(),
                context.predictedBlocking(),
                context.predictedAsync()));
        for (Row row : result.containers()) text.append(line(row));
        text.append(LEGEND.formatted(environment.get("cores")));
        for (Row row : result.containers()) text.append(remarks(row));
        text.append("\n## Environment\n\n");
        for (String fact : List.of("processor", "cores", "system", "jdk", "serverJvmFlags", "jmeter", "commit"))
            if (environment.get(fact) != null) text.append("- %s: %s\n".formatted(fact, environment.get(fact)));
        return text.toString();
    }

    private static String line(Row row) {
        String name = row.title + (row.version == null ? "" : "<br>" + row.version);
        if (row.startSeconds == null)
            return "| " + name + " | **" + (row.tried ? "no" : "not tried") + "** | – | – | – | – | – | "
                    + loadAverage(row) + " |\n";
        return String.format(
                Locale.ROOT,
                "| %s | %.1f s | %s | %s | %s | %s | %s | %s |\n",
                name,
                row.startSeconds,
                figures(row.async),
                figures(row.blocking),
                contracts(row.contracts),
                row.defaultTimeoutMillis == null ? "–" : row.defaultTimeoutMillis / 1000.0 + " s",
                row.abort == null || row.abort.isEmpty() ? "–" : row.abort,
                loadAverage(row));
    }

    private static String loadAverage(Row row) {
        return row.loadBefore < 0 ? "–" : String.format(Locale.ROOT, "%.1f", row.loadBefore);
    }

    private static String figures(LoadFigures figures) {
        if (figures == null) return "–";
        return String.format(
                Locale.ROOT,
                "%.0f req/s, mean %.0f ms%s",
                figures.throughput(),
                figures.meanMs(),
                figures.errors() == 0 ? "" : ", **" + figures.errors() + " errors**");
    }

    private static String contracts(PortabilityResult.Contracts contracts) {
        if (contracts == null) return "not run";
        return contracts.passed() + " of "
                + (contracts.passed() + contracts.failed().size());
    }

    /** The facts about a container that do not fit into the table; empty if there are none. */
    private static String remarks(Row row) {
        var lines = new ArrayList<String>();
        if (!row.workaround.isEmpty()) lines.add("Set-up: " + row.workaround + ".");
        if (row.reason != null) lines.add(plain(row.reason));
        if (row.contracts != null) {
            failedCases(row.contracts)
                    .forEach((test, cases) -> lines.add(
                            "**Failed** wire contract: " + plain(test) + (cases == 1 ? "" : " (" + cases + " cases)")));
            row.contracts
                    .notAsked()
                    .forEach((why, cases) ->
                            lines.add("Wire contracts not tested: " + cases + ", because " + plain(why) + "."));
        }
        String limits = Containers.named(row.name).limits();
        if (!limits.isEmpty()) lines.add("Known limits: " + limits + ".");
        if (lines.isEmpty()) return "";
        return "\n**" + row.title + "**\n\n- " + String.join("\n- ", lines) + "\n";
    }

    /** The number of failed cases of each test. The case is in brackets after the test's name. */
    private static Map<String, Long> failedCases(PortabilityResult.Contracts contracts) {
        return contracts.failed().stream()
                .map(test -> test.replaceFirst(" \\[\\d+].*", ""))
                .collect(Collectors.groupingBy(test -> test, TreeMap::new, Collectors.counting()));
    }

    private static String plain(String seen) {
        String line = seen.replaceAll("\\s+", " ").replace("<", "&lt;");
        return line.length() > 300 ? line.substring(0, 300) + "…" : line;
    }
}
