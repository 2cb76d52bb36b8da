package asynclab.report;

import static asynclab.document.Document.column;
import static asynclab.document.Document.items;
import static asynclab.document.Document.link;
import static asynclab.document.Document.paragraph;
import static asynclab.document.Document.strong;
import static asynclab.document.Texts.text;

import asynclab.document.Document;
import asynclab.document.Document.Block;
import asynclab.document.Document.Lanes;
import asynclab.document.Document.Plots;
import asynclab.document.Document.Section;
import asynclab.document.Document.Table;
import asynclab.document.Plot;
import asynclab.document.Texts;
import asynclab.report.plot.ArmPlots;
import asynclab.report.plot.Evidence;
import asynclab.report.plot.ThreadPlots;
import asynclab.run.plan.Configuration;
import asynclab.run.result.ArmResult;
import asynclab.run.result.ExperimentResult;
import asynclab.run.result.Figure;
import asynclab.run.result.Summary;
import asynclab.run.result.ValidityCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The report of an experiment, made of the stored result. */
public final class Report {

    /** How percentiles are shown if there is one run. */
    private static final String WITHIN =
            " In brackets behind a percentile: its 95 % interval within the run (order statistics).";

    private static final String ON_A_STEP =
            " On a step: the interval of the percentile spans a gap of the distribution, so a deviation in per cent would be chance.";

    private final Summary s;
    private final Path folder;
    private final List<Evidence> evidence;

    private Report(Summary summary, Path folder, List<Evidence> evidence) {
        s = summary;
        this.folder = folder;
        this.evidence = evidence;
    }

    /**
     * @param folder with the curves of the arms
     * @param now the current configuration; it is compared with that of the result
     */
    public static Document of(ExperimentResult result, Path folder, Configuration now) throws IOException {
        Summary s = result.summary();
        var report = new Report(s, folder, Evidence.read(result, folder));
        var sections = new ArrayList<>(List.of(report.figures(Earlier.sentence(s, now)), report.plots()));
        sections.addAll(RawTables.of(s));
        sections.add(report.files());
        var environment = new LinkedHashMap<String, Object>();
        environment.put("server", s.server());
        environment.putAll(s.environment());
        return new Document(
                s.experiment() + (s.speed() == 1 ? "" : " at speed " + s.speed()),
                s.title(),
                VerdictText.of(s),
                sections,
                s.validity().stream().map(ValidityCheck::shown).toList(),
                s.command(),
                environment);
    }

    private Section figures(String earlier) {
        var blocks = new ArrayList<Block>();
        if (!earlier.isEmpty()) blocks.add(paragraph(earlier));
        blocks.add(paragraph(introduction(s)));
        if (s.speed() != 1)
            blocks.add(paragraph("Every time of the experiment is divided by " + s.speed()
                    + ". The published figures are scaled in the same way."));
        blocks.add(figures(s));
        blocks.add(items(evidence.stream()
                .map(e -> List.of(strong(e.arm().name()), " is " + Reasons.of(s.workload(), e)))
                .toList()));
        return new Section("Published, predicted, measured", false, blocks);
    }

    private record ShownFigure(ArmResult arm, Figure figure, boolean first) {}

    /** The table published | predicted | measured, for the terminal and for the report. */
    public static Table figures(Summary s) {
        var rows = new ArrayList<ShownFigure>();
        for (ArmResult arm : s.arms())
            Arrays.stream(Figure.values())
                    .filter(figure -> figure.isShown(arm))
                    .forEach(figure -> rows.add(
                            new ShownFigure(arm, figure, rows.isEmpty() || rows.get(rows.size() - 1).arm != arm)));
        return Table.of(
                rows,
                column("arm", row -> row.first ? row.arm.name() : ""),
                column("figure", row -> row.figure.title(row.arm)),
                column("published", row -> row.figure.published(row.arm)),
                column("predicted", row -> row.figure.predicted(row.arm) + row.figure.rangeOverSeeds(row.arm)),
                column("measured", row -> row.figure.measured(row.arm)),
                column("deviation", row -> row.figure.deviation(row.arm)));
    }

    private static String introduction(Summary s) {
        return quoted(s).replaceFirst("run\\.", "run, as the post gives them.")
                + " Deviation: measured against predicted."
                + " In brackets: the range of the prediction over other seeds (seed variability)."
                + meansOverSeeds(s);
    }

    /** What the figures of the arms are. */
    static String quoted(Summary s) {
        int runs = s.arms().stream().mapToInt(arm -> arm.runs().size()).max().orElse(1);
        boolean intervals = s.arms().stream()
                .flatMap(arm -> arm.runs().stream())
                .anyMatch(run -> run.measured().percentileIntervals() != null);
        boolean steps =
                s.arms().stream().anyMatch(arm -> Stream.of(Figure.values()).anyMatch(f -> f.step(arm) != null));
        return (runs > 1
                        ? text(
                                "Mean of up to %d runs ± half of its 95 %% interval (Student's t over server JVMs).",
                                runs)
                        : "Figures of the whole first run." + (intervals ? WITHIN : ""))
                + (steps ? ON_A_STEP : "");
    }

    private static String meansOverSeeds(Summary s) {
        return s.arms().stream()
                .filter(arm -> arm.predicted().overSeeds().hasMeanTimes())
                .map(arm -> text(
                        " The queue of %s draws at random: its predicted response times are the mean over %d seeds. The plots have one of these seeds.",
                        arm.name(), arm.predicted().overSeeds().meanOf()))
                .collect(Collectors.joining());
    }

    private Section plots() throws IOException {
        var blocks = new ArrayList<Block>(List.of(
                paragraph("Solid: measured, " + (ArmResult.areLevels(s.arms()) ? "the mean over the runs" : "first run")
                        + ". Dashed: predicted for the same requests."),
                new Plots(ArmPlots.of(s, evidence))));
        var threads = ThreadPlots.read(s, folder);
        if (!threads.panels().isEmpty()) blocks.add(new Lanes(threads));
        String notSampled = notSampled(s);
        if (!notSampled.isEmpty()) blocks.add(paragraph(notSampled));
        blocks.add(phases());
        return new Section("Plots", false, blocks);
    }

    /** Which arms have no timeline of threads, and why. Empty if each has one, or if the result is older than these. */
    private static String notSampled(Summary s) {
        String arms = s.arms().stream()
                .filter(arm -> Boolean.FALSE.equals(arm.server().threads().sampled()))
                .map(ArmResult::name)
                .collect(Collectors.joining(", "));
        return arms.isEmpty()
                ? ""
                : "There is no timeline of threads for " + arms
                        + ". Threads are sampled only if the pool has at most 40 of them.";
    }

    private Table phases() {
        return Table.of(
                        evidence.stream().map(Evidence::span).toList(),
                        column("arm", Plot.Span::arm),
                        column("ramp", span -> "0 to " + seconds(span.rampTo())),
                        column(
                                "steady window",
                                span -> span.steadyTo() == null
                                        ? "none: some users finished before the last one started"
                                        : seconds(span.rampTo()) + " to " + seconds(span.steadyTo())),
                        column(
                                "drain",
                                span -> seconds(span.steadyTo() == null ? span.rampTo() : span.steadyTo()) + " to "
                                        + seconds(span.end())))
                .caption("Phases of each arm");
    }

    private static String seconds(double value) {
        return Texts.number(value) + " s";
    }

    private Section files() {
        Map<String, String> kinds = new LinkedHashMap<>();
        kinds.put("-timeline.csv", "readings of the server, one per second");
        kinds.put("-threads.csv", "what each thread of the server did");
        kinds.put(".hgrm", "response times by percentile");
        kinds.put("-times.csv", "response times by label");
        kinds.put("-dashboard/index.html", "JMeter’s own dashboard");
        var links = new ArrayList<List<?>>();
        links.add(List.of(link("summary.json", "summary.json"), ": every figure, machine-readable"));
        for (ArmResult arm : s.arms())
            kinds.forEach((end, what) -> {
                String file = arm.name() + end;
                if (Files.exists(folder.resolve(file))) links.add(List.of(link(file, file), ": " + what));
            });
        return Section.folded("Files in this folder", items(links));
    }
}
