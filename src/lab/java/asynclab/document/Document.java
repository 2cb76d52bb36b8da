package asynclab.document;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The result of a run, for a reader. {@link Markdown} and {@link Html} show the same document. Its texts are plain, and both
 * escape them.
 *
 * @param name of the run, such as the experiment's
 * @param verdict the conclusion, in a few sentences; empty for none
 * @param checks the checks of the run; empty for none
 * @param command that repeats the run
 * @param environment the facts of the set-up, by their names
 */
public record Document(
        String name,
        String title,
        String verdict,
        List<Section> sections,
        List<Check> checks,
        String command,
        Map<String, Object> environment) {

    /** @param folded whether the page shows only its title until a reader opens it */
    public record Section(String title, boolean folded, List<Block> blocks) {

        public static Section of(String title, Block... blocks) {
            return new Section(title, false, List.of(blocks));
        }

        /** A section of details. */
        public static Section folded(String title, Block... blocks) {
            return new Section(title, true, List.of(blocks));
        }
    }

    /** A part of a section. */
    public sealed interface Block permits Paragraph, Items, Table, Plots, Lanes, Picture, Bars {}

    /** A part of a text, such as {@link #strong}. A text is a {@code String}, a {@code Number}, one of these, or a list of them. */
    public record Inline(String text, String tag, String href) {}

    public static Inline strong(String text) {
        return new Inline(text, "strong", "");
    }

    public static Inline code(String text) {
        return new Inline(text, "code", "");
    }

    public static Inline link(String text, String href) {
        return new Inline(text, "", href);
    }

    public record Paragraph(List<Inline> parts) implements Block {}

    public static Paragraph paragraph(Object... text) {
        return new Paragraph(inlines(Arrays.asList(text)));
    }

    public record Items(List<List<Inline>> items) implements Block {}

    /** A list of texts. */
    public static Items items(List<?> texts) {
        return new Items(texts.stream().map(Document::inlines).toList());
    }

    /**
     * A table of texts.
     *
     * @param caption above it; empty for none
     * @param note below it; empty for none
     */
    public record Table(String caption, List<String> head, List<? extends List<?>> rows, String note) implements Block {

        public Table(List<String> head, List<? extends List<?>> rows) {
            this("", head, rows, "");
        }

        /** A table with a row for each of these items. A column without a title is left out. */
        @SafeVarargs
        public static <T> Table of(List<T> rows, Column<T>... columns) {
            var all = new ArrayList<Column<T>>();
            for (Column<T> column : columns) all.add(column);
            return of(rows, all);
        }

        /** The same table for columns that are chosen at run time. */
        public static <T> Table of(List<T> rows, List<Column<T>> columns) {
            List<Column<T>> shown =
                    columns.stream().filter(column -> !column.title.isEmpty()).toList();
            return new Table(
                    shown.stream().map(Column::title).toList(),
                    rows.stream()
                            .map(row -> shown.stream()
                                    .map(column -> column.cell.apply(row))
                                    .toList())
                            .toList());
        }

        public Table note(String text) {
            return new Table(caption, head, rows, text);
        }

        public Table caption(String text) {
            return new Table(text, head, rows, note);
        }
    }

    /** A column: its title, and the text of each row. */
    public record Column<T>(String title, Function<T, Object> cell) {}

    public static <T> Column<T> column(String title, Function<T, Object> cell) {
        return new Column<>(title, cell);
    }

    /** Plots, each with its title and note. */
    public record Plots(List<Plot> plots) implements Block {}

    /** The timeline of threads. */
    public record Lanes(ThreadPlot plot) implements Block {}

    /**
     * Bars of stacked parts, each as long as the others, for a page. A document also has the figures in a table, which a text shows.
     *
     * @param parts their names, from left to right
     * @param unit of the values
     */
    public record Bars(String title, String note, List<String> parts, String unit, List<StackedBar> bars)
            implements Block {}

    /** @param values one for each part, at least 0 */
    public record StackedBar(String label, List<Double> values) {}

    /** A picture that is a file beside the document. */
    public record Picture(String file, String title) implements Block {}

    /** A check. @param of the part of the run that was checked, such as an arm; empty for the whole run */
    public record Check(CheckStatus status, String of, String title, String detail) {}

    /** The status of a check, the worst first. */
    public enum CheckStatus {
        RED("red", "■"),
        AMBER("amber", "▲"),
        GREEN("green", "●"),
        NOT_APPLICABLE("not applicable", "–");

        private final String text;
        private final String sign;

        CheckStatus(String text, String sign) {
            this.text = text;
            this.sign = sign;
        }

        /** The sign tells the statuses apart without colour. */
        public String sign() {
            return sign + " " + text;
        }

        @Override
        public String toString() {
            return text;
        }

        /** The number of checks, and of each status. */
        public static String count(List<CheckStatus> all) {
            var counts = Stream.of(values())
                    .filter(all::contains)
                    .map(status -> all.stream().filter(one -> one == status).count() + " " + status)
                    .toList();
            return all.size() + " checks: " + String.join(", ", counts);
        }
    }

    /** The parts of a text. */
    static List<Inline> inlines(Object text) {
        if (text instanceof List<?> parts)
            return parts.stream().flatMap(part -> inlines(part).stream()).toList();
        if (text instanceof Inline inline) return List.of(inline);
        return List.of(new Inline(text instanceof Number number ? Texts.measured(number) : "" + text, "", ""));
    }

    String countOfChecks() {
        return CheckStatus.count(checks.stream().map(Check::status).toList());
    }

    private <T extends Block> List<T> blocks(Class<T> kind) {
        return sections.stream()
                .flatMap(section -> section.blocks.stream())
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    List<Plot> plots() {
        return blocks(Plots.class).stream()
                .flatMap(block -> block.plots.stream())
                .toList();
    }

    List<ThreadPlot> lanes() {
        return blocks(Lanes.class).stream().map(Lanes::plot).toList();
    }
}
