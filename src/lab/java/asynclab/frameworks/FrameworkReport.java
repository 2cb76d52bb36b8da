package asynclab.frameworks;

import asynclab.bench.measure.Paired;
import asynclab.plan.PublishedFigures;
import asynclab.report.MarkdownTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The texts and tables of a {@link FrameworkResult}. A dash: not measured, or not published. */
final class FrameworkReport {

    private static final String NONE = "–";
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
    Paired.Middle ratio(Framework framework, String figure) {
        return cells.ratio(names(framework), names(Framework.SERVLET), figure);
    }

    private String median(Framework framework, String figure, double unit) {
        return number(cells.rounds(names(framework), figure).median() / unit);
    }

    /** Three significant digits. */
    private static String number(double value) {
        if (Double.isNaN(value)) return NONE;
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f", value);
    }

    private static String text(Paired.Middle ratio) {
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
        result.environment().forEach((name, value) -> lines.append("- ")
                .append(name)
                .append(": ")
                .append(value)
                .append('\n'));
        return lines.toString();
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
                        "- %s costs %s times the CPU time of our servlet per request at once, and %s times if 10,000 are held.%n",
                        framework.title(), text(ratio(framework, AT_ONCE)), text(ratio(framework, HELD)))));
        return sentences.isEmpty() ? "Not measured yet.\n\n" : sentences + "\n";
    }

    /** The table of the cost. It has at most ten rows. */
    String cost() {
        if (!hasCost()) return "Not measured yet.\n";
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
                + " closed before it answers.\n";
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
                errors(names(framework)));
    }

    private String errors(List<String> names) {
        double errors = names.stream()
                .map(name -> cells.figure(name, "errors"))
                .mapToDouble(value -> value == null ? 0 : value)
                .sum();
        return errors == 0 ? "0" : "**" + number(errors) + "**";
    }

    /** The posts: published, predicted, our servlet, the framework. Requests per second. */
    String posts() {
        var rows = new ArrayList<List<String>>();
        for (PostArm post : PostArm.ALL) {
            String own = post.cell(post.servlet());
            String theirs = post.cell(post.framework());
            if (!cells.has(own) || !cells.has(theirs)) continue;
            PublishedFigures published =
                    post.planned().arm(post.arm()).faster(result.speed()).published();
            String figure = published.figure("throughput") == null ? "steadyThroughput" : "throughput";
            if (cells.figure(own, figure) == null || cells.figure(theirs, figure) == null) figure = "throughput";
            String predicted = "predicted" + Character.toUpperCase(figure.charAt(0)) + figure.substring(1);
            double servlet = cells.figure(own, figure);
            double framework = cells.figure(theirs, figure);
            rows.add(List.of(
                    post.experiment() + ", " + post.arm(),
                    post.framework().title(),
                    optional(published.figure(figure)),
                    optional(cells.figure(own, predicted)),
                    number(servlet),
                    number(framework),
                    deviation(framework / servlet - 1),
                    errors(List.of(own)) + " / " + errors(List.of(theirs))));
        }
        if (rows.isEmpty()) return "Not measured yet.\n";
        return MarkdownTable.of(
                        List.of(
                                "experiment",
                                "framework",
                                "published req/s",
                                "predicted",
                                "our servlet",
                                "the framework",
                                "deviation",
                                "errors"),
                        rows)
                + "\nOur servlet runs in the container of the post, with as many threads. *Errors*: our servlet's / the"
                + " framework's. A deviation above 3 % is in bold.\n";
    }

    private static String optional(Double value) {
        return value == null ? NONE : number(value);
    }

    private static String deviation(double share) {
        String percent = String.format(Locale.ROOT, "%+.1f %%", 100 * share);
        return Math.abs(share) > 0.03 ? "**" + percent + "**" : percent;
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
                        errors(own)));
            }
        if (rows.isEmpty()) return "Not measured yet.\n";
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
