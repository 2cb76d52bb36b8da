package asynclab.lab;

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
final class Report {

    private final StringBuilder out = new StringBuilder();

    private Report() {}

    /** Writes {@code report.md}, {@code index.html} and the pictures from what is stored in the folder. */
    static void write(Path folder) throws IOException {
        var summary = Summary.read(folder.resolve("summary.json"));
        Files.writeString(folder.resolve("report.md"), of(summary));
        List<Evidence> evidence = Evidence.read(summary, folder);
        List<Plot> plots = Plots.of(summary, evidence);
        Map<String, byte[]> pictures = Picture.pngs(plots);
        for (var picture : pictures.entrySet())
            Files.write(folder.resolve(picture.getKey() + ".png"), picture.getValue());
        Files.writeString(folder.resolve("index.html"), HtmlReport.of(summary, folder, evidence, plots, pictures));
    }

    static String of(Summary summary) {
        return new Report().all(summary);
    }

    /** A table of texts. */
    record Table(List<String> head, List<List<String>> rows) {

        String markdown() {
            var out = new StringBuilder(line(head))
                    .append("|---".repeat(head.size()))
                    .append("|\n");
            for (List<String> row : rows) out.append(line(row));
            return out.toString();
        }

        private static String line(List<String> cells) {
            return cells.stream().map(cell -> cell.replace("|", "/")).collect(Collectors.joining(" | ", "| ", " |\n"));
        }
    }

    /** Of the table of figures. */
    static String heading(Summary s) {
        return s.isWatched() ? "Published, predicted, measured" : "Predicted and measured";
    }

    /** What one must know to read the table of figures. */
    static String introduction(Summary s) {
        String range =
                " In brackets: the prediction’s range over other seeds, so how much of it is the luck of the draw.";
        if (s.isWatched()) return "Whole-run figures of the first run, as the post gives them." + range;
        return s.workload().users() + " users who ask again as soon as they are answered: "
                + s.arms().stream().map(arm -> arm.name() + " is " + arm.path()).collect(Collectors.joining(", "))
                + ". Whole-run figures of the first run. Predicted is what they get if every request takes as long as one alone,"
                + " and if the service takes as many at once as fit throughput and mean best; so where it has such a limit, only the"
                + " percentiles are predictions." + range;
    }

    /** The table published | predicted | measured, for the terminal and for the report. */
    static String table(Summary summary) {
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
        var head = new ArrayList<>(List.of("arm", "", "predicted", "measured", "off"));
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
        if (s.isWatched()) sections.put("The server (first run)", servers(s));
        return sections;
    }

    private static Table thresholds(Summary s) {
        return new Table(
                List.of("", "threshold", "figure"),
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
        return new Table(List.of("arm", "label", "samples", "mean ms", "p50", "p95", "p99", "max"), rows);
    }

    private static Table errors(Summary s) {
        var rows = new ArrayList<List<String>>();
        for (Summary.Arm arm : s.arms())
            arm.measured()
                    .errorsByMessage()
                    .forEach((message, count) -> rows.add(List.of(arm.name(), message, String.valueOf(count))));
        return new Table(List.of("arm", "what JMeter says", "how often"), rows);
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
                    text("%.0f", f.cpuMicrosPerRequest()),
                    f.ledger().toString()));
        }
        return new Table(
                List.of(
                        "arm",
                        "threads: maximum / usable / peak busy",
                        "peak waiting without a thread",
                        "peak in flight",
                        "JVM threads",
                        "heap MB",
                        "CPU µs a request",
                        "ledger"),
                rows);
    }

    private static Table validity(Summary s) {
        return new Table(
                List.of("", "arm", "check", "figure"),
                s.validity().stream()
                        .map(c -> List.of(
                                c.ok() ? "green" : c.serious() ? "**red**" : "amber", c.arm(), c.check(), c.detail()))
                        .toList());
    }

    private String all(Summary s) {
        line("# " + s.experiment() + (s.speed() == 1 ? "" : " at speed " + s.speed()));
        line("");
        line(s.title());
        line("");
        line("**" + s.verdict() + "**");
        line("");
        section(heading(s));
        if (!s.isWatched()) line(introduction(s) + "\n");
        if (s.speed() != 1) {
            line("Every time of the experiment is divided by " + s.speed()
                    + ", the published figures are scaled alike.");
            line("");
        }
        out.append(table(s));
        line("");
        if (s.isWatched())
            line("In brackets: the range over other seeds, so how much of the figure is the luck of the draw.\n");
        for (Summary.Arm arm : s.arms()) line("- **" + arm.name() + "** is " + arm.why() + "." + note(arm));
        line("");
        section("Plots");
        line(
                "Solid: measured, first run; dashed: predicted for the very same requests. `index.html` has them to zoom into.");
        line("");
        Plots.titles(s).forEach((id, title) -> line("![" + title + "](" + id + ".png)\n"));
        details(s).forEach((title, table) -> {
            section(title);
            line(table.markdown());
        });
        section("Can it be believed?");
        line(validity(s).markdown());
        section("Where and how");
        line("`" + s.command() + "` on " + s.server());
        line("");
        for (Map.Entry<String, Object> fact : s.environment().entrySet())
            line("- " + fact.getKey() + ": " + fact.getValue());
        return out.toString();
    }

    private void section(String title) {
        line("## " + title);
        line("");
    }

    private static String note(Summary.Arm arm) {
        return arm.published().note() == null
                ? ""
                : " The post: " + arm.published().note() + ".";
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private static String text(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
