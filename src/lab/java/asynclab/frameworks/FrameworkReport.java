package asynclab.frameworks;

import static asynclab.document.Document.column;
import static asynclab.document.Document.items;
import static asynclab.document.Document.paragraph;
import static asynclab.document.Texts.text;

import asynclab.bench.measure.PairedRatio;
import asynclab.document.Document;
import asynclab.document.Document.Block;
import asynclab.document.Document.Paragraph;
import asynclab.document.Document.Picture;
import asynclab.document.Document.Section;
import asynclab.document.Document.Table;
import asynclab.document.Markdown;
import asynclab.document.Texts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The document of a {@link FrameworkResult}. A dash: not measured, or not published. */
final class FrameworkReport {

    static final String NONE = "–";
    static final Paragraph NOT_MEASURED = paragraph("Not measured yet.");
    static final String AT_ONCE = CostRounds.AT_64 + " cpuMicros";
    static final String HELD = CostRounds.HELD + " cpuMicros";

    private final FrameworkResult result;
    private final FrameworkCells cells;

    FrameworkReport(FrameworkResult result) {
        this.result = result;
        cells = new FrameworkCells(result.cells());
    }

    boolean hasCost() {
        return !measured().isEmpty();
    }

    /** The frameworks whose cost has been measured. */
    List<Framework> measured() {
        return Framework.ALL.stream()
                .filter(framework -> names(framework).stream().anyMatch(cells::has))
                .toList();
    }

    private List<String> names(Framework framework) {
        return IntStream.rangeClosed(1, result.rounds())
                .mapToObj(round -> FrameworkCells.cost(round, framework))
                .toList();
    }

    /** The ratio to our servlet in the rounds that have both; NaN if there is none. */
    PairedRatio.Middle ratio(Framework framework, String figure) {
        return cells.ratio(names(framework), names(Framework.SERVLET), figure);
    }

    private String median(Framework framework, String figure, double unit) {
        return Texts.measured(cells.rounds(names(framework), figure).median() / unit);
    }

    private static String shown(PairedRatio.Middle ratio) {
        return Double.isNaN(ratio.median()) ? NONE : ratio.toString();
    }

    Document document() {
        var cost = new ArrayList<>(cost());
        if (hasCost()) cost.add(new Picture(FrameworkChart.NAME, FrameworkChart.TITLE));
        var environment = new LinkedHashMap<String, Object>();
        result.commits().forEach((part, commit) -> environment.put(part + " measured at", commit));
        environment.putAll(result.environment());
        return new Document(
                FrameworkRun.NAME,
                "The posts' frameworks beside our servlet",
                (result.speed() == 1 ? "" : "A try at speed " + result.speed() + ". The figures mean nothing. ")
                        + result.verdict(),
                List.of(
                        Section.of("", answers()),
                        new Section("What a request costs", false, cost),
                        new Section("The posts on their own frameworks", false, posts()),
                        Section.of("A gateway to a slow backend", gateways())),
                List.of(),
                result.command(),
                environment);
    }

    /** The text that a run prints: each part that is measured completely or in part. */
    String measuredParts() {
        return Stream.of(List.of(answers()), posts(), List.of(gateways()))
                .filter(blocks -> !blocks.contains(NOT_MEASURED))
                .flatMap(List::stream)
                .map(Markdown::of)
                .collect(Collectors.joining("\n"));
    }

    /** The verdict: one sentence for each framework, the cheapest first. */
    Block answers() {
        List<String> sentences = measured().stream()
                .filter(framework -> framework != Framework.SERVLET
                        && !Double.isNaN(ratio(framework, AT_ONCE).median()))
                .sorted(Comparator.comparingDouble(
                        framework -> ratio(framework, AT_ONCE).median()))
                .map(framework -> text(
                        "%s: %s times the CPU time of our servlet at once, %s times if 10,000 are held.",
                        framework.title(), shown(ratio(framework, AT_ONCE)), shown(ratio(framework, HELD))))
                .toList();
        return sentences.isEmpty() ? NOT_MEASURED : items(sentences);
    }

    /** The table of the cost. It has at most ten rows. */
    List<Block> cost() {
        if (!hasCost()) return List.of(NOT_MEASURED);
        return List.of(Table.of(
                        measured(),
                        column("server", Framework::title),
                        column(
                                "JDK",
                                it -> text(
                                        "%.0f", cells.rounds(names(it), "jdk").median())),
                        column("start s", it -> median(it, CostRounds.START, 1)),
                        column(
                                "lines",
                                it -> it.isServlet()
                                        ? NONE
                                        : "" + result.lines().get(it.name())),
                        column("CPU µs, 64 users", it -> median(it, AT_ONCE, 1)),
                        column("÷ servlet", it -> shown(ratio(it, AT_ONCE))),
                        column("1,000 users ÷ servlet", it -> shown(ratio(it, CostRounds.AT_1000 + " cpuMicros"))),
                        column("req/s, 64 users", it -> median(it, CostRounds.AT_64 + " perSecond", 1)),
                        column("CPU µs, 10,000 held 1 s", it -> median(it, HELD, 1)),
                        column("÷ servlet", it -> shown(ratio(it, HELD))),
                        column(
                                "p50 / p99 ms beyond hold",
                                it -> median(it, CostRounds.HELD + " p50Ms", 1) + " / "
                                        + median(it, CostRounds.HELD + " p99Ms", 1)),
                        column("KB a waiting request", it -> median(it, "heapBytes", 1_000)),
                        column(
                                "sees client leave",
                                it -> cells.rounds(names(it), "seesLeave").median() > 0.5 ? "yes" : "no"),
                        column("errors", it -> cells.errors(names(it))))
                .note("Medians of " + result.rounds()
                        + " starts of each server. A ratio is of two servers of one round; in brackets"
                        + " its 95 % interval over the rounds. Sees client leave: the server closes a connection that its client has"
                        + " closed before it answers. Each load is warmed up until the JIT compilers work less than 5 % of the time, for"
                        + " at most a minute; " + coldWindows() + "."));
    }

    private String coldWindows() {
        long cold = measured().stream()
                .flatMap(framework -> names(framework).stream())
                .filter(cells::has)
                .flatMap(name -> CostRounds.LOADS.stream().map(load -> cells.figure(name, load + " warmUpSeconds")))
                .filter(Objects::isNull)
                .count();
        return cold == 0 ? "this was enough for all" : cold + " windows were not warm by then";
    }

    /** The posts' own plans. */
    List<Block> posts() {
        return new PostTable(result, cells).blocks();
    }

    private record GatewayRate(int rate, Framework framework, List<String> cells) {}

    /** The gateways at each rate. */
    Block gateways() {
        var rows = new ArrayList<GatewayRate>();
        for (int rate : GatewayRates.RATES)
            for (Framework framework : GatewayRates.GATEWAYS)
                if (rates(rate, framework).stream().anyMatch(cells::has))
                    rows.add(new GatewayRate(rate, framework, rates(rate, framework)));
        if (rows.isEmpty()) return NOT_MEASURED;
        return Table.of(
                        rows,
                        column("planned req/s", row -> text("%,d", row.rate)),
                        column("gateway", row -> row.framework.title()),
                        column("req/s", row -> cells.rounds(row.cells, "perSecond")
                                .median()),
                        column("CPU µs per request", row -> cells.rounds(row.cells, "cpuMicros")
                                .median()),
                        column(
                                "÷ servlet",
                                row -> shown(cells.ratio(row.cells, rates(row.rate, Framework.SERVLET), "cpuMicros"))),
                        column("p50 ms beyond 300", row -> cells.rounds(row.cells, "p50Ms")
                                .median()),
                        column("p99 ms beyond 300", row -> cells.rounds(row.cells, "p99Ms")
                                .median()),
                        column("errors", row -> cells.errors(row.cells)))
                .note("Medians of " + result.rateRounds()
                        + " starts. Two users with 1.7 s think time send one request per second.");
    }

    private List<String> rates(int rate, Framework framework) {
        return IntStream.rangeClosed(1, result.rateRounds())
                .mapToObj(round -> FrameworkCells.rate(round, rate, framework))
                .toList();
    }
}
