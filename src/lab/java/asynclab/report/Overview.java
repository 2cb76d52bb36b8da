package asynclab.report;

import static asynclab.document.Document.column;
import static asynclab.document.Document.items;
import static asynclab.document.Document.link;
import static asynclab.document.Document.paragraph;
import static asynclab.document.Document.strong;
import static asynclab.document.Texts.text;

import asynclab.document.Document;
import asynclab.document.Document.CheckStatus;
import asynclab.document.Document.Plots;
import asynclab.document.Document.Section;
import asynclab.document.Document.Table;
import asynclab.document.DocumentFolder;
import asynclab.document.Plot;
import asynclab.model.Bounds.Limiter;
import asynclab.run.plan.Configuration;
import asynclab.run.result.ArmResult;
import asynclab.run.result.Figure;
import asynclab.run.result.Summary;
import asynclab.run.result.ValidityCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** {@code results/figures.md}: every published figure beside the predicted and the measured one, from the stored results. */
public final class Overview {

    private static final double NEAR = 0.1;
    private static final Set<Figure> RATES = EnumSet.of(Figure.THROUGHPUT, Figure.STEADY_THROUGHPUT, Figure.GOODPUT);
    private static final Set<Figure> TIMES = EnumSet.of(
            Figure.MEAN, Figure.GOOD_MEAN, Figure.P50, Figure.P75, Figure.P95, Figure.P99, Figure.MIN, Figure.MAX);

    private final List<Summary> summaries;
    private final Configuration now;

    private Overview(List<Summary> summaries, Configuration now) {
        this.summaries = summaries;
        this.now = now;
    }

    /** Writes the page again from every {@code summary.json} at speed 1 below the folder. Does nothing if there is none. */
    public static void write(Path results, Configuration now) throws IOException {
        List<Summary> summaries = summaries(results);
        if (!summaries.isEmpty()) DocumentFolder.write(of(summaries, now), results, "figures.md");
    }

    public static List<Summary> summaries(Path results) throws IOException {
        var summaries = new ArrayList<Summary>();
        try (Stream<Path> folders = Files.list(results)) {
            for (Path folder : folders.sorted().toList())
                if (Summary.isIn(folder)) summaries.add(Summary.read(folder.resolve("summary.json")));
        }
        summaries.removeIf(s -> s.speed() != 1);
        return summaries;
    }

    /** @param all the results of experiments */
    public static Document of(List<Summary> all, Configuration now) {
        var overview = new Overview(all, now);
        return new Document(
                "all experiments",
                "Every figure of the five posts",
                overview.verdict(),
                List.of(overview.figures(), overview.plots(), overview.results()),
                List.of(),
                "mvn verify -Plab -Drun=false -Dexperiment=all -Dpublish=true",
                Map.of());
    }

    private Stream<ArmResult> arms() {
        return summaries.stream().flatMap(s -> s.arms().stream());
    }

    /** How many figures were measured as predicted and as published. */
    private String verdict() {
        List<Double> predicted = arms().flatMap(arm ->
                        Stream.of(Figure.values()).filter(f -> f.isShown(arm)).map(f -> f.offPrediction(arm)))
                .filter(Objects::nonNull)
                .toList();
        List<Double> published = arms().flatMap(
                        arm -> Stream.of(Figure.values()).map(f -> f.offPublished(arm)))
                .filter(Objects::nonNull)
                .toList();
        return text(
                "%d of %d measured figures are within 10 %% of the prediction. The median deviation is %.1f %%."
                        + " %d of %d published figures were measured here within 10 %%."
                        + " Each of the others has its reason below the table, or the word \"unexplained\".",
                near(predicted),
                predicted.size(),
                100 * predicted.stream().map(Math::abs).sorted().toList().get(predicted.size() / 2),
                near(published),
                published.size());
    }

    private static long near(List<Double> offs) {
        return offs.stream().filter(off -> Math.abs(off) <= NEAR).count();
    }

    private record ArmFigure(Summary summary, ArmResult arm, Figure figure) {}

    private Section figures() {
        var rows = new ArrayList<ArmFigure>();
        var reasons = new ArrayList<List<?>>();
        for (Summary s : summaries)
            for (ArmResult arm : s.arms()) {
                figures(arm).forEach(figure -> rows.add(new ArmFigure(s, arm, figure)));
                String reason = Reasons.why(s.workload(), arm) + ". " + Reasons.post(arm);
                reasons.add(List.of(strong(s.experiment() + ", " + arm.name()), " is " + reason));
            }
        var legend = new ArrayList<>(List.of(
                "req/s: requests per second of the whole run, unless the row says otherwise.",
                "ms: milliseconds.",
                "±: half of the 95 % interval over runs, by Student's t. Without it there is one run. In brackets: the interval of a percentile in one run.",
                "Deviation: measured against predicted, then measured against published. On a step: the percentile's interval spans a gap of the distribution.",
                "A dash: there is no such figure."));
        if (summaries.stream().anyMatch(s -> !s.changedFiles(now).isEmpty())) legend.add(Earlier.LEGEND);
        return Section.of(
                "Published, predicted, measured",
                items(legend),
                Table.of(
                        rows,
                        column("experiment", row -> row.summary.experiment() + Earlier.mark(row.summary, now)),
                        column("arm", row -> row.arm.name()),
                        column("figure", row -> row.figure.title(row.arm)),
                        column("published", row -> row.figure.published(row.arm)),
                        column("predicted", row -> row.figure.predicted(row.arm)),
                        column("measured", row -> row.figure.measured(row.arm)),
                        column("deviation", row -> orDash(row.figure.deviation(row.arm))),
                        column("from the post", row -> orDash(Figure.percent(row.figure.offPublished(row.arm))))),
                items(reasons));
    }

    private static String orDash(String text) {
        return text.isEmpty() ? "–" : text;
    }

    /**
     * The figures of an arm in an overview: the published figures, or throughput and mean if none is published. The memory cost
     * of its threads is added.
     */
    private static List<Figure> figures(ArmResult arm) {
        List<Figure> published =
                Arrays.stream(Figure.values()).filter(f -> f.isPublished(arm)).toList();
        var figures = new ArrayList<>(published.isEmpty() ? List.of(Figure.THROUGHPUT, Figure.MEAN) : published);
        Arrays.stream(Figure.values())
                .filter(f -> f.isMemoryOf(arm) && !figures.contains(f))
                .forEach(figures::add);
        return figures;
    }

    private Section results() {
        Function<Summary, Object> name = s -> link(s.experiment(), s.experiment() + "/" + DocumentFolder.REPORT);
        return Section.of(
                "Every result",
                Table.of(
                        summaries,
                        column("result", name),
                        column("title", Summary::title),
                        column(
                                "checks",
                                s -> CheckStatus.count(s.validity().stream()
                                        .map(ValidityCheck::status)
                                        .toList()))));
    }

    private Section plots() {
        return Section.of(
                "Plots",
                paragraph("Each point is one figure of one arm. A point on the line was measured as predicted."),
                new Plots(List.of(
                        plot("rates", "Throughput: measured ÷ predicted", "requests per second, predicted", RATES),
                        plot("times", "Response times: measured ÷ predicted", "milliseconds, predicted", TIMES))));
    }

    /** A point for each figure of each arm, coloured by what limits the arm. */
    private Plot plot(String id, String title, String axis, Set<Figure> wanted) {
        var series = new ArrayList<Plot.Series>();
        for (Limiter limiter : Limiter.values()) {
            List<double[]> points = arms().filter(arm -> arm.diagnosis().limiter() == limiter)
                    .flatMap(arm -> wanted.stream()
                            .filter(f -> f.isShown(arm) && f.offPrediction(arm) != null)
                            .map(f -> new double[] {f.prediction(arm), 1 + f.offPrediction(arm)}))
                    .toList();
            Plot.Series.add(series, Reasons.kind(limiter), series.size(), 0, Plot.PlotKind.MEASURED_POINTS, points);
        }
        return new Plot(
                id,
                title,
                "Predicted from pool size, hold times and the load plan, with no fitted parameters.",
                new Plot.Axis(axis, Plot.Scale.LOG),
                new Plot.Axis("measured ÷ predicted", Plot.Scale.LINEAR),
                series,
                List.of(new Plot.Line("measured = predicted", 1)),
                List.of());
    }
}
