package asynclab.document;

import asynclab.document.Document.Bars;
import asynclab.document.Document.Block;
import asynclab.document.Document.Check;
import asynclab.document.Document.Inline;
import asynclab.document.Document.Items;
import asynclab.document.Document.Lanes;
import asynclab.document.Document.Paragraph;
import asynclab.document.Document.Picture;
import asynclab.document.Document.Plots;
import asynclab.document.Document.Section;
import asynclab.document.Document.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A document in Markdown. A log may have been written by an attacker, so every text is escaped. */
public final class Markdown {

    /** The most visible characters of a cell. A longer text becomes a numbered note under the table. */
    static final int MOST_CHARACTERS = 80;

    private static final Pattern MARKUP = Pattern.compile("[\\\\`*|]|](?=[(\\[:])");
    private static final Pattern TAG = Pattern.compile("<(?=[a-zA-Z/!?])|&(?=#?\\w+;)");

    private Markdown() {}

    public static String of(Document document) {
        var parts = new ArrayList<String>();
        parts.add("# " + escaped(document.title()));
        parts.add("Async Servlet Lab · " + escaped(document.name()));
        if (!document.verdict().isEmpty()) parts.add("**" + escaped(document.verdict()) + "**");
        parts.add(of(document.sections()).strip());
        if (!document.checks().isEmpty()) parts.add(checks(document));
        parts.add("## Command and environment\n\n```\n" + oneLine(document.command()) + "\n```");
        parts.add(document.environment().entrySet().stream()
                .map(fact -> "- " + escaped(fact.getKey()) + ": " + escaped("" + fact.getValue()))
                .collect(Collectors.joining("\n")));
        return parts.stream().filter(part -> !part.isEmpty()).collect(Collectors.joining("\n\n", "", "\n"));
    }

    /** The sections alone. */
    public static String of(List<Section> sections) {
        var out = new StringBuilder();
        for (Section section : sections) {
            if (!section.title().isEmpty())
                out.append("## ").append(escaped(section.title())).append("\n\n");
            for (Block block : section.blocks()) out.append(of(block)).append('\n');
        }
        return out.toString();
    }

    private static String checks(Document document) {
        boolean ofParts =
                document.checks().stream().anyMatch(check -> !check.of().isEmpty());
        return "## Checks\n\n" + document.countOfChecks()
                + ". A red check leaves no verdict. An amber check is a doubt that leaves the verdict.\n\n"
                + of(Table.of(
                                document.checks(),
                                Document.column(
                                        "status", check -> check.status().sign()),
                                Document.column(ofParts ? "arm" : "", Check::of),
                                Document.column("check", Check::title),
                                Document.column("figure", Check::detail)))
                        .strip();
    }

    /** Ends with a line break. */
    public static String of(Block block) {
        if (block instanceof Paragraph text) return inline(text.parts()) + "\n";
        if (block instanceof Items list)
            return list.items().stream().map(item -> "- " + inline(item) + "\n").collect(Collectors.joining());
        if (block instanceof Table table) return table(table);
        if (block instanceof Plots plots)
            return plots.plots().stream()
                    .map(plot -> picture(plot.title(), plot.id() + ".png") + "\n" + escaped(plot.note()) + "\n")
                    .collect(Collectors.joining("\n"));
        if (block instanceof Lanes)
            return picture(ThreadPlot.TITLE, ThreadPlot.ID + ".png") + "\n" + ThreadPlot.NOTE + "\n";
        if (block instanceof Bars) return "";
        Picture picture = (Picture) block;
        return picture(picture.title(), picture.file());
    }

    private static String picture(String title, String file) {
        return "![" + escaped(title) + "](" + file + ")\n";
    }

    private static String table(Table table) {
        Map<String, Integer> notes = new LinkedHashMap<>();
        var out = new StringBuilder(table.caption().isEmpty() ? "" : "**" + escaped(table.caption()) + "**\n\n");
        out.append(line(table.head().stream().map(Markdown::escaped).toList()));
        out.append("|---".repeat(table.head().size())).append("|\n");
        for (List<?> row : table.rows())
            out.append(line(row.stream()
                    .map(cell -> cell(Document.inlines(cell), notes))
                    .toList()));
        if (!notes.isEmpty()) out.append('\n');
        notes.forEach(
                (text, number) -> out.append(number).append(". ").append(text).append('\n'));
        return out + (table.note().isEmpty() ? "" : "\n" + escaped(table.note()) + "\n");
    }

    private static String cell(List<Inline> parts, Map<String, Integer> notes) {
        int length = parts.stream().mapToInt(part -> part.text().length()).sum();
        if (length <= MOST_CHARACTERS) return inline(parts);
        return "note " + notes.computeIfAbsent(inline(parts), text -> notes.size() + 1);
    }

    private static String line(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static String inline(List<Inline> parts) {
        return parts.stream()
                .map(part -> {
                    if (part.tag().equals("code"))
                        return "`" + oneLine(part.text()).replace('`', '\'') + "`";
                    if (part.tag().equals("strong")) return "**" + escaped(part.text()) + "**";
                    String text = escaped(part.text());
                    return part.href().isEmpty() ? text : "[" + text + "](" + address(part.href()) + ")";
                })
                .collect(Collectors.joining());
    }

    /** A published benchmark names its address. */
    private static String address(String href) {
        return href.replace("(", "%28")
                .replace(")", "%29")
                .replace("<", "%3C")
                .replace(">", "%3E")
                .replace("|", "%7C");
    }

    /** Escapes only characters that have a meaning in Markdown, because people also read the file as plain text. */
    private static String escaped(String text) {
        String noMarkup = MARKUP.matcher(oneLine(text)).replaceAll("\\\\$0");
        return TAG.matcher(noMarkup).replaceAll(found -> found.group().equals("<") ? "&lt;" : "&amp;");
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}", " ").replace("```", "'''");
    }
}
