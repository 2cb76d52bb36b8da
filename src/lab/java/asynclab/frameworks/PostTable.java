package asynclab.frameworks;

import asynclab.plan.PublishedFigures;
import asynclab.report.MarkdownTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The posts on their own frameworks: published, predicted, our servlet, the framework. Requests per second. */
record PostTable(FrameworkResult result, FrameworkCells cells) {

    String text() {
        List<PostArm> measured = PostArm.ALL.stream()
                .filter(post -> cells.has(post.cell(post.servlet())) && cells.has(post.cell(post.framework())))
                .toList();
        if (measured.isEmpty()) return FrameworkReport.NOT_MEASURED;
        var rows = new ArrayList<List<String>>();
        for (PostArm post : measured) rows.add(row(post));
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
                + "\nOur servlet runs in the container of the post, with as many threads. *Errors*: predicted / our"
                + " servlet's / the framework's. A deviation above 3 % is in bold, and so are errors that are not predicted.\n"
                + measured.stream()
                        .filter(post -> !post.note().isEmpty())
                        .map(post -> "\n*" + title(post) + ":* " + post.note() + "\n")
                        .collect(Collectors.joining());
    }

    private static String title(PostArm post) {
        return post.experiment() + ", " + post.arm();
    }

    private List<String> row(PostArm post) {
        String own = post.cell(post.servlet());
        String theirs = post.cell(post.framework());
        PublishedFigures published =
                post.planned().arm(post.arm()).faster(result.speed()).published();
        String figure = published.figure("throughput") == null ? "steadyThroughput" : "throughput";
        if (cells.figure(own, figure) == null || cells.figure(theirs, figure) == null) figure = "throughput";
        String predicted = "predicted" + Character.toUpperCase(figure.charAt(0)) + figure.substring(1);
        double servlet = cells.figure(own, figure);
        double framework = cells.figure(theirs, figure);
        return List.of(
                title(post),
                post.framework().title(),
                optional(published.figure(figure)),
                optional(cells.figure(own, predicted)),
                FrameworkReport.number(servlet),
                FrameworkReport.number(framework),
                deviation(framework / servlet - 1),
                errors(own, theirs));
    }

    /** Predicted, our servlet's, the framework's. In bold if there are some and none is predicted. */
    private String errors(String own, String theirs) {
        double predicted = cells.figure(own, "predictedErrors");
        return Stream.of(own, theirs)
                .map(cell -> predicted > 0 ? count(cells.figure(cell, "errors")) : cells.errors(List.of(cell)))
                .collect(Collectors.joining(" / ", count(predicted) + " / ", ""));
    }

    private static String count(double number) {
        return String.format(Locale.ROOT, "%,.0f", number);
    }

    private static String optional(Double value) {
        return value == null ? FrameworkReport.NONE : FrameworkReport.number(value);
    }

    private static String deviation(double share) {
        String percent = String.format(Locale.ROOT, "%+.1f %%", 100 * share);
        return Math.abs(share) > 0.03 ? "**" + percent + "**" : percent;
    }
}
