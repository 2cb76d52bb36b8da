package asynclab.report;

import asynclab.plan.Configuration;
import asynclab.report.MarkdownTable.ReportTable;
import asynclab.report.plot.Evidence;
import asynclab.report.plot.Picture;
import asynclab.report.plot.Plot;
import asynclab.report.plot.Plots;
import asynclab.report.plot.ThreadPicture;
import asynclab.report.plot.ThreadPlot;
import asynclab.result.ArmResult;
import asynclab.result.Figure;
import asynclab.result.Summary;
import asynclab.result.Validity;
import asynclab.result.ValidityCheck.CheckStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** {@code report.md}. It is made from {@code summary.json} only, so the two cannot disagree. Its pictures need the other files. */
public final class Report {

    private final StringBuilder out = new StringBuilder();

    private Report() {}

    /** Writes {@code report.md}, {@code index.html} and the pictures from what is stored in the folder. */
    public static void write(Path folder, Configuration now) throws IOException {
        var summary = Summary.read(folder.resolve("summary.json"));
        Files.writeString(folder.resolve("report.md"), of(summary, now));
        List<Evidence> evidence = Evidence.read(summary, folder);
        List<Plot> plots = Plots.of(summary, evidence);
        Map<String, byte[]> pictures = Picture.pngs(plots);
        var threads = ThreadPlot.read(summary, folder);
        if (!threads.panels().isEmpty()) pictures.put(ThreadPlot.ID, ThreadPicture.png(threads));
        for (var picture : pictures.entrySet())
            Files.write(folder.resolve(picture.getKey() + ".png"), picture.getValue());
        Files.writeString(
                folder.resolve("index.html"), HtmlReport.of(summary, folder, now, evidence, plots, threads, pictures));
    }

    /** @param now the configuration that the result's is compared with */
    public static String of(Summary summary, Configuration now) {
        return new Report().all(summary, Words.earlier(summary, now));
    }

    /** The heading of the table of figures. */
    static String heading(Summary s) {
        return s.isWatched() ? "Published, predicted, measured" : "Predicted and measured";
    }

    /** The introduction to the table of figures. */
    static String introduction(Summary s) {
        String deviation = " Deviation: measured against predicted."
                + " In brackets: the range of the prediction over other seeds (seed variability).";
        if (s.isWatched())
            return Words.quoted(s).replaceFirst("run\\.", "run, as the post gives them.")
                    + deviation
                    + meansOverSeeds(s);
        return Words.text("%d users without think time. ", s.workload().users())
                + s.arms().stream().map(arm -> arm.name() + " is " + arm.path()).collect(Collectors.joining(", "))
                + ". " + Words.quoted(s) + " The prediction gives every request the time of a request without load."
                + " If the service has a concurrency limit, the prediction takes the limit that fits throughput and mean best."
                + " That limit is fitted, so only the percentiles are predictions then." + deviation;
    }

    private static String meansOverSeeds(Summary s) {
        return s.arms().stream()
                .filter(arm -> arm.predicted().overSeeds().hasMeanTimes())
                .map(arm -> Words.text(
                        " The queue of %s draws at random: its predicted response times are the mean over %d seeds. The plots have one of these seeds.",
                        arm.name(), arm.predicted().overSeeds().meanOf()))
                .collect(Collectors.joining());
    }

    /** The table published | predicted | measured, for the terminal and for the report. */
    public static String table(Summary summary) {
        return figures(summary).markdown();
    }

    private static ReportTable figures(Summary summary) {
        var rows = new ArrayList<List<String>>();
        for (ArmResult arm : summary.arms()) {
            String name = arm.name();
            for (Figure figure : Figure.values()) {
                if (!figure.isShown(arm)) continue;
                var row = new ArrayList<>(List.of(name, figure.title(arm)));
                if (summary.isWatched()) row.add(figure.published(arm));
                row.add(figure.predicted(arm) + Words.overSeeds(figure, arm));
                row.add(figure.measured(arm));
                row.add(Words.deviation(figure, arm));
                rows.add(row);
                name = "";
            }
        }
        var head = new ArrayList<>(List.of("arm", "figure", "predicted", "measured", "deviation"));
        if (summary.isWatched()) head.add(2, "published");
        return new ReportTable(head, rows);
    }

    private static ReportTable validity(Summary s) {
        return new ReportTable(
                List.of("status", "arm", "check", "figure"),
                s.validity().stream()
                        .map(c -> List.of(sign(c.status()), c.arm(), c.title(), c.detail()))
                        .toList());
    }

    private static String sign(CheckStatus status) {
        return switch (status) {
            case RED -> "■ **red**";
            case AMBER -> "▲ amber";
            case GREEN -> "● green";
            case NOT_APPLICABLE -> "– not applicable";
        };
    }

    private String all(Summary s, String earlier) {
        title(s);
        section(heading(s));
        if (!earlier.isEmpty()) line(earlier + "\n");
        line(introduction(s) + "\n");
        if (s.speed() != 1) {
            line("Every time of the experiment is divided by " + s.speed()
                    + ". The published figures are scaled in the same way.");
            line("");
        }
        out.append(table(s));
        line("");
        for (ArmResult arm : s.arms())
            line("- **" + arm.name() + "** is " + Words.why(s.workload(), arm) + "." + note(arm));
        line("");
        plots(s);
        RawTables.of(s).forEach((title, table) -> {
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

    private void plots(Summary s) {
        section("Plots");
        line(
                "Solid: measured, first run. Dashed: predicted for the same requests. `index.html` has the plots to zoom into.");
        line("");
        Plots.titles(s).forEach((id, title) -> line("![" + title + "](" + id + ".png)\n"));
        if (s.hasThreadTimeline())
            line("![" + ThreadPlot.TITLE + "](" + ThreadPlot.ID + ".png)\n\n" + ThreadPlot.NOTE + "\n");
        if (!Words.notSampled(s).isEmpty()) line(Words.notSampled(s) + "\n");
    }

    private void title(Summary s) {
        line("# " + s.experiment() + (s.speed() == 1 ? "" : " at speed " + s.speed()));
        line("");
        line(s.title());
        line("");
        line("**" + Words.verdict(s) + "**");
        line("");
    }

    private void section(String title) {
        line("## " + title);
        line("");
    }

    private static String note(ArmResult arm) {
        String explanation = arm.published().sentences();
        return (explanation.isEmpty() ? "" : " " + explanation) + (arm.burst() == null ? "" : " " + Reasons.burst(arm));
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
