package asynclab.report;

import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.report.MarkdownTable.ReportTable;
import asynclab.report.plot.Evidence;
import asynclab.report.plot.Picture;
import asynclab.report.plot.Plot;
import asynclab.report.plot.Plots;
import asynclab.result.ArmResult;
import asynclab.result.Figure;
import asynclab.result.Ratio;
import asynclab.result.Summary;
import asynclab.result.figures.Measured;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares two stored results, {@code -Dcompare=A,B}: the ratios of B's figures to A's, with intervals that hold together. */
public final class Comparison {

    private static final int ARMS_DRAWN = 3; // two curves each, and there are six colours

    private static final Map<String, ToDoubleFunction<Measured>> FIGURES = new LinkedHashMap<>();

    static {
        FIGURES.put("req/s", Measured::throughput);
        FIGURES.put("mean ms", m -> m.times().meanMs());
        FIGURES.put("p50 ms", m -> m.times().p50Ms());
        FIGURES.put("p99 ms", m -> m.times().p99Ms());
        FIGURES.put("max ms", m -> m.times().maxMs());
    }

    /** A stored result, with the name that the user gave. */
    private record Side(String name, Path folder, Summary summary) {

        static Side read(Path results, String asked, Path project) throws IOException {
            Path folder = Files.isDirectory(results.resolve(asked)) ? results.resolve(asked) : project.resolve(asked);
            if (!Summary.isIn(folder))
                throw new LabException("-Dcompare must name two stored results, but \"" + asked + "\" is neither in "
                        + results + " nor a folder with a result.");
            return new Side(asked, folder, Summary.read(folder.resolve("summary.json")));
        }
    }

    private final Side a;
    private final Side b;
    private final List<String> arms;

    private Comparison(Side a, Side b, List<String> wanted) {
        this.a = a;
        this.b = b;
        if (a.summary.speed() != b.summary.speed())
            throw new LabException("Only results of the same speed can be compared, but " + a.name + " ran at speed "
                    + a.summary.speed() + " and " + b.name + " at speed " + b.summary.speed() + ".");
        arms = a.summary.arms().stream()
                .map(ArmResult::name)
                .filter(name ->
                        b.summary.arms().stream().anyMatch(other -> other.name().equals(name)))
                .filter(name -> wanted.isEmpty() || wanted.contains(name))
                .toList();
        if (arms.isEmpty())
            throw new LabException(
                    "Only common arms can be compared, but " + a.name + " and " + b.name + " have none.");
    }

    /** Prints the ratios and the sentence, and writes the page. @return its folder */
    public static Path write(Options options, List<String> results, PrintStream out) throws IOException {
        var comparison = new Comparison(
                Side.read(options.reference(), results.get(0), options.project()),
                Side.read(options.reference(), results.get(1), options.project()),
                options.arms());
        Path folder = options.work().resolve("comparison");
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("index.html"), comparison.page());
        out.printf(
                "%s%n%s%n%nSee %s.%n",
                comparison.table().markdown(), comparison.sentence(), folder.resolve("index.html"));
        return folder;
    }

    private Ratio ratio(String arm, ToDoubleFunction<Measured> figure) {
        return Ratio.paired(b.summary.arm(arm).runs(), a.summary.arm(arm).runs(), figure, arms.size() * FIGURES.size());
    }

    private ReportTable table() {
        var rows = new ArrayList<List<String>>();
        for (String arm : arms)
            FIGURES.forEach((title, figure) -> {
                Ratio ratio = ratio(arm, figure);
                rows.add(List.of(
                        arm,
                        title,
                        Figure.text(mean(a.summary.arm(arm), figure)),
                        Figure.text(mean(b.summary.arm(arm), figure)),
                        String.format(Locale.ROOT, "%.3f", ratio.mean()),
                        ratio.pairs() > 1
                                ? String.format(Locale.ROOT, "%.3f to %.3f", ratio.low(), ratio.high())
                                : "one run each",
                        !ratio.isSure() ? "no clear change" : ratio.mean() > 1 ? "higher" : "lower"));
            });
        return new ReportTable(
                List.of(
                        "arm",
                        "figure",
                        a.name,
                        b.name,
                        b.name + " ÷ " + a.name,
                        "95 % interval for all together",
                        "change"),
                rows);
    }

    private static double mean(ArmResult arm, ToDoubleFunction<Measured> figure) {
        return arm.runs().stream()
                .map(ArmResult.Run::measured)
                .mapToDouble(figure)
                .average()
                .orElseThrow();
    }

    /** The changes from A to B, in a sentence. */
    private String sentence() {
        boolean once =
                arms.stream().allMatch(arm -> ratio(arm, Measured::throughput).pairs() == 1);
        var same = new ArrayList<String>();
        var changed = new ArrayList<String>();
        for (String arm : arms) {
            String how = FIGURES.entrySet().stream()
                    .filter(f -> List.of("req/s", "mean ms", "p99 ms").contains(f.getKey()))
                    .filter(f -> ratio(arm, f.getValue()).isSure())
                    .map(f -> String.format(
                            Locale.ROOT,
                            "%.2f times the %s%s",
                            ratio(arm, f.getValue()).mean(),
                            f.getKey(),
                            once ? "" : " " + Words.interval(ratio(arm, f.getValue()))))
                    .collect(Collectors.joining(", "));
            if (how.isEmpty()) same.add(arm);
            else changed.add(" " + arm + " has " + how + ".");
        }
        List<String> set = differences().rows().stream().map(row -> row.get(0)).toList();
        return "From " + a.name + " to " + b.name
                + (once ? " (one run each):" : ", intervals that hold together with 95 % confidence:")
                + (changed.isEmpty() ? " no clear change." : String.join("", changed))
                + (changed.isEmpty() || same.isEmpty() ? "" : " No clear change: " + String.join(", ", same) + ".")
                + (set.isEmpty() ? "" : " Differences in the set-up: " + String.join(", ", set) + ".");
    }

    /** The facts of the set-up that differ. */
    private ReportTable differences() {
        Map<String, Object> first = facts(a.summary);
        Map<String, Object> second = facts(b.summary);
        var names = new TreeSet<>(first.keySet());
        names.addAll(second.keySet());
        return new ReportTable(
                List.of("fact", a.name, b.name),
                names.stream()
                        .filter(name -> !Objects.equals(first.get(name), second.get(name)))
                        .map(name -> List.of(
                                name,
                                String.valueOf(first.getOrDefault(name, "–")),
                                String.valueOf(second.getOrDefault(name, "–"))))
                        .toList());
    }

    private static Map<String, Object> facts(Summary s) {
        var facts = new LinkedHashMap<String, Object>(s.environment());
        facts.keySet().removeAll(List.of("date", "loadBefore", "busyBefore")); // they differ always
        facts.put("server", s.server());
        facts.put("command", s.command());
        facts.put("workload", s.workload().toString());
        return facts;
    }

    /** The checks that failed, as items of a list. */
    private String untrusted() {
        return Stream.of(a, b)
                .flatMap(side -> side.summary.validity().stream()
                        .filter(c -> !c.ok())
                        .map(c -> "<strong>" + Html.escape(side.name) + "</strong>, " + Html.escape(c.arm()) + ": "
                                + c.status() + ", " + Html.escape(c.title() + ": " + c.detail())))
                .collect(Collectors.joining("</li>\n<li>"));
    }

    private String page() throws IOException {
        List<Plot> plots = Plots.of(a.summary, overlaid());
        ReportTable differences = differences();
        String untrusted = untrusted();
        var holes = new LinkedHashMap<String, String>();
        holes.put("kicker", "Async Servlet Lab · two results compared");
        holes.put("title", Html.escape(a.name + " and " + b.name));
        holes.put("verdict", Html.escape(sentence()));
        holes.put(
                "content",
                "<section id=\"ratios\"><h2>Ratios</h2>\n<p>The ratios are computed run by run, so effects that both sides share cancel out."
                        + " If each side ran once, there is no interval, and a difference of up to "
                        + Math.round(Ratio.CHANCE * 100)
                        + " % counts as chance. <code>-Drepeats=</code> gives an interval.</p>\n<p>With 95 % confidence all "
                        + table().rows().size() + " intervals hold together (Bonferroni).</p>\n"
                        + Html.table(table().head(), table().rows())
                        + "</section>\n<section id=\"setup\"><h2>Differences in the set-up</h2>\n"
                        + (differences.rows().isEmpty()
                                ? "<p>Nothing that was recorded differs.</p>"
                                : Html.table(differences.head(), differences.rows()))
                        + "</section>\n<section id=\"validity\"><h2>Validity checks</h2>\n"
                        + (untrusted.isEmpty()
                                ? "<p>No check failed on either side.</p>"
                                : "<ul><li>" + untrusted + "</li></ul>")
                        + "</section>\n");
        holes.put(
                "how",
                "Solid: measured, first runs. <span class=\"dashed\">Dashed: predicted</span>."
                        + (arms.size() > ARMS_DRAWN
                                ? " The plots have " + ARMS_DRAWN + " arms. <code>-Darms=</code> selects others."
                                : ""));
        holes.put("plots", HtmlPage.figures(plots, Picture.pngs(plots)));
        holes.put("data", HtmlPage.data(plots));
        return HtmlPage.shell(holes, "page.html");
    }

    /** The evidence of A and B in turn, arm by arm. */
    private List<Evidence> overlaid() throws IOException {
        var both = new ArrayList<Evidence>();
        List<Evidence> first = Evidence.read(a.summary, a.folder);
        List<Evidence> second = Evidence.read(b.summary, b.folder);
        for (String arm : arms.subList(0, Math.min(ARMS_DRAWN, arms.size())))
            both.addAll(List.of(named(first, arm, a.name), named(second, arm, b.name)));
        return both;
    }

    private static Evidence named(List<Evidence> evidence, String arm, String side) {
        return evidence.stream()
                .filter(e -> e.arm().name().equals(arm))
                .findFirst()
                .orElseThrow()
                .named(arm + ", " + side);
    }
}
