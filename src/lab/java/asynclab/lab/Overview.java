package asynclab.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code results/figures.md} and {@code index.html}: every published figure beside the predicted and the measured one, from the stored results. */
final class Overview {

    private static final double WORTH_EXPLAINING = 0.1;

    private Overview() {}

    /** {@code figures.md} and {@code index.html}, written anew from every {@code summary.json} at speed 1 below the folder. */
    static void write(Path results) throws IOException {
        Files.writeString(
                results.resolve("figures.md"),
                "# Every published figure\n\nMade from the stored results; req/s are requests per second, times are in milliseconds.\n\n"
                        + table(results));
        List<Summary> summaries = summaries(results);
        Path target = results.resolve(Target.NAME);
        if (!summaries.isEmpty())
            Files.writeString(
                    results.resolve("index.html"),
                    OverviewPage.of(
                            summaries, Summary.isIn(target) ? Summary.read(target.resolve("summary.json")) : null));
    }

    static String table(Path results) throws IOException {
        return "| experiment | arm | | published | predicted | measured | why |\n|---|---|---|---|---|---|---|\n"
                + summaries(results).stream()
                        .flatMap(summary -> summary.arms().stream().map(arm -> row(summary, arm)))
                        .collect(Collectors.joining());
    }

    private static List<Summary> summaries(Path results) throws IOException {
        try (Stream<Path> folders = Files.list(results)) {
            List<Summary> summaries = new ArrayList<>();
            for (Path folder : folders.sorted().toList())
                if (Summary.isIn(folder)) summaries.add(Summary.read(folder.resolve("summary.json")));
            return summaries.stream()
                    .filter(summary ->
                            summary.speed() == 1 && !summary.experiment().equals(Target.NAME))
                    .toList();
        }
    }

    /** What an overview shows of an arm: what was published, or the two figures that matter most. */
    static List<Figure> figures(Summary.Arm arm) {
        List<Figure> published =
                Arrays.stream(Figure.values()).filter(f -> f.isPublished(arm)).toList();
        return published.isEmpty() ? List.of(Figure.THROUGHPUT, Figure.MEAN) : published;
    }

    /** What limits the arm, and what explains that it is not as published; Markdown. */
    static String why(Summary.Arm arm) {
        return arm.word() + differences(arm);
    }

    private static String row(Summary summary, Summary.Arm arm) {
        List<Figure> figures = figures(arm);
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s | %s | %s |%n",
                summary.experiment(),
                arm.name(),
                cell(figures, Figure::title),
                cell(figures, f -> f.published(arm)),
                cell(figures, f -> f.predicted(arm)),
                cell(figures, f -> f.measured(arm)),
                why(arm));
    }

    private static String cell(List<Figure> figures, Function<Figure, String> text) {
        return figures.stream().map(text).collect(Collectors.joining("<br>"));
    }

    /** What is more than a tenth from the post: the note's reason, or that there is none. */
    private static String differences(Summary.Arm arm) {
        String far = Arrays.stream(Figure.values())
                .filter(f -> f.offPublished(arm) != null && Math.abs(f.offPublished(arm)) > WORTH_EXPLAINING)
                .map(f -> String.format(Locale.ROOT, "%s %+.0f %%", f.title(), f.offPublished(arm) * 100))
                .collect(Collectors.joining(", "));
        if (far.isEmpty()) return "";
        return "; against the post " + far + ": "
                + (arm.published().note() == null
                        ? "**unexplained**"
                        : arm.published().note());
    }
}
