package asynclab.frameworks;

import asynclab.bench.measure.PairedRatio;
import asynclab.report.MarkdownTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The texts and tables of a {@link FrameworkResult}. A dash: not measured, or not published. */
final class FrameworkReport {

    static final String NONE = "–";
    static final String NOT_MEASURED = "Not measured yet.\n";
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
        return number(cells.rounds(names(framework), figure).median() / unit);
    }

    /** Three significant digits. */
    static String number(double value) {
        if (Double.isNaN(value)) return NONE;
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f", value);
    }

    private static String text(PairedRatio.Middle ratio) {
        return Double.isNaN(ratio.median()) ? NONE : ratio.toString();
    }

    String text() {
        return "# The posts' frameworks beside our servlet\n\n"
                + answers()
                + speed()
                + "## What a request costs\n\n" + cost()
                + (hasCost()
                        ? "\n![CPU time of a request, framework ÷ our servlet](" + FrameworkChart.NAME + ")\n"
                        : "")
                + "\n## The posts on their own frameworks\n\n" + posts()
                + "\n## A gateway to a slow backend\n\n" + gateways()
                + "\n## Command and environment\n\n```\n" + result.command() + "\n```\n\n- " + result.verdict() + "\n"
                + environment();
    }

    private String speed() {
        return result.speed() == 1 ? "" : "**A try at speed " + result.speed() + ". The figures mean nothing.**\n\n";
    }

    private String environment() {
        var lines = new StringBuilder();
        result.commits().forEach((part, commit) -> lines.append("- ")
                .append(part)
                .append(" measured at commit ")
                .append(commit)
                .append('\n'));
        result.environment().forEach((name, value) -> lines.append("- ")
                .append(name)
                .append(": ")
                .append(value)
                .append('\n'));
        return lines.toString();
    }

    /** What a run prints: the parts that are measured, at least in part. */
    String measuredParts() {
        return Stream.of(answers(), posts() + "\n", gateways() + "\n")
                .filter(part -> !part.startsWith(NOT_MEASURED))
                .collect(Collectors.joining());
    }

    /** The verdict: one sentence for each framework, the cheapest first. */
    String answers() {
        var sentences = new StringBuilder();
        measured().stream()
                .filter(framework -> framework != Framework.SERVLET
                        && !Double.isNaN(ratio(framework, AT_ONCE).median()))
                .sorted((a, b) -> Double.compare(
                        ratio(a, AT_ONCE).median(), ratio(b, AT_ONCE).median()))
                .forEach(framework -> sentences.append(String.format(
                        "- %s: %s times the CPU time of our servlet at once, %s times if 10,000 are held.%n",
                        framework.title(), text(ratio(framework, AT_ONCE)), text(ratio(framework, HELD)))));
        return sentences.isEmpty() ? NOT_MEASURED + "\n" : sentences + "\n";
    }

    /** The table of the cost. It has at most ten rows. */
    String cost() {
        if (!hasCost()) return NOT_MEASURED;
        var rows = new ArrayList<List<String>>();
        for (Framework framework : measured()) rows.add(costRow(framework));
        return MarkdownTable.of(
                        List.of(
                                "server",
                                "JDK",
                                "start s",
                                "lines",
                                "CPU µs, 64 users",
                                "÷ servlet",
                                "1,000 users ÷ servlet",
                                "req/s, 64 users",
                                "CPU µs, 10,000 held 1 s",
                                "÷ servlet",
                                "p50 / p99 ms beyond hold",
                                "KB a waiting request",
                                "sees client leave",
                                "errors"),
                        rows)
                + "\nMedians of " + result.rounds()
                + " starts of each server. A ratio is of two servers of one round; in brackets"
                + " its 95 % interval over the rounds. *Sees client leave*: the server closes a connection that its client has"
                + " closed before it answers. Each load is warmed up until the JIT compilers work less than 5 % of the time, for"
                + " at most a minute; " + coldWindows() + ".\n";
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

    private List<String> costRow(Framework framework) {
        return List.of(
                framework.title(),
                String.format("%.0f", cells.rounds(names(framework), "jdk").median()),
                median(framework, CostRounds.START, 1),
                framework.isServlet() ? NONE : "" + result.lines().get(framework.name()),
                median(framework, AT_ONCE, 1),
                text(ratio(framework, AT_ONCE)),
                text(ratio(framework, CostRounds.AT_1000 + " cpuMicros")),
                median(framework, CostRounds.AT_64 + " perSecond", 1),
                median(framework, HELD, 1),
                text(ratio(framework, HELD)),
                median(framework, CostRounds.HELD + " p50Ms", 1) + " / "
                        + median(framework, CostRounds.HELD + " p99Ms", 1),
                median(framework, "heapBytes", 1_000),
                cells.rounds(names(framework), "seesLeave").median() > 0.5 ? "yes" : "no",
                cells.errors(names(framework)));
    }

    /** The posts' own plans. */
    String posts() {
        return new PostTable(result, cells).text();
    }

    /** The gateways at each rate. */
    String gateways() {
        var rows = new ArrayList<List<String>>();
        for (int rate : GatewayRates.RATES)
            for (Framework framework : GatewayRates.GATEWAYS) {
                List<String> own = rates(rate, framework);
                if (own.stream().noneMatch(cells::has)) continue;
                rows.add(List.of(
                        String.format("%,d", rate),
                        framework.title(),
                        number(cells.rounds(own, "perSecond").median()),
                        number(cells.rounds(own, "cpuMicros").median()),
                        text(cells.ratio(own, rates(rate, Framework.SERVLET), "cpuMicros")),
                        number(cells.rounds(own, "p50Ms").median()),
                        number(cells.rounds(own, "p99Ms").median()),
                        cells.errors(own)));
            }
        if (rows.isEmpty()) return NOT_MEASURED;
        return MarkdownTable.of(
                        List.of(
                                "planned req/s",
                                "gateway",
                                "req/s",
                                "CPU µs per request",
                                "÷ servlet",
                                "p50 ms beyond 300",
                                "p99 ms beyond 300",
                                "errors"),
                        rows)
                + "\nMedians of " + result.rateRounds()
                + " starts. Two users with 1.7 s think time send one request per second.\n";
    }

    private List<String> rates(int rate, Framework framework) {
        return IntStream.rangeClosed(1, result.rateRounds())
                .mapToObj(round -> FrameworkCells.rate(round, rate, framework))
                .toList();
    }
}
