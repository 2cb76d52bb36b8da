package asynclab.report;

import static asynclab.document.Document.column;
import static asynclab.document.Document.paragraph;
import static asynclab.document.Texts.figure;
import static asynclab.document.Texts.text;

import asynclab.document.Document;
import asynclab.document.Document.Check;
import asynclab.document.Document.Plots;
import asynclab.document.Document.Section;
import asynclab.document.Document.Table;
import asynclab.document.DocumentFolder;
import asynclab.document.Markdown;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.report.plot.ArmPlots;
import asynclab.report.plot.Evidence;
import asynclab.run.result.ArmResult;
import asynclab.run.result.ExperimentResult;
import asynclab.run.result.Ratio;
import asynclab.run.result.RunResult;
import asynclab.run.result.Summary;
import asynclab.run.result.Validity;
import asynclab.run.result.figures.Measured;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares two stored results, {@code -Dcompare=A,B}: the ratios of B's figures to A's, with simultaneous intervals. */
public final class Comparison {

    private static final int ARMS_DRAWN = 3; // two curves each, and there are six colours

    private static final Map<String, ToDoubleFunction<Measured>> FIGURES = new LinkedHashMap<>();

    static {
        FIGURES.put("req/s", Measured::throughput);
        FIGURES.put("answered/s", Measured::goodput);
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

        Stream<Check> checks() {
            return summary.validity().stream()
                    .map(check -> new Check(
                            check.status(),
                            name + ", " + check.arm(),
                            check.check().title(),
                            check.detail()));
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
        List<String> common = a.summary.arms().stream()
                .map(ArmResult::name)
                .filter(name ->
                        b.summary.arms().stream().anyMatch(other -> other.name().equals(name)))
                .toList();
        if (common.isEmpty())
            throw new LabException(
                    "Only common arms can be compared, but " + a.name + " and " + b.name + " have none.");
        arms = wanted.isEmpty()
                ? common
                : common.stream().filter(wanted::contains).toList();
        if (!common.containsAll(wanted))
            throw new LabException("-Darms must name arms that both results have, but was " + String.join(",", wanted)
                    + ". Both have " + String.join(", ", common) + ".");
    }

    /** Prints the ratios and the sentence, and writes the page. @return its folder */
    public static Path write(Options options, List<String> results, PrintStream out) throws IOException {
        var comparison = new Comparison(
                Side.read(options.reference(), results.get(0), options.project()),
                Side.read(options.reference(), results.get(1), options.project()),
                options.arms());
        Path folder = options.work().resolve("comparison");
        DocumentFolder.write(comparison.document(options.command("compare")), folder);
        out.printf(
                "%s%n%s%n%nSee %s.%n",
                Markdown.of(comparison.table()), comparison.sentence(), folder.resolve("index.html"));
        return folder;
    }

    /** Percentiles are whole milliseconds. */
    private Ratio ratio(String arm, String figure) {
        return Ratio.paired(
                b.summary.arm(arm).runs(),
                a.summary.arm(arm).runs(),
                FIGURES.get(figure),
                arms.size() * FIGURES.size(),
                figure.matches("p\\d+ ms|max ms") ? 1 : 0);
    }

    private record Compared(String arm, String figure, double ofA, double ofB, Ratio ratio) {}

    private Table table() {
        var rows = new ArrayList<Compared>();
        for (String arm : arms)
            FIGURES.forEach((title, figure) -> rows.add(new Compared(
                    arm,
                    title,
                    mean(a.summary.arm(arm), figure),
                    mean(b.summary.arm(arm), figure),
                    ratio(arm, title))));
        return Table.of(
                rows,
                column("arm", Compared::arm),
                column("figure", Compared::figure),
                column(a.name, row -> figure(row.ofA)),
                column(b.name, row -> figure(row.ofB)),
                column(b.name + " ÷ " + a.name, row -> text("%.3f", row.ratio.mean())),
                column(
                        "95 % interval for all together",
                        row -> row.ratio.pairs() > 1
                                ? text("%.3f to %.3f", row.ratio.low(), row.ratio.high())
                                : "one run each"),
                column(
                        "change",
                        row -> !invalid().isEmpty()
                                ? "–"
                                : !row.ratio.isSure() ? "no clear change" : row.ratio.mean() > 1 ? "higher" : "lower"));
    }

    private static double mean(ArmResult arm, ToDoubleFunction<Measured> figure) {
        return arm.runs().stream()
                .map(RunResult::measured)
                .mapToDouble(figure)
                .average()
                .orElseThrow();
    }

    /** The sides of which a serious check of these arms failed. */
    private List<String> invalid() {
        return Stream.of(a, b)
                .filter(side -> !Validity.isValid(side.summary.validity().stream()
                        .filter(check ->
                                arms.contains(check.arm()) || check.arm().equals(Validity.ALL_ARMS))
                        .toList()))
                .map(Side::name)
                .toList();
    }

    /** The changes from A to B, in sentences. */
    private String sentence() {
        List<String> invalid = invalid();
        if (!invalid.isEmpty())
            return "No comparison: a serious check of " + String.join(" and of ", invalid)
                    + " failed, so the figures say nothing about the server.";
        boolean once = arms.stream().allMatch(arm -> ratio(arm, "req/s").pairs() == 1);
        var same = new ArrayList<String>();
        var changed = new ArrayList<String>();
        for (String arm : arms) {
            String how = Stream.of("req/s", "answered/s", "mean ms", "p99 ms")
                    .filter(figure -> ratio(arm, figure).isSure())
                    .map(figure -> text("%.2f times the %s", ratio(arm, figure).mean(), figure)
                            + (once ? "" : interval(ratio(arm, figure))))
                    .collect(Collectors.joining(", "));
            if (how.isEmpty()) same.add(arm);
            else changed.add(" " + arm + " has " + how + ".");
        }
        Set<String> set = differences();
        return "From " + a.name + " to " + b.name
                + (once ? " (one run each):" : ", simultaneous 95 % intervals:")
                + (changed.isEmpty() ? " no clear change." : String.join("", changed))
                + (changed.isEmpty() || same.isEmpty() ? "" : " No clear change: " + String.join(", ", same) + ".")
                + (set.isEmpty() ? "" : " Differences in the set-up: " + String.join(", ", set) + ".");
    }

    private static String interval(Ratio ratio) {
        return text(" (%.2f to %.2f)", ratio.low(), ratio.high());
    }

    /** The facts of the set-up that differ. */
    private Set<String> differences() {
        Map<String, Object> first = facts(a.summary);
        Map<String, Object> second = facts(b.summary);
        var names = new TreeSet<>(first.keySet());
        names.addAll(second.keySet());
        names.removeIf(name -> Objects.equals(first.get(name), second.get(name)));
        return names;
    }

    private Document document(String command) throws IOException {
        Set<String> differences = differences();
        return new Document(
                "two results compared",
                a.name + " and " + b.name,
                sentence(),
                List.of(
                        Section.of(
                                "Ratios",
                                paragraph(
                                        "The ratios are computed run by run, so effects that both sides share cancel out."
                                                + " If each side ran once, there is no interval, and a difference of up to "
                                                + Math.round(Ratio.CHANCE * 100)
                                                + " % counts as chance. The option -Drepeats= gives an interval."),
                                paragraph("The "
                                        + table().rows().size() + " intervals are simultaneous: with 95 % confidence"
                                        + " all contain their true ratio (Bonferroni)."),
                                table()),
                        Section.of(
                                "Differences in the set-up",
                                differences.isEmpty()
                                        ? paragraph("Nothing that was recorded differs.")
                                        : Table.of(
                                                List.copyOf(differences),
                                                column("fact", name -> name),
                                                column(a.name, name -> facts(a.summary)
                                                        .getOrDefault(name, "–")),
                                                column(b.name, name -> facts(b.summary)
                                                        .getOrDefault(name, "–")))),
                        plots()),
                Stream.of(a, b).flatMap(Side::checks).toList(),
                command,
                Map.of());
    }

    private Section plots() throws IOException {
        boolean levels = ArmResult.areLevels(a.summary.arms());
        return Section.of(
                "Plots",
                paragraph("Solid: measured, " + (levels ? "the mean over the runs" : "first runs")
                        + ". Dashed: predicted."
                        + (curves().size() > ARMS_DRAWN
                                ? " The plots have " + ARMS_DRAWN + " arms. -Darms= selects others."
                                : "")),
                new Plots(ArmPlots.of(a.summary, overlaid())));
    }

    /** The arms that differ in more than the level of their load. */
    private List<String> curves() {
        return arms.stream().map(arm -> a.summary.arm(arm).curve()).distinct().toList();
    }

    private static Map<String, Object> facts(Summary s) {
        var facts = new LinkedHashMap<String, Object>(s.environment());
        facts.keySet().removeAll(List.of("date", "loadBefore", "busyBefore", "continued")); // they always differ
        facts.put("server", s.server());
        facts.put("command", s.command());
        facts.put("workload", s.workload().toString());
        return facts;
    }

    /** The evidence of A and B in turn, arm by arm. */
    private List<Evidence> overlaid() throws IOException {
        var both = new ArrayList<Evidence>();
        List<Evidence> first = Evidence.read(ExperimentResult.of(a.summary), a.folder);
        List<Evidence> second = Evidence.read(ExperimentResult.of(b.summary), b.folder);
        List<String> drawn = curves().stream().limit(ARMS_DRAWN).toList();
        for (String arm : arms)
            if (drawn.contains(a.summary.arm(arm).curve()))
                both.addAll(List.of(named(first, arm, a.name), named(second, arm, b.name)));
        return both;
    }

    private static Evidence named(List<Evidence> evidence, String arm, String side) {
        return evidence.stream()
                .filter(e -> e.arm().name().equals(arm))
                .findFirst()
                .orElseThrow()
                .named(name -> name + ", " + side);
    }
}
