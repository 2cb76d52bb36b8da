package asynclab.report;

import asynclab.report.plot.Evidence;
import asynclab.report.plot.Picture;
import asynclab.report.plot.Plot;
import asynclab.report.plot.Plots;
import asynclab.result.Figure;
import asynclab.result.Summary;
import asynclab.result.Validity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** {@code report.md}, made from {@code summary.json} and nothing else, so that the two cannot disagree; its pictures are of the other files. */
public final class Report {

    private final StringBuilder out = new StringBuilder();

    private Report() {}

    /** Writes {@code report.md}, {@code index.html} and the pictures from what is stored in the folder. */
    public static void write(Path folder) throws IOException {
        var summary = Summary.read(folder.resolve("summary.json"));
        Files.writeString(folder.resolve("report.md"), of(summary));
        List<Evidence> evidence = Evidence.read(summary, folder);
        List<Plot> plots = Plots.of(summary, evidence);
        Map<String, byte[]> pictures = Picture.pngs(plots);
        for (var picture : pictures.entrySet())
            Files.write(folder.resolve(picture.getKey() + ".png"), picture.getValue());
        Files.writeString(folder.resolve("index.html"), HtmlReport.of(summary, folder, evidence, plots, pictures));
    }

    public static String of(Summary summary) {
        return new Report().all(summary);
    }

    /**
     * A table of texts.
     *
     * @param note what its heads do not say, for under it; empty for nothing
     */
    record Table(List<String> head, List<List<String>> rows, String note) {

        Table(List<String> head, List<List<String>> rows) {
            this(head, rows, "");
        }

        String markdown() {
            return MarkdownTable.of(head, rows) + (note.isEmpty() ? "" : "\n" + note + "\n");
        }
    }

    /** Of the table of figures. */
    static String heading(Summary s) {
        return s.isWatched() ? "Published, predicted, measured" : "Predicted and measured";
    }

    /** What one must know to read the table of figures. */
    static String introduction(Summary s) {
        String deviation = " Deviation: measured against predicted."
                + " In brackets: the range of the prediction over other seeds (seed variability).";
        if (s.isWatched()) return "Figures of the whole first run, as the post gives them." + deviation;
        return text("%d users without think time. ", s.workload().users())
                + s.arms().stream().map(arm -> arm.name() + " is " + arm.path()).collect(Collectors.joining(", "))
                + ". Figures of the whole first run. The prediction gives every request the time of a request without load."
                + " If the service has a concurrency limit, the prediction takes the limit that fits throughput and mean best."
                + " That limit is fitted, so only the percentiles are predictions then." + deviation;
    }

    /** The table published | predicted | measured, for the terminal and for the report. */
    public static String table(Summary summary) {
        return figures(summary).markdown();
    }

    private static Table figures(Summary summary) {
        var rows = new ArrayList<List<String>>();
        for (Summary.Arm arm : summary.arms()) {
            String name = arm.name();
            for (Figure figure : Figure.values()) {
                if (!figure.isShown(arm)) continue;
                Double off = figure.offPrediction(arm);
                var row = new ArrayList<>(List.of(name, figure.title()));
                if (summary.isWatched()) row.add(figure.published(arm));
                row.add(figure.predicted(arm) + (figure == Figure.THROUGHPUT ? range(arm.predicted()) : ""));
                row.add(figure.measured(arm));
                row.add(off == null ? "" : text("%+.1f %%", off * 100));
                rows.add(row);
                name = "";
            }
        }
        var head = new ArrayList<>(List.of("arm", "figure", "predicted", "measured", "deviation"));
        if (summary.isWatched()) head.add(2, "published");
        return new Table(head, rows);
    }

    private static String range(Summary.Predicted predicted) {
        return text(" (%s–%s)", Figure.text(predicted.throughputLow()), Figure.text(predicted.throughputHigh()));
    }

    /** What the runs left, by the title of its section. */
    static Map<String, Table> details(Summary s) {
        var sections = new LinkedHashMap<String, Table>();
        if (!s.thresholds().isEmpty()) sections.put("Thresholds", thresholds(s));
        sections.put("Every run", runs(s));
        sections.put("By label (first run)", labels(s));
        if (s.arms().stream().anyMatch(arm -> arm.measured().errors() > 0))
            sections.put("Errors (first run)", errors(s));
        if (s.isWatched()) {
            sections.put("The server (first run)", servers(s));
            sections.put("Request ledger of the server (first run)", ledgers(s));
        }
        return sections;
    }

    private static Table thresholds(Summary s) {
        return new Table(
                List.of("status", "threshold", "figure"),
                s.thresholds().stream()
                        .map(t -> List.of(t.met() ? "met" : "missed", t.threshold(), t.detail()))
                        .toList());
    }

    private static Table runs(Summary s) {
        var rows = new ArrayList<List<String>>();
        for (Summary.Arm arm : s.arms())
            for (Summary.Run run : arm.runs())
                rows.add(List.of(
                        arm.name(),
                        text("%d", run.number()),
                        text("%.1f", run.measured().throughput()),
                        text("%.0f", run.measured().meanMs()),
                        text("%.0f", run.measured().p99Ms()),
                        text("%.0f", run.measured().maxMs()),
                        text("%d", run.measured().errors())));
        return new Table(List.of("arm", "run", "req/s", "mean ms", "p99 ms", "max ms", "errors"), rows);
    }

    private static Table labels(Summary s) {
        var rows = new ArrayList<List<String>>();
        for (Summary.Arm arm : s.arms())
            arm.measured()
                    .byLabel()
                    .forEach((label, l) -> rows.add(List.of(
                            arm.name(),
                            label,
                            text("%d", l.samples()),
                            text("%.0f", l.meanMs()),
                            text("%.0f", l.p50Ms()),
                            text("%.0f", l.p95Ms()),
                            text("%.0f", l.p99Ms()),
                            text("%.0f", l.maxMs()))));
        return new Table(List.of("arm", "label", "requests", "mean ms", "p50 ms", "p95 ms", "p99 ms", "max ms"), rows);
    }

    private static Table errors(Summary s) {
        var rows = new ArrayList<List<String>>();
        for (Summary.Arm arm : s.arms())
            arm.measured()
                    .errorsByMessage()
                    .forEach((message, count) -> rows.add(List.of(arm.name(), message, String.valueOf(count))));
        return new Table(List.of("arm", "JMeter's message", "number"), rows);
    }

    private static Table servers(Summary s) {
        var rows = new ArrayList<List<String>>();
        for (Summary.Arm arm : s.arms()) {
            Summary.ServerFigures f = arm.server();
            rows.add(List.of(
                    arm.name(),
                    text("%d / %d / %d", f.maxThreads(), f.usableThreads(), f.peakBusyThreads()),
                    text("%d", f.peakWaiting()),
                    text("%d", f.peakInFlight()),
                    text("%d", f.peakThreads()),
                    text("%d", f.peakHeapBytes() >> 20),
                    text("%.0f", f.cpuMicrosPerRequest())));
        }
        return new Table(
                List.of(
                        "arm",
                        "request threads: max / usable / peak busy",
                        "peak requests without a thread",
                        "peak requests in flight",
                        "peak JVM threads",
                        "peak heap MB",
                        "CPU µs per request"),
                rows,
                "A request without a thread is queued for one, or held asynchronously.");
    }

    /** Every request that was started, and how it ended. */
    private static Table ledgers(Summary s) {
        var counts = new LinkedHashMap<String, String>();
        counts.put("started", "started");
        counts.put("answered", "answered");
        counts.put("timedOut", "timed out");
        counts.put("failed", "failed");
        counts.put("clientGone", "client gone");
        counts.put("rejected", "rejected");
        counts.put("drained", "drained");
        counts.put("inFlight", "in flight at the end");
        counts.put("maxInFlight", "peak in flight");
        var head = new ArrayList<>(List.of("arm", "warm-up"));
        head.addAll(counts.values());
        var rows = new ArrayList<List<String>>();
        for (Summary.Arm arm : s.arms()) {
            var row =
                    new ArrayList<>(List.of(arm.name(), text("%d", arm.server().warmupRequests())));
            counts.keySet()
                    .forEach(name -> row.add(Figure.text(arm.server().ledger().get(name))));
            rows.add(row);
        }
        return new Table(
                head,
                rows,
                "The request ledger counts every request that is started, and how it ended. Each must end exactly once."
                        + " The requests of the warm-up are among those started.");
    }

    private static Table validity(Summary s) {
        return new Table(
                List.of("status", "arm", "check", "figure"),
                s.validity().stream()
                        .map(c -> List.of(sign(c.state()), c.arm(), c.title(), c.text()))
                        .toList());
    }

    private static String sign(Validity.State state) {
        return switch (state) {
            case RED -> "■ **red**";
            case AMBER -> "▲ amber";
            case GREEN -> "● green";
            case NOT_APPLICABLE -> "– not applicable";
        };
    }

    private String all(Summary s) {
        line("# " + s.experiment() + (s.speed() == 1 ? "" : " at speed " + s.speed()));
        line("");
        line(s.title());
        line("");
        line("**" + s.verdict() + "**");
        line("");
        section(heading(s));
        line(introduction(s) + "\n");
        if (s.speed() != 1) {
            line("Every time of the experiment is divided by " + s.speed()
                    + ". The published figures are scaled in the same way.");
            line("");
        }
        out.append(table(s));
        line("");
        for (Summary.Arm arm : s.arms()) line("- **" + arm.name() + "** is " + arm.why() + "." + note(arm));
        line("");
        section("Plots");
        line(
                "Solid: measured, first run. Dashed: predicted for the same requests. `index.html` has the plots to zoom into.");
        line("");
        Plots.titles(s).forEach((id, title) -> line("![" + title + "](" + id + ".png)\n"));
        details(s).forEach((title, table) -> {
            section(title);
            line(table.markdown());
        });
        section("Validity checks");
        line(Validity.count(s.validity())
                + ". A red check leaves no verdict. An amber check is a doubt that leaves the verdict.\n");
        line(validity(s).markdown());
        section("Environment");
        line("Command: `" + s.command() + "`");
        line("");
        line("- server: " + s.server());
        for (Map.Entry<String, Object> fact : s.environment().entrySet())
            line("- " + fact.getKey() + ": " + fact.getValue());
        return out.toString();
    }

    private void section(String title) {
        line("## " + title);
        line("");
    }

    private static String note(Summary.Arm arm) {
        String explanation = arm.published().sentences();
        return explanation == null ? "" : " " + explanation;
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private static String text(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
