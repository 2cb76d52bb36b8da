package asynclab.portability;

import static asynclab.document.Document.code;
import static asynclab.document.Document.column;
import static asynclab.document.Document.items;
import static asynclab.document.Document.paragraph;
import static asynclab.document.Document.strong;
import static asynclab.document.Texts.text;

import asynclab.document.Document;
import asynclab.document.Document.Items;
import asynclab.document.Document.Section;
import asynclab.document.Document.Table;
import asynclab.document.DocumentFolder;
import asynclab.portability.PortabilityResult.Row;
import asynclab.server.Containers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The document of a {@link PortabilityResult}. */
public record PortabilityReport(PortabilityResult result) {

    private static final List<String> FACTS =
            List.of("processor", "cores", "system", "jdk", "serverJvmFlags", "jmeter", "commit");

    /** The result of one container in one sentence. */
    static String sentence(Row row) {
        if (row.reason != null) return row.name + ": " + row.reason;
        return row.name + ": async " + figures(row.async) + "; blocking " + figures(row.blocking);
    }

    /** Stores the result in a folder, and its report beside it. */
    public void writeTo(Path folder) throws IOException {
        result.store(folder);
        DocumentFolder.write(document(), folder);
    }

    public Document document() {
        PortabilityResult.Context context = result.context();
        var sections = new ArrayList<>(List.of(Section.of(
                "",
                paragraph(text(
                        "Each container runs the same WAR in a new JVM with 100 request threads. The load is E1 at speed %d."
                                + " For it the model predicts %.0f req/s for blocking and %.0f req/s for async."
                                + " Errors are those that JMeter counts. The option -Darms=jetty-9.4,tomcat-9 selects some containers.",
                        context.speed(), context.predictedBlocking(), context.predictedAsync())),
                table(),
                legend(context.environment().get("cores"), dates()))));
        for (Row row : result.containers()) {
            List<?> remarks = remarks(row);
            if (!remarks.isEmpty()) sections.add(Section.of(row.title, items(remarks)));
        }
        var environment = new LinkedHashMap<>(context.environment());
        environment.keySet().retainAll(FACTS);
        return new Document(
                "containers", "One WAR, many containers", "", sections, List.of(), context.command(), environment);
    }

    private Table table() {
        return Table.of(
                result.containers(),
                column("container", row -> row.version == null ? row.title : row.title + ", " + row.version),
                column(
                        "start",
                        row -> row.startSeconds != null
                                ? text("%.1f s", row.startSeconds)
                                : strong(row.tried ? "no" : "not tried")),
                column("E1 async", row -> figures(row.async)),
                column("E1 blocking", row -> figures(row.blocking)),
                column("wire contracts", row -> row.startSeconds == null ? "–" : contracts(row.contracts)),
                column("default async timeout", row -> timeout(row.defaultTimeoutMillis)),
                column("client gone", row -> row.abort == null || row.abort.isEmpty() ? "–" : row.abort),
                column("load before", row -> row.loadBefore < 0 ? "–" : text("%.1f", row.loadBefore)));
    }

    /** When the containers were tried, if not all on one day. */
    private String dates() {
        List<String> dates = result.containers().stream()
                .map(row -> row.date)
                .distinct()
                .sorted()
                .toList();
        return dates.size() < 2
                ? ""
                : text(
                        " The rows are from %s to %s, and the environment is that of the last run.",
                        dates.get(0), dates.get(dates.size() - 1));
    }

    private static Items legend(Object cores, String dates) {
        return items(List.of(
                List.of(
                        "Wire contracts are the tests that Jetty 12 and Tomcat 9 pass in every build. On another container ",
                        code("mvn verify -Dexperiment=containers -Dcontainer=wildfly-26"),
                        " runs them. Among them: HEAD is answered as GET is, and waiting requests get 503 when the application is undeployed or the server stops."),
                "Client gone: whether the application is told that a client has closed its connection, by an exception or an error event."
                        + " If it is not told, the request counts as answered.",
                "Load before: the load average before the start, on " + cores + " processors." + dates,
                "A dash: not tested, or the container does not do it."));
    }

    /** By the specification, 0 or less is no timeout. */
    private static String timeout(Long millis) {
        return millis == null ? "–" : millis <= 0 ? "none" : millis / 1000.0 + " s";
    }

    private static String figures(LoadFigures figures) {
        if (figures == null) return "–";
        return text(
                "%.0f req/s, mean %.0f ms%s",
                figures.throughput(),
                figures.meanMs(),
                figures.errors() == 0 ? "" : ", " + figures.errors() + " errors");
    }

    private static String contracts(PortabilityResult.Contracts contracts) {
        if (contracts == null) return "not run";
        return contracts.passed() + " of "
                + (contracts.passed() + contracts.failed().size());
    }

    /** The facts about a container that do not fit into the table. */
    private static List<?> remarks(Row row) {
        var lines = new ArrayList<Object>();
        if (!row.workaround.isEmpty()) lines.add("Set-up: " + row.workaround + ".");
        if (row.reason != null) lines.add(plain(row.reason));
        if (row.contracts != null) {
            failedCases(row.contracts)
                    .forEach((test, cases) -> lines.add(List.of(
                            strong("Failed"),
                            " wire contract: " + plain(test) + (cases == 1 ? "" : " (" + cases + " cases)"))));
            row.contracts
                    .notAsked()
                    .forEach((why, cases) ->
                            lines.add("Wire contracts not tested: " + cases + ", because " + plain(why) + "."));
        }
        String limits = Containers.named(row.name).limits();
        if (!limits.isEmpty()) lines.add("Known limits: " + limits + ".");
        return lines;
    }

    /** The number of failed cases of each test. The case is in brackets after the test's name. */
    private static Map<String, Long> failedCases(PortabilityResult.Contracts contracts) {
        return contracts.failed().stream()
                .map(test -> test.replaceFirst(" \\[\\d+].*", ""))
                .collect(Collectors.groupingBy(test -> test, TreeMap::new, Collectors.counting()));
    }

    private static String plain(String seen) {
        String line = seen.replaceAll("\\s+", " ");
        return line.length() > 300 ? line.substring(0, 300) + "…" : line;
    }
}
