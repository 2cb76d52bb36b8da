package asynclab.document;

import asynclab.document.Document.Block;
import asynclab.document.Document.Inline;
import asynclab.document.Document.Items;
import asynclab.document.Document.Paragraph;
import asynclab.document.Document.Section;
import asynclab.document.Document.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.text.WordUtils;

/**
 * Sections for a terminal: wrapped to its width, tables aligned. A log may have been written by an attacker, so no control character
 * passes. Plots and pictures are left out.
 */
public final class TerminalText {

    private static final String INDENT = "  ";
    private static final String GAP = "  ";
    private static final int NARROWEST = 40;
    /** Longer lines of text are hard to read. */
    private static final int WIDEST_TEXT = 100;
    /** A column with text gets no narrower. */
    private static final int NARROWEST_TEXT = 14;

    private static final int BAR = 20;
    private static final int MOST_TIMES = 10;

    private enum Style {
        PLAIN(""),
        BOLD("\u001b[1m"),
        FAINT("\u001b[2m"),
        BLUE("\u001b[36m");

        private final String on;

        Style(String on) {
            this.on = on;
        }
    }

    private final int width;
    private final boolean coloured;
    private final StringBuilder out = new StringBuilder();

    private TerminalText(int width, boolean coloured) {
        this.width = Math.max(NARROWEST, width) - INDENT.length();
        this.coloured = coloured;
    }

    /** @param coloured whether the terminal may be told to print bold, faint and in colour */
    public static String of(List<Section> sections, int width, boolean coloured) {
        var text = new TerminalText(width, coloured);
        sections.forEach(text::add);
        return text.out.toString();
    }

    /**
     * A bar of a terminal's table, from 0 to ten times.
     *
     * @param from how far it is full
     * @param to how far it may be full
     */
    public static String bar(double from, double to) {
        int full = (int) Math.round(BAR * Math.min(1, from / MOST_TIMES));
        int open = (int) Math.round(BAR * Math.min(1, to / MOST_TIMES)) - full;
        return "▇".repeat(Math.max(1, full)) + "░".repeat(Math.max(0, open));
    }

    private void add(Section section) {
        if (!out.isEmpty()) out.append('\n');
        if (!section.title().isEmpty())
            out.append(styled(Style.BOLD, printable(section.title()))).append('\n');
        for (Block block : section.blocks()) {
            if (block instanceof Paragraph text) paragraph(text.parts());
            else if (block instanceof Items list) list.items().forEach(this::item);
            else if (block instanceof Table table) table(table);
        }
    }

    private void paragraph(List<Inline> parts) {
        Style style = parts.stream().allMatch(part -> part.tag().equals("strong")) ? Style.BOLD : Style.PLAIN;
        for (String line : wrapped(text(parts), textWidth())) line(styled(style, line));
    }

    private void item(List<Inline> parts) {
        String bullet = "- ";
        for (String line : wrapped(text(parts), textWidth() - bullet.length())) {
            line(bullet + line);
            bullet = INDENT;
        }
    }

    private int textWidth() {
        return Math.min(WIDEST_TEXT, width);
    }

    private void line(String text) {
        out.append(INDENT).append(text).append('\n');
    }

    private void table(Table table) {
        List<List<String>> rows = table.rows().stream()
                .map(row ->
                        row.stream().map(cell -> text(Document.inlines(cell))).toList())
                .toList();
        int columns = table.head().size();
        boolean[] right = new boolean[columns];
        for (int i = 0; i < columns; i++) {
            int column = i;
            long numbers =
                    rows.stream().filter(row -> Html.isNumber(row.get(column))).count();
            right[i] = 2 * numbers > rows.size(); // beside numbers there may be words such as "no limit"
        }
        int[] widths = widths(table.head(), rows);
        if (!table.caption().isEmpty()) line(printable(table.caption()));
        row(table.head(), widths, right, Style.FAINT);
        rows.forEach(row -> row(row, widths, right, Style.PLAIN));
        if (!table.note().isEmpty())
            for (String line : wrapped(printable(table.note()), textWidth())) line(styled(Style.FAINT, line));
    }

    /** As wide as the cells and the heads are. If that is too wide, the widest columns get narrower, and heads are wrapped if need be. */
    private int[] widths(List<String> head, List<List<String>> rows) {
        int[] cells = IntStream.range(0, head.size())
                .map(i ->
                        rows.stream().mapToInt(row -> row.get(i).length()).max().orElse(0))
                .toArray();
        int[] widths = IntStream.range(0, cells.length)
                .map(i -> Math.max(cells[i], head.get(i).length()))
                .toArray();
        if (narrowed(widths, 2 * NARROWEST_TEXT)) return widths;
        for (int i = 0; i < cells.length; i++) widths[i] = Math.max(cells[i], longestWord(head.get(i)));
        narrowed(widths, NARROWEST_TEXT);
        return widths;
    }

    /** Makes the widest column narrower, down to a width, until all columns fit. @return whether they do */
    private boolean narrowed(int[] widths, int narrowest) {
        int room = width - GAP.length() * (widths.length - 1);
        for (int over = Arrays.stream(widths).sum() - room; over > 0; over--) {
            int widest = 0;
            for (int i = 1; i < widths.length; i++) if (widths[i] >= widths[widest]) widest = i;
            if (widths[widest] <= narrowest) return false;
            widths[widest]--;
        }
        return true;
    }

    private static int longestWord(String text) {
        return Arrays.stream(text.split(" ")).mapToInt(String::length).max().orElse(0);
    }

    private void row(List<String> cells, int[] widths, boolean[] right, Style style) {
        var wrapped = new ArrayList<List<String>>();
        for (int i = 0; i < widths.length; i++) wrapped.add(wrapped(cells.get(i), widths[i]));
        int lines = wrapped.stream().mapToInt(List::size).max().orElse(0);
        for (int line = 0; line < lines; line++) {
            var parts = new ArrayList<String>();
            for (int i = 0; i < widths.length; i++) {
                List<String> cell = wrapped.get(i);
                // the last line of a head stands on the cells
                int index = style == Style.FAINT ? line - (lines - cell.size()) : line;
                String text = index >= 0 && index < cell.size() ? cell.get(index) : "";
                String space = " ".repeat(Math.max(0, widths[i] - text.length()));
                boolean last = i == widths.length - 1;
                Style own = text.matches("[▇░]+") ? Style.BLUE : style;
                parts.add(right[i] ? space + styled(own, text) : styled(own, text) + (last ? "" : space));
            }
            line(String.join(GAP, parts).stripTrailing());
        }
    }

    private String styled(Style style, String text) {
        return coloured && style != Style.PLAIN && !text.isEmpty() ? style.on + text + "\u001b[0m" : text;
    }

    private static List<String> wrapped(String text, int width) {
        return List.of(WordUtils.wrap(text, width, "\n", true).split("\n"));
    }

    private static String text(List<Inline> parts) {
        return parts.stream().map(part -> printable(part.text())).collect(Collectors.joining());
    }

    /** A text in its lines, without characters that a terminal could obey. */
    public static String printableLines(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Cf}&&[^\n\t]]", "\ufffd");
    }

    /** A text in one line, without characters that a terminal could obey. */
    public static String printable(String text) {
        return text.replaceAll("\\s+", " ").replaceAll("[\\p{Cc}\\p{Cf}]", "\ufffd");
    }
}
