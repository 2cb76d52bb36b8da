package asynclab.frameworks;

import static asynclab.document.Document.column;
import static asynclab.document.Document.paragraph;
import static asynclab.document.Document.strong;
import static asynclab.document.Texts.text;

import asynclab.document.Document.Block;
import asynclab.document.Document.Table;
import asynclab.run.plan.PublishedFigures;
import java.util.ArrayList;
import java.util.List;

/** The posts on their own frameworks: published, predicted, our servlet, the framework. Requests per second. */
record PostTable(FrameworkResult result, FrameworkCells cells) {

    List<Block> blocks() {
        List<PostRow> rows = PostArm.ALL.stream()
                .filter(post -> cells.has(post.cell(post.servlet())) && cells.has(post.cell(post.framework())))
                .map(PostRow::new)
                .toList();
        if (rows.isEmpty()) return List.of(FrameworkReport.NOT_MEASURED);
        var blocks = new ArrayList<Block>();
        blocks.add(
                Table.of(
                                rows,
                                column("experiment", PostRow::title),
                                column("framework", row -> row.post.framework().title()),
                                column("published req/s", row -> optional(row.published())),
                                column("predicted", row -> optional(row.predicted())),
                                column("our servlet", PostRow::servlet),
                                column("the framework", PostRow::framework),
                                column("deviation", row -> deviation(row.framework() / row.servlet() - 1)),
                                column("errors", PostRow::errors))
                        .note(
                                "Our servlet runs in the container of the post, with as many threads. Errors: predicted / our"
                                        + " servlet's / the framework's. A deviation above 3 % is in bold, and so are errors that are not predicted."));
        rows.stream()
                .filter(row -> !row.post.note().isEmpty())
                .forEach(row -> blocks.add(paragraph(strong(row.title() + ":"), " " + row.post.note())));
        return blocks;
    }

    private final class PostRow {
        private final PostArm post;
        private final String own;
        private final String theirs;
        private final String figure;

        PostRow(PostArm post) {
            this.post = post;
            own = post.cell(post.servlet());
            theirs = post.cell(post.framework());
            String wanted = publishedFigures().figure("throughput") == null ? "steadyThroughput" : "throughput";
            boolean measured = cells.figure(own, wanted) != null && cells.figure(theirs, wanted) != null;
            figure = measured ? wanted : "throughput";
        }

        private PublishedFigures publishedFigures() {
            return post.planned().arm(post.arm()).faster(result.speed()).published();
        }

        String title() {
            return post.experiment() + ", " + post.arm();
        }

        Double published() {
            return publishedFigures().figure(figure);
        }

        Double predicted() {
            return cells.figure(own, "predicted" + Character.toUpperCase(figure.charAt(0)) + figure.substring(1));
        }

        double servlet() {
            return cells.figure(own, figure);
        }

        double framework() {
            return cells.figure(theirs, figure);
        }

        /**
         * The errors: predicted, of our servlet, of the framework. A measured number is bold if it is above 0 and no error is
         * predicted.
         */
        List<Object> errors() {
            double predicted = cells.figure(own, "predictedErrors");
            var texts = new ArrayList<Object>(List.of(count(predicted)));
            for (String cell : List.of(own, theirs))
                texts.addAll(List.of(
                        " / ", predicted > 0 ? count(cells.figure(cell, "errors")) : cells.errors(List.of(cell))));
            return texts;
        }
    }

    private static String count(double number) {
        return text("%,.0f", number);
    }

    private static Object optional(Double value) {
        return value == null ? FrameworkReport.NONE : value;
    }

    private static Object deviation(double share) {
        String percent = text("%+.1f %%", 100 * share);
        return Math.abs(share) > 0.03 ? strong(percent) : percent;
    }
}
