package asynclab.report;

import static asynclab.document.Document.column;
import static asynclab.document.Texts.figure;
import static asynclab.document.Texts.text;

import asynclab.document.Document.Column;
import asynclab.document.Document.Section;
import asynclab.document.Document.Table;
import asynclab.exchange.Ending;
import asynclab.model.station.Outcomes;
import asynclab.run.result.ArmResult;
import asynclab.run.result.RunResult;
import asynclab.run.result.Summary;
import asynclab.run.result.figures.OpenFigures;
import asynclab.run.result.figures.OverloadFigures;
import asynclab.run.result.figures.SentBurst.CrossCheck;
import asynclab.run.result.figures.ServerFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** The tables of raw figures, each a section: thresholds, runs, labels, errors, the server and its request ledger. */
final class RawTables {

    private RawTables() {}

    /** A row about a part of an arm, such as a run or a label. */
    private record PartOfArm<T>(ArmResult arm, T part) {}

    private static <T> List<PartOfArm<T>> parts(List<ArmResult> arms, Function<ArmResult, Stream<T>> parts) {
        return arms.stream()
                .flatMap(arm -> parts.apply(arm).map(part -> new PartOfArm<>(arm, part)))
                .toList();
    }

    static List<Section> of(Summary s) {
        var sections = new ArrayList<Section>();
        BiFunction<String, Table, Boolean> add =
                (title, table) -> !table.rows().isEmpty() && sections.add(Section.folded(title, table));
        add.apply("Thresholds", thresholds(s));
        if (s.workload().isOpen()) add.apply("The arrivals (second half of each arm)", arrivals(s));
        add.apply("Every run", runs(s));
        add.apply("The last minute before users leave (every run)", lastMinutes(s.arms()));
        add.apply("When everyone is served again (every run)", recoveries(s.arms()));
        if (s.arms().stream().anyMatch(arm -> arm.burst() != null)) {
            add.apply("The burst (every run)", bursts(s));
            sections.add(Section.folded("The burst by ab (every run)", crossChecks(s)));
        }
        add.apply("By label (first run)", labels(s));
        add.apply("Errors (first run)", errors(s));
        add.apply("The server (first run)", servers(s));
        add.apply("Request ledger of the server (first run)", ledgers(s));
        return sections;
    }

    private static Table thresholds(Summary s) {
        return Table.of(
                s.thresholds(),
                column("status", t -> t.met() ? "met" : "missed"),
                column("threshold", t -> t.threshold()),
                column("figure", t -> t.detail()));
    }

    private static Table runs(Summary s) {
        return Table.of(
                parts(s.arms(), arm -> arm.runs().stream()),
                column("arm", row -> row.arm.name()),
                column("run", row -> row.part.number()),
                column("req/s", row -> text("%.1f", row.part.measured().throughput())),
                column(
                        "mean ms",
                        row -> text("%.0f", row.part.measured().times().meanMs())),
                column("p99 ms", row -> text("%.0f", row.part.measured().times().p99Ms())),
                column("max ms", row -> text("%.0f", row.part.measured().times().maxMs())),
                column("errors", row -> "" + row.part.measured().errors()));
    }

    /** The prediction of an arm, then each run; nothing if the load does not fall. */
    private static Stream<Map.Entry<String, OverloadFigures>> overloads(ArmResult arm) {
        if (arm.overload() == null) return Stream.empty();
        return Stream.concat(
                Stream.of(Map.entry("predicted", arm.overload().predicted())),
                arm.runs().stream()
                        .map(run -> Map.entry("" + run.number(), run.overload().measured())));
    }

    static Table lastMinutes(List<ArmResult> arms) {
        return Table.of(
                        parts(arms, arm -> overloads(arm)
                                .map(run ->
                                        Map.entry(run.getKey(), run.getValue().lastMinute()))),
                        column("arm", row -> row.arm.name()),
                        column("run", row -> row.part.getKey()),
                        column("goodput", row -> figure(row.part.getValue().goodput())),
                        column(
                                "of the capacity",
                                row -> share(row.part.getValue().ofCapacity())),
                        column("waste", row -> figure(row.part.getValue().waste())),
                        column("refused", row -> figure(row.part.getValue().refused())),
                        column("gave up", row -> figure(row.part.getValue().gaveUp())),
                        column(
                                "goodput p50 ms",
                                row -> figure(row.part.getValue().p50Ms())),
                        column(
                                "goodput p99 ms",
                                row -> figure(row.part.getValue().p99Ms())),
                        column(
                                "goodput deviation",
                                row -> deviation(
                                        row.part.getValue(),
                                        row.arm.overload().predicted().lastMinute())))
                .note(
                        "Goodput is what was answered in time. Its response times are p50 and p99. Waste is what the server served for"
                                + " clients that had left. All four rates are in requests per second.");
    }

    private static String share(Double share) {
        return share == null ? "–" : text("%.0f %%", 100 * share);
    }

    /** The deviation of a measured goodput; a dash without a predicted goodput. */
    private static String deviation(Outcomes got, Outcomes predicted) {
        return got == predicted || predicted.goodput() == 0
                ? "–"
                : text("%+.1f %%", (got.goodput() / predicted.goodput() - 1) * 100);
    }

    static Table recoveries(List<ArmResult> arms) {
        return Table.of(
                        parts(arms, arm -> overloads(arm).flatMap(run -> run.getValue().recoveries().stream()
                                .map(fall -> Map.entry(run.getKey(), fall)))),
                        column("arm", row -> row.arm.name()),
                        column("run", row -> row.part.getKey()),
                        column(
                                "users that have left",
                                row -> text("%d %%", row.part.getValue().percentLeft())),
                        column("at s", row -> text("%.0f", row.part.getValue().atSeconds())),
                        column(
                                "everyone served again after s",
                                row -> row.part.getValue().recoverySeconds() == null
                                        ? "never"
                                        : text("%.1f", row.part.getValue().recoverySeconds())))
                .note(
                        "From the moment when users leave to the last request that was refused or late. Never: requests still failed"
                                + " when the next users left, or when the plan ended.");
    }

    /** The figures of an open load, as predicted / measured. */
    private static Table arrivals(Summary s) {
        return Table.of(
                        s.arms(),
                        column("arm", arm -> arm.open().curve()),
                        column("load", arm -> arm.open().percent() + " %"),
                        open("offered req/s", OpenFigures::offered),
                        open("goodput req/s", OpenFigures::goodput),
                        open("refused req/s", OpenFigures::refused),
                        open("gave up req/s", OpenFigures::gaveUp),
                        open("answered p50 ms", OpenFigures::goodP50Ms),
                        open("answered p99 ms", OpenFigures::goodP99Ms))
                .note(
                        "Each cell: predicted / measured, the mean over the runs. The figures are those of the requests that arrive in the"
                                + " second half. Offered = goodput + refused + gave up. A refused request failed before the client timeout."
                                + " The last of these requests are answered after the arrivals have ended, so a discipline that prefers the"
                                + " newest can have a goodput above the capacity.");
    }

    private static Column<ArmResult> open(String title, Function<OpenFigures, Double> figure) {
        return column(
                title, arm -> figure(figure.apply(arm.open().predicted())) + " / " + figure(arm.meanOfRuns(figure)));
    }

    private static Table bursts(Summary s) {
        return Table.of(
                        parts(s.arms(), arm -> arm.runs().stream().filter(run -> run.burst() != null)),
                        column("arm", row -> row.arm.name()),
                        column("run", row -> row.part.number()),
                        column(
                                "sent after the first, ms: p50 / p99 / max",
                                row -> text(
                                        "%.0f / %.0f / %.0f",
                                        row.part.burst().sent().p50Ms(),
                                        row.part.burst().sent().p99Ms(),
                                        row.part.burst().sent().maxMs())),
                        column("ideal req/s", row -> text("%.1f", ideal(row))),
                        column("replayed req/s", row -> text("%.1f", replayed(row))),
                        column(
                                "measured req/s",
                                row -> text("%.1f", row.part.measured().throughput())),
                        column("client", row -> text("%+.1f %%", (replayed(row) / ideal(row) - 1) * 100)),
                        column(
                                "server",
                                row -> text("%+.1f %%", (row.part.measured().throughput() / replayed(row) - 1) * 100)))
                .note(
                        "Ideal: the prediction for requests that are all sent at the same moment. Replayed: the prediction for requests"
                                + " that are sent when they were really sent. Client: replayed against ideal. Server: measured against"
                                + " replayed. The client's reading of the responses is in the server's part.");
    }

    private static double ideal(PartOfArm<RunResult> row) {
        return row.arm.predicted().throughput();
    }

    private static double replayed(PartOfArm<RunResult> row) {
        return row.part.burst().replayed().throughput();
    }

    private static Table crossChecks(Summary s) {
        List<PartOfArm<RunResult>> runs = parts(s.arms(), arm -> arm.runs().stream()
                .filter(run -> run.burst() != null && run.burst().crossCheck() != null));
        Function<PartOfArm<RunResult>, CrossCheck> ab = row -> row.part.burst().crossCheck();
        return Table.of(
                        runs,
                        column("arm", row -> row.arm.name()),
                        column("run", row -> row.part.number()),
                        column("command", row -> ab.apply(row).command()),
                        column("longest request ms", row -> "" + ab.apply(row).longestMs()),
                        column("req/s", row -> text("%.1f", ab.apply(row).throughput())),
                        column("failed", row -> ab.apply(row).failed()))
                .note(
                        runs.isEmpty()
                                ? "ab (apache2-utils) is not installed on the machine of this result, or failed."
                                : "Requests per second are the requests ÷ the longest request. The line \"Requests per second\" of ab 2.3"
                                        + " is not used, because it adds one response time.");
    }

    private static Table labels(Summary s) {
        return Table.of(
                parts(s.arms(), arm -> arm.measured().byLabel().entrySet().stream()),
                column("arm", row -> row.arm.name()),
                column("label", row -> row.part.getKey()),
                column("requests", row -> "" + row.part.getValue().samples()),
                column("mean ms", row -> text("%.0f", row.part.getValue().meanMs())),
                column("p50 ms", row -> text("%.0f", row.part.getValue().p50Ms())),
                column("p95 ms", row -> text("%.0f", row.part.getValue().p95Ms())),
                column("p99 ms", row -> text("%.0f", row.part.getValue().p99Ms())),
                column("max ms", row -> text("%.0f", row.part.getValue().maxMs())));
    }

    private static Table errors(Summary s) {
        return Table.of(
                parts(s.arms(), arm -> arm.measured().errorsByMessage().entrySet().stream()),
                column("arm", row -> row.arm.name()),
                column("JMeter's message", row -> row.part.getKey()),
                column("number", row -> "" + row.part.getValue()));
    }

    private static Table servers(Summary s) {
        return Table.of(
                        s.arms(),
                        column("arm", ArmResult::name),
                        column("request threads: max / usable / peak busy", arm -> {
                            ServerFigures.ThreadFigures threads = arm.server().threads();
                            return text(
                                    "%d / %d / %d",
                                    threads.maxThreads(), threads.usableThreads(), threads.peakBusyThreads());
                        }),
                        column(
                                "peak requests without a thread",
                                arm -> "" + arm.server().peakWaiting()),
                        column(
                                "peak requests in flight",
                                arm -> "" + arm.server().peakInFlight()),
                        column("peak JVM threads", arm -> "" + arm.server().peakThreads()),
                        column("peak heap MB", arm -> "" + (arm.server().peakHeapBytes() >> 20)),
                        column("CPU µs per request", arm -> {
                            Double micros = arm.server().cpuMicrosPerRequest();
                            return micros == null ? "–" : text("%.0f", micros);
                        }))
                .note("A request without a thread is queued for one, or held asynchronously.");
    }

    /** Every started request, and how it ended. */
    private static Table ledgers(Summary s) {
        var columns = new ArrayList<Column<ArmResult>>(List.of(
                column("arm", ArmResult::name),
                column("warm-up", arm -> "" + arm.server().warmupRequests()),
                column("started", arm -> figure(arm.server().ledger().started()))));
        for (Ending ending : Ending.values()) {
            boolean occurs = ending != Ending.SHED // older results have none
                    || s.arms().stream().anyMatch(arm -> arm.server().ledger().ended(ending) > 0);
            if (occurs)
                columns.add(column(
                        ending.title(), arm -> figure(arm.server().ledger().ended(ending))));
        }
        columns.add(column(
                "in flight at the end", arm -> figure(arm.server().ledger().inFlight())));
        columns.add(column("peak in flight", arm -> figure(arm.server().ledger().maxInFlight())));
        return Table.of(s.arms(), columns)
                .note(
                        "The request ledger counts every request that is started, and how it ended. Each must end exactly once."
                                + " The requests of the warm-up are among those started.");
    }
}
