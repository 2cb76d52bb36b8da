package asynclab.report;

import asynclab.plan.Configuration;
import asynclab.report.plot.Evidence;
import asynclab.report.plot.Plot;
import asynclab.report.plot.ThreadPlot;
import asynclab.result.ArmResult;
import asynclab.result.Figure;
import asynclab.result.Summary;
import asynclab.result.ValidityCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * {@code index.html}: one self-contained file that works offline. Its plots are pictures. If scripts may run, {@code report.js}
 * draws the same plots over the pictures.
 */
final class HtmlReport {

    private final Summary s;
    private final Path folder;
    private final Configuration now;
    private final List<Evidence> evidence;

    private HtmlReport(Summary summary, Path folder, Configuration now, List<Evidence> evidence) {
        s = summary;
        this.folder = folder;
        this.now = now;
        this.evidence = evidence;
    }

    static String of(
            Summary summary,
            Path folder,
            Configuration now,
            List<Evidence> evidence,
            List<Plot> plots,
            ThreadPlot threads,
            Map<String, byte[]> pictures)
            throws IOException {
        return new HtmlReport(summary, folder, now, evidence).page(plots, threads, pictures);
    }

    private String page(List<Plot> plots, ThreadPlot threads, Map<String, byte[]> pictures) throws IOException {
        var holes = new LinkedHashMap<String, String>();
        holes.put("experiment", Html.escape(s.experiment() + (s.speed() == 1 ? "" : " at speed " + s.speed())));
        holes.put("title", Html.escape(s.title()));
        holes.put("verdict", Html.escape(Words.verdict(s)));
        holes.put("badge", HtmlPage.badge(s, "#validity"));
        holes.put("heading", Html.escape(Report.heading(s)));
        String earlier = Words.earlier(s, now);
        holes.put("earlier", earlier.isEmpty() ? "" : "<p>" + Html.escape(earlier) + "</p>\n");
        holes.put("introduction", Html.escape(Report.introduction(s)));
        holes.put("figures", figures());
        holes.put("plots", HtmlPage.figures(plots, pictures) + threads(threads, pictures));
        if (!threads.panels().isEmpty()) holes.put("script", Html.resource("/report/lanes.js"));
        holes.put("phases", phases());
        holes.put("limits", limits());
        holes.put("validity", validity());
        holes.put("command", Html.escape(s.command()));
        holes.put("environment", environment());
        holes.put("details", details());
        holes.put("links", links());
        holes.put("data", HtmlPage.data(plots));
        return HtmlPage.shell(holes, "report.html");
    }

    private String threads(ThreadPlot threads, Map<String, byte[]> pictures) throws IOException {
        String without = Words.notSampled(s);
        return (threads.panels().isEmpty() ? "" : HtmlPage.threads(threads, pictures.get(ThreadPlot.ID)))
                + (without.isEmpty() ? "" : "<p>" + Html.escape(without) + "</p>\n");
    }

    private String figures() {
        var out = new StringBuilder(
                "<div class=\"wide\"><table class=\"figures\"><thead><tr><th scope=\"col\">arm</th><th scope=\"col\">figure</th>"
                        + (s.isWatched() ? "<th scope=\"col\">published</th>" : "")
                        + "<th scope=\"col\">predicted</th><th scope=\"col\">measured</th>"
                        + "<th scope=\"col\">deviation</th></tr></thead>\n");
        for (int i = 0; i < evidence.size(); i++) {
            ArmResult arm = evidence.get(i).arm();
            List<Figure> shown =
                    Arrays.stream(Figure.values()).filter(f -> f.isShown(arm)).toList();
            List<Figure> key = shown.stream().filter(f -> isKey(f, arm)).toList();
            out.append("<tbody>\n");
            for (Figure f : key) {
                out.append("<tr>");
                if (f == key.get(0))
                    out.append("<th scope=\"rowgroup\" rowspan=\"")
                            .append(key.size() + 1)
                            .append("\"><span class=\"chip arm")
                            .append(i)
                            .append("\"></span>")
                            .append(Html.escape(arm.name()))
                            .append("</th>");
                cells(out, f, arm);
                out.append("</tr>\n");
            }
            out.append("<tr><td class=\"reason\" colspan=\"")
                    .append(s.isWatched() ? 5 : 4)
                    .append("\">")
                    .append(Html.escape(Reasons.of(evidence.get(i))))
                    .append("</td></tr>\n</tbody>\n");
        }
        return out.append("</table></div>\n").toString();
    }

    private void cells(StringBuilder out, Figure f, ArmResult arm) {
        cell(out, f.title(arm), false);
        if (s.isWatched()) cell(out, f.published(arm), true);
        out.append(f == Figure.EACH ? "<td class=\"number list\">" : "<td class=\"number\">")
                .append(Html.escape(f.predicted(arm)))
                .append(range(Words.overSeeds(f, arm)))
                .append("</td>");
        cell(out, f.measured(arm), true);
        cell(out, Words.deviation(f, arm), true);
    }

    private static String range(String overSeeds) {
        return overSeeds.isEmpty() ? "" : " <span class=\"range\">" + overSeeds.strip() + "</span>";
    }

    private static boolean isKey(Figure f, ArmResult arm) {
        return switch (f) {
            case THROUGHPUT, MEAN, P99 -> true;
            case FAILED -> arm.measured().errors() > 0 || f.isPublished(arm);
            case STEADY_THROUGHPUT -> arm.predicted().steadyThroughput() != null;
            default -> f.isPublished(arm) || f.isMemoryOf(arm);
        };
    }

    private static void cell(StringBuilder out, String text, boolean number) {
        out.append(!number ? "<td>" : text.startsWith("[") ? "<td class=\"number list\">" : "<td class=\"number\">")
                .append(Html.escape(text))
                .append("</td>");
    }

    private String phases() {
        var rows = new ArrayList<List<String>>();
        for (Evidence e : evidence) {
            Plot.Span span = e.span();
            rows.add(List.of(
                    span.arm(),
                    "0 to " + seconds(span.rampTo()),
                    span.steadyTo() == null
                            ? "none: some users finished before the last one started"
                            : seconds(span.rampTo()) + " to " + seconds(span.steadyTo()),
                    seconds(span.steadyTo() == null ? span.rampTo() : span.steadyTo()) + " to " + seconds(span.end())));
        }
        return Html.table(List.of("arm", "ramp", "steady window", "drain"), rows);
    }

    private static String seconds(double value) {
        return Figure.number(value) + " s";
    }

    private String limits() {
        return Html.list(s.arms().stream()
                .map(arm -> "<strong>" + Html.escape(arm.name()) + "</strong> is "
                        + Html.escape(Words.why(s.workload(), arm)) + ".")
                .toList());
    }

    private String validity() {
        var out = new StringBuilder(
                "<div class=\"wide\"><table><thead><tr><th scope=\"col\">status</th><th scope=\"col\">check</th>"
                        + "<th scope=\"col\">arm</th><th scope=\"col\">figure</th></tr></thead>\n<tbody>\n");
        s.validity().stream()
                .sorted(Comparator.comparing(ValidityCheck::status))
                .forEach(c -> {
                    out.append("<tr><td><span class=\"light ")
                            .append(c.status().colour())
                            .append("\">")
                            .append(c.status())
                            .append("</span></td>");
                    cell(out, c.title(), false);
                    cell(out, c.arm(), false);
                    cell(out, c.detail(), false);
                    out.append("</tr>\n");
                });
        return out.append("</tbody></table></div>\n").toString();
    }

    private String environment() {
        var rows = new ArrayList<List<String>>();
        rows.add(List.of("server", s.server()));
        s.environment().forEach((name, value) -> rows.add(List.of(name, String.valueOf(value))));
        return Html.table(List.of("", ""), rows).replaceFirst("<thead>.*?</thead>", "");
    }

    private String details() {
        var out = new StringBuilder();
        RawTables.of(s).forEach((title, table) -> out.append("<details><summary>")
                .append(Html.escape(title))
                .append("</summary>\n")
                .append(Html.table(table.head(), table.rows()))
                .append(table.note().isEmpty() ? "" : "<p>" + Html.escape(table.note()) + "</p>\n")
                .append("</details>\n"));
        return out.toString();
    }

    private String links() {
        var items = new ArrayList<String>();
        items.add(link("summary.json", "every figure, machine-readable"));
        items.add(link("report.md", "this report in Markdown"));
        for (ArmResult arm : s.arms())
            Stream.of(
                            arm.name() + "-timeline.csv",
                            arm.name() + "-threads.csv",
                            arm.name() + ".hgrm",
                            arm.name() + "-times.csv",
                            arm.name() + "-dashboard/index.html")
                    .filter(file -> Files.exists(folder.resolve(file)))
                    .forEach(file -> items.add(link(file, what(file, s.isWatched()))));
        boolean dashboard =
                s.arms().stream().anyMatch(arm -> Files.exists(folder.resolve(arm.name() + "-dashboard/index.html")));
        if (!dashboard && s.isWatched())
            items.add(
                    "JMeter’s own dashboard is not in this folder. The option <code>-Ddashboard=true</code> adds it to a run.");
        return Html.list(items);
    }

    private static String what(String file, boolean watched) {
        return file.endsWith("timeline.csv")
                ? watched ? "readings of the server, one per second" : "requests answered in each second"
                : file.endsWith("threads.csv")
                        ? "what each thread of the server did"
                        : file.endsWith(".hgrm")
                                ? "response times by percentile"
                                : file.endsWith("times.csv") ? "response times by label" : "JMeter’s own dashboard";
    }

    private static String link(String file, String what) {
        return "<a href=\"" + Html.escape(file) + "\">" + Html.escape(file) + "</a>: " + Html.escape(what);
    }
}
