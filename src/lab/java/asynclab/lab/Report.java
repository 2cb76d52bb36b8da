package asynclab.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** {@code report.md}, made from {@code summary.json} and nothing else, so that the two cannot disagree. */
final class Report {

    private final StringBuilder out = new StringBuilder();

    private Report() {}

    static void write(Path folder) throws IOException {
        var summary = Summary.read(folder.resolve("summary.json"));
        Files.writeString(folder.resolve("report.md"), of(summary));
    }

    static String of(Summary summary) {
        return new Report().all(summary);
    }

    /** The table published | predicted | measured, for the terminal and for the report. */
    static String table(Summary summary) {
        var rows = new StringBuilder("| arm | | published | predicted | measured | off |\n|---|---|---|---|---|---|\n");
        for (Summary.Arm arm : summary.arms()) {
            String name = arm.name();
            for (Figure figure : Figure.values()) {
                if (!figure.isShown(arm)) continue;
                Double off = figure.offPrediction(arm);
                rows.append(text(
                        "| %s | %s | %s | %s%s | %s | %s |\n",
                        name,
                        figure.title(),
                        figure.published(arm),
                        figure.predicted(arm),
                        figure == Figure.THROUGHPUT ? range(arm.predicted()) : "",
                        figure.measured(arm),
                        off == null ? "" : text("%+.1f %%", off * 100)));
                name = "";
            }
        }
        return rows.toString();
    }

    private static String range(Summary.Predicted predicted) {
        return text(" (%s–%s)", Figure.text(predicted.throughputLow()), Figure.text(predicted.throughputHigh()));
    }

    private String all(Summary s) {
        line("# " + s.experiment() + (s.speed() == 1 ? "" : " at speed " + s.speed()));
        line("");
        line(s.title());
        line("");
        line("**" + s.verdict() + "**");
        line("");
        line("## Published, predicted, measured");
        line("");
        if (s.speed() != 1) {
            line("Every time of the experiment is divided by " + s.speed()
                    + ", the published figures are scaled alike.");
            line("");
        }
        out.append(table(s));
        line("");
        line("In brackets: the range over other seeds, so how much of the figure is the luck of the draw.");
        line("");
        for (Summary.Arm arm : s.arms()) line("- **" + arm.name() + "** is " + arm.why() + "." + note(arm));
        line("");
        line("## Every run");
        line("");
        line("| arm | run | req/s | mean ms | p99 ms | max ms | errors |");
        line("|---|---|---|---|---|---|---|");
        for (Summary.Arm arm : s.arms())
            for (Summary.Run run : arm.runs())
                line(text(
                        "| %s | %d | %.1f | %.0f | %.0f | %.0f | %d |",
                        arm.name(),
                        run.number(),
                        run.measured().throughput(),
                        run.measured().meanMs(),
                        run.measured().p99Ms(),
                        run.measured().maxMs(),
                        run.measured().errors()));
        line("");
        line("## By label (first run)");
        line("");
        line("| arm | label | samples | mean ms | p50 | p95 | p99 | max |");
        line("|---|---|---|---|---|---|---|---|");
        for (Summary.Arm arm : s.arms())
            arm.measured()
                    .byLabel()
                    .forEach((label, l) -> line(text(
                            "| %s | %s | %d | %.0f | %.0f | %.0f | %.0f | %.0f |",
                            arm.name(), label, l.samples(), l.meanMs(), l.p50Ms(), l.p95Ms(), l.p99Ms(), l.maxMs())));
        line("");
        errors(s);
        line("## The server (first run)");
        line("");
        line(
                "| arm | threads: maximum / usable / peak busy | peak waiting without a thread | peak in flight | JVM threads | heap MB | CPU µs a request | ledger |");
        line("|---|---|---|---|---|---|---|---|");
        for (Summary.Arm arm : s.arms()) {
            Summary.ServerFigures f = arm.server();
            line(text(
                    "| %s | %d / %d / %d | %d | %d | %d | %d | %.0f | %s |",
                    arm.name(),
                    f.maxThreads(),
                    f.usableThreads(),
                    f.peakBusyThreads(),
                    f.peakWaiting(),
                    f.peakInFlight(),
                    f.peakThreads(),
                    f.peakHeapBytes() >> 20,
                    f.cpuMicrosPerRequest(),
                    f.ledger()));
        }
        line("");
        line("## Can it be believed?");
        line("");
        line("| | arm | check | figure |");
        line("|---|---|---|---|");
        for (Validity.Check c : s.validity())
            line("| " + (c.ok() ? "green" : c.serious() ? "**red**" : "amber") + " | " + c.arm() + " | " + c.check()
                    + " | " + c.detail() + " |");
        line("");
        line("## Where and how");
        line("");
        line("`" + s.command() + "` on " + s.server());
        line("");
        for (Map.Entry<String, Object> fact : s.environment().entrySet())
            line("- " + fact.getKey() + ": " + fact.getValue());
        return out.toString();
    }

    private static String note(Summary.Arm arm) {
        return arm.published().note() == null
                ? ""
                : " The post: " + arm.published().note() + ".";
    }

    private void errors(Summary s) {
        if (s.arms().stream().allMatch(arm -> arm.measured().errors() == 0)) return;
        line("## Errors (first run)");
        line("");
        line("| arm | what JMeter says | how often |");
        line("|---|---|---|");
        for (Summary.Arm arm : s.arms())
            arm.measured()
                    .errorsByMessage()
                    .forEach((message, count) ->
                            line("| " + arm.name() + " | " + message.replace("|", "/") + " | " + count + " |"));
        line("");
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private static String text(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
