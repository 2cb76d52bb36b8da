package asynclab.report;

import asynclab.exchange.Ending;
import asynclab.exchange.Ledger;
import asynclab.report.MarkdownTable.ReportTable;
import asynclab.result.ArmResult;
import asynclab.result.Figure;
import asynclab.result.OverloadRows;
import asynclab.result.Summary;
import asynclab.result.figures.SentBurst;
import asynclab.result.figures.ServerFigures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The tables of raw figures: thresholds, runs, labels, errors, the server and its request ledger. */
final class RawTables {

    private RawTables() {}

    /** The tables, each by the title of its section. */
    static Map<String, ReportTable> of(Summary s) {
        var sections = new LinkedHashMap<String, ReportTable>();
        if (!s.thresholds().isEmpty()) sections.put("Thresholds", thresholds(s));
        if (s.workload().isOpen()) sections.put("The arrivals (second half of each arm)", arrivals(s));
        sections.put("Every run", runs(s));
        if (s.arms().stream().anyMatch(arm -> arm.overload() != null)) {
            sections.put("The last minute before users leave (every run)", lastMinutes(s));
            sections.put("When everyone is served again (every run)", recoveries(s));
        }
        if (s.arms().stream().anyMatch(arm -> arm.burst() != null)) {
            sections.put("The burst (every run)", bursts(s));
            sections.put("The burst by ab (every run)", crossChecks(s));
        }
        sections.put("By label (first run)", labels(s));
        if (s.arms().stream().anyMatch(arm -> arm.measured().errors() > 0))
            sections.put("Errors (first run)", errors(s));
        if (s.isWatched()) {
            sections.put("The server (first run)", servers(s));
            sections.put("Request ledger of the server (first run)", ledgers(s));
        }
        return sections;
    }

    private static ReportTable thresholds(Summary s) {
        return new ReportTable(
                List.of("status", "threshold", "figure"),
                s.thresholds().stream()
                        .map(t -> List.of(t.met() ? "met" : "missed", t.threshold(), t.detail()))
                        .toList());
    }

    private static ReportTable runs(Summary s) {
        var rows = new ArrayList<List<String>>();
        for (ArmResult arm : s.arms())
            for (ArmResult.Run run : arm.runs())
                rows.add(List.of(
                        arm.name(),
                        Words.text("%d", run.number()),
                        Words.text("%.1f", run.measured().throughput()),
                        Words.text("%.0f", run.measured().times().meanMs()),
                        Words.text("%.0f", run.measured().times().p99Ms()),
                        Words.text("%.0f", run.measured().times().maxMs()),
                        Words.text("%d", run.measured().errors())));
        return new ReportTable(List.of("arm", "run", "req/s", "mean ms", "p99 ms", "max ms", "errors"), rows);
    }

    private static ReportTable lastMinutes(Summary s) {
        return new ReportTable(
                OverloadRows.LAST_MINUTE,
                OverloadRows.lastMinutes(s.arms()),
                "Goodput is what was answered in time. Its response times are p50 and p99. Waste is what the server served for clients"
                        + " that had left. All four rates are in requests per second.");
    }

    private static ReportTable recoveries(Summary s) {
        return new ReportTable(
                OverloadRows.RECOVERY,
                OverloadRows.recoveries(s.arms()),
                "From the moment when users leave to the last request that was refused or late. Never: requests still failed when the"
                        + " next users left, or when the plan ended.");
    }

    /** The figures of an open load, as predicted / measured. */
    private static ReportTable arrivals(Summary s) {
        return new ReportTable(
                ArmResult.OPEN_HEAD,
                s.arms().stream().map(ArmResult::openRow).toList(),
                "Each cell: predicted / measured, the mean over the runs. The figures are those of the requests that arrive in the"
                        + " second half. Offered = goodput + refused + gave up. A refused request failed before the client timeout."
                        + " The last of these requests are answered after the arrivals have ended, so a discipline that prefers the"
                        + " newest can have a goodput above the capacity.");
    }

    private static ReportTable bursts(Summary s) {
        var rows = new ArrayList<List<String>>();
        for (ArmResult arm : s.arms())
            for (ArmResult.Run run : arm.runs()) {
                if (run.burst() == null) continue;
                double ideal = arm.predicted().throughput();
                double replayed = run.burst().replayed().throughput();
                double measured = run.measured().throughput();
                rows.add(List.of(
                        arm.name(),
                        Words.text("%d", run.number()),
                        Words.text(
                                "%.0f / %.0f / %.0f",
                                run.burst().sent().p50Ms(),
                                run.burst().sent().p99Ms(),
                                run.burst().sent().maxMs()),
                        Words.text("%.1f", ideal),
                        Words.text("%.1f", replayed),
                        Words.text("%.1f", measured),
                        Words.text("%+.1f %%", (replayed / ideal - 1) * 100),
                        Words.text("%+.1f %%", (measured / replayed - 1) * 100)));
            }
        return new ReportTable(
                List.of(
                        "arm",
                        "run",
                        "sent after the first, ms: p50 / p99 / max",
                        "ideal req/s",
                        "replayed req/s",
                        "measured req/s",
                        "client",
                        "server"),
                rows,
                "Ideal: the prediction for requests that are all sent at the same moment. Replayed: the prediction for requests"
                        + " that are sent when they were really sent. Client: replayed against ideal. Server: measured against"
                        + " replayed. The client's reading of the responses is in the server's part.");
    }

    private static ReportTable crossChecks(Summary s) {
        var rows = new ArrayList<List<String>>();
        for (ArmResult arm : s.arms())
            for (ArmResult.Run run : arm.runs()) {
                if (run.burst() == null || run.burst().crossCheck() == null) continue;
                SentBurst.CrossCheck ab = run.burst().crossCheck();
                rows.add(List.of(
                        arm.name(),
                        Words.text("%d", run.number()),
                        ab.command(),
                        Words.text("%d", ab.longestMs()),
                        Words.text("%.1f", ab.throughput()),
                        Words.text("%d", ab.failed())));
            }
        return new ReportTable(
                List.of("arm", "run", "command", "longest request ms", "req/s", "failed"),
                rows,
                rows.isEmpty()
                        ? "ab (apache2-utils) is not installed on the machine of this result, or failed."
                        : "Requests per second are the requests ÷ the longest request. The line \"Requests per second\" of ab 2.3"
                                + " is not used, because it adds one response time.");
    }

    private static ReportTable labels(Summary s) {
        var rows = new ArrayList<List<String>>();
        for (ArmResult arm : s.arms())
            arm.measured()
                    .byLabel()
                    .forEach((label, l) -> rows.add(List.of(
                            arm.name(),
                            label,
                            Words.text("%d", l.samples()),
                            Words.text("%.0f", l.meanMs()),
                            Words.text("%.0f", l.p50Ms()),
                            Words.text("%.0f", l.p95Ms()),
                            Words.text("%.0f", l.p99Ms()),
                            Words.text("%.0f", l.maxMs()))));
        return new ReportTable(
                List.of("arm", "label", "requests", "mean ms", "p50 ms", "p95 ms", "p99 ms", "max ms"), rows);
    }

    private static ReportTable errors(Summary s) {
        var rows = new ArrayList<List<String>>();
        for (ArmResult arm : s.arms())
            arm.measured()
                    .errorsByMessage()
                    .forEach((message, count) -> rows.add(List.of(arm.name(), message, String.valueOf(count))));
        return new ReportTable(List.of("arm", "JMeter's message", "number"), rows);
    }

    private static ReportTable servers(Summary s) {
        var rows = new ArrayList<List<String>>();
        for (ArmResult arm : s.arms()) {
            ServerFigures f = arm.server();
            ServerFigures.ThreadFigures threads = f.threads();
            rows.add(List.of(
                    arm.name(),
                    Words.text(
                            "%d / %d / %d", threads.maxThreads(), threads.usableThreads(), threads.peakBusyThreads()),
                    Words.text("%d", f.peakWaiting()),
                    Words.text("%d", f.peakInFlight()),
                    Words.text("%d", f.peakThreads()),
                    Words.text("%d", f.peakHeapBytes() >> 20),
                    f.cpuMicrosPerRequest() == null ? "–" : Words.text("%.0f", f.cpuMicrosPerRequest())));
        }
        return new ReportTable(
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

    /** Every started request, and how it ended. */
    private static ReportTable ledgers(Summary s) {
        List<Ending> endings = Stream.of(Ending.values())
                .filter(ending -> ending != Ending.SHED
                        || s.arms().stream()
                                .anyMatch(arm -> arm.server().ledger().ended(Ending.SHED) > 0))
                .toList();
        var head = new ArrayList<>(List.of("arm", "warm-up", "started"));
        endings.forEach(ending -> head.add(ending.title()));
        head.addAll(List.of("in flight at the end", "peak in flight"));
        var rows = new ArrayList<List<String>>();
        for (ArmResult arm : s.arms()) {
            Ledger.Snapshot ledger = arm.server().ledger();
            var row = new ArrayList<>(List.of(
                    arm.name(), Words.text("%d", arm.server().warmupRequests()), Figure.text(ledger.started())));
            endings.forEach(ending -> row.add(Figure.text(ledger.ended(ending))));
            row.addAll(List.of(Figure.text(ledger.inFlight()), Figure.text(ledger.maxInFlight())));
            rows.add(row);
        }
        return new ReportTable(
                head,
                rows,
                "The request ledger counts every request that is started, and how it ended. Each must end exactly once."
                        + " The requests of the warm-up are among those started.");
    }
}
