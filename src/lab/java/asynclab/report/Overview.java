package asynclab.report;

import asynclab.plan.Configuration;
import asynclab.result.ArmResult;
import asynclab.result.Figure;
import asynclab.result.Summary;
import asynclab.result.TargetModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** {@code results/figures.md} and {@code index.html}: every published figure beside the predicted and the measured one, from the stored results. */
public final class Overview {

    private Overview() {}

    /** {@code figures.md} and {@code index.html}, written anew from every {@code summary.json} at speed 1 below the folder. */
    public static void write(Path results, Configuration now) throws IOException {
        List<Summary> summaries = summaries(results);
        Files.writeString(results.resolve("figures.md"), page(summaries, now));
        Path target = results.resolve(TargetModel.NAME);
        if (!summaries.isEmpty())
            Files.writeString(
                    results.resolve("index.html"),
                    OverviewPage.of(
                            summaries,
                            Summary.isIn(target) ? Summary.read(target.resolve("summary.json")) : null,
                            now));
    }

    /** {@code figures.md}: a row for each figure, and under the table the reasons, arm by arm. */
    public static String page(List<Summary> summaries, Configuration now) {
        var rows = new ArrayList<List<String>>();
        var reasons = new StringBuilder();
        for (Summary summary : summaries)
            for (ArmResult arm : summary.arms()) {
                for (Figure f : figures(arm))
                    rows.add(List.of(
                            summary.experiment() + Words.mark(summary, now),
                            arm.name(),
                            f.title(arm),
                            f.published(arm),
                            f.predicted(arm),
                            f.measured(arm),
                            Words.deviation(f, arm).isEmpty() ? "–" : Words.deviation(f, arm)));
                reasons.append("- **")
                        .append(summary.experiment())
                        .append(", ")
                        .append(arm.name())
                        .append("** is ")
                        .append(reason(summary, arm))
                        .append('\n');
            }
        return """
                # Every published figure

                The figures of the five posts, each beside the predicted and the measured one. This page is made from the stored results.

                - req/s: requests per second of the whole run, unless the row says otherwise.
                - ms: milliseconds.
                - ±: half of the 95 % interval over runs, by Student's t. Without it there is one run. In brackets: the interval of a percentile in one run.
                - Deviation: measured against predicted. On a step: the percentile's interval spans a gap of the distribution.
                - A dash: there is no such figure.
                """
                + (anyEarlier(summaries, now) ? "- " + Words.legend() + "\n\n" : "\n")
                + MarkdownTable.of(
                        List.of("experiment", "arm", "figure", "published", "predicted", "measured", "deviation"), rows)
                + "\n## Reasons\n\n"
                + reasons;
    }

    static boolean anyEarlier(List<Summary> summaries, Configuration now) {
        return summaries.stream().anyMatch(summary -> !summary.changedFiles(now).isEmpty());
    }

    /** What limits the arm, and why it deviates from the post. It continues "The arm is". */
    static String reason(Summary summary, ArmResult arm) {
        return Words.why(summary.workload(), arm) + ". " + Reasons.post(arm);
    }

    public static List<Summary> summaries(Path results) throws IOException {
        try (Stream<Path> folders = Files.list(results)) {
            List<Summary> summaries = new ArrayList<>();
            for (Path folder : folders.sorted().toList())
                if (Summary.isIn(folder)) summaries.add(Summary.read(folder.resolve("summary.json")));
            return summaries.stream()
                    .filter(summary ->
                            summary.speed() == 1 && !summary.experiment().equals(TargetModel.NAME))
                    .toList();
        }
    }

    /** The figures of an arm in an overview: the published ones, or else throughput and mean; and what its threads cost. */
    static List<Figure> figures(ArmResult arm) {
        List<Figure> published =
                Arrays.stream(Figure.values()).filter(f -> f.isPublished(arm)).toList();
        var figures = new ArrayList<>(published.isEmpty() ? List.of(Figure.THROUGHPUT, Figure.MEAN) : published);
        Arrays.stream(Figure.values())
                .filter(f -> f.isMemoryOf(arm) && !figures.contains(f))
                .forEach(figures::add);
        return figures;
    }
}
