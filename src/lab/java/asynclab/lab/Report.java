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
        Files.writeString(folder.resolve("report.md"), new Report().of(summary));
    }

    /** The table published | predicted | measured, for the terminal and for the report. */
    static String table(Summary summary) {
        var rows = new StringBuilder("| arm | | published | predicted | measured | off |\n|---|---|---|---|---|---|\n");
        for (Summary.Arm arm : summary.arms()) {
            Experiment.Figures said = arm.published();
            Summary.Predicted p = arm.predicted();
            Summary.Measured m = arm.measured();
            rows.append(text(
                    "| %s | req/s | %s | %s (%s–%s) | %s | %s |\n",
                    arm.name(),
                    figure(said.throughput()),
                    figure(p.throughput()),
                    figure(p.throughputLow()),
                    figure(p.throughputHigh()),
                    figure(m.throughput()),
                    off(p.throughput(), m.throughput())));
            if (said.steadyThroughput() != null || p.steadyThroughput() != null && m.steadyThroughput() != null)
                rows.append(row(
                        "req/s, all users at work",
                        said.steadyThroughput(),
                        p.steadyThroughput(),
                        m.steadyThroughput()));
            if (p.failed() + m.errors() > 0) rows.append(row("req/s that succeeded", null, p.goodput(), m.goodput()));
            rows.append(row("mean ms", said.meanMs(), p.meanMs(), m.meanMs()));
            if (said.sdMs() != null) rows.append(row("sd ms", said.sdMs(), p.sdMs(), m.sdMs()));
            rows.append(row("p50 ms", said.p50Ms(), p.p50Ms(), m.p50Ms()));
            if (said.p75Ms() != null) rows.append(row("p75 ms", said.p75Ms(), p.p75Ms(), m.p75Ms()));
            rows.append(row("p95 ms", said.p95Ms(), p.p95Ms(), m.p95Ms()));
            rows.append(row("p99 ms", said.p99Ms(), p.p99Ms(), m.p99Ms()));
            rows.append(row("max ms", said.maxMs(), p.maxMs(), m.maxMs()));
            rows.append(text(
                    "| | failed of requests | %s of %s | %d of %d | %d of %d | |\n",
                    orDash(said.failed()), orDash(said.requests()), p.failed(), p.requests(), m.errors(), m.samples()));
        }
        return rows.toString();
    }

    private static String row(String what, Double published, Double predicted, Double measured) {
        return text(
                "| | %s | %s | %s | %s | %s |\n",
                what, figure(published), figure(predicted), figure(measured), off(predicted, measured));
    }

    private static String off(Double predicted, Double measured) {
        return predicted == null || measured == null || predicted == 0
                ? ""
                : text("%+.1f %%", (measured / predicted - 1) * 100);
    }

    /** Whole from a hundred upwards, else with a decimal. */
    private static String figure(Double value) {
        return value == null
                ? "–"
                : value >= 100 || value == Math.rint(value) ? text("%.0f", value) : text("%.1f", value);
    }

    private static String orDash(Integer value) {
        return value == null ? "–" : value.toString();
    }

    private String of(Summary s) {
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
        for (Summary.Arm arm : s.arms()) line("- **" + arm.name() + "** is " + arm.why() + ".");
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
        each(s);
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

    /** Every response time, where there are few: experiment E5's result. */
    private void each(Summary s) {
        if (s.arms().stream().allMatch(arm -> arm.measured().eachMs() == null)) return;
        line("## Every response time (first run)");
        line("");
        for (Summary.Arm arm : s.arms())
            line("- " + arm.name() + ": " + arm.measured().eachMs() + " ms");
        line("");
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
