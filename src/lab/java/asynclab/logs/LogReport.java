package asynclab.logs;

import asynclab.report.Html;
import asynclab.report.HtmlPage;
import asynclab.report.MarkdownTable;
import asynclab.report.plot.Plot;
import asynclab.result.Threshold.Judgement;
import asynclab.traffic.Answer;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The pages of a log's result. A log may have been written by an attacker, so every text is escaped. */
final class LogReport {

    private static final String TITLE = "Your own traffic";
    private static final String MARKDOWN = "&<>\\`*[]|"; // what means something within a line

    private LogReport() {}

    /** What the command prints. */
    static List<String> headlines(LogResult result) {
        Answer answer = result.answer();
        var lines = new ArrayList<String>();
        lines.add(answer.learned().sentence());
        lines.add(String.format(
                Locale.ROOT,
                "%s requests per second, %.1f in flight on average, %,d at most.",
                LogTables.number(answer.learned().perSecond()),
                answer.learned().inFlight().mean(),
                answer.learned().inFlight().max()));
        answer.variants()
                .forEach(variant -> lines.add(String.format(
                        Locale.ROOT,
                        "%-22s lasts until %s the traffic",
                        variant.kind().label(),
                        variant.lasts().words())));
        lines.addAll(answer.doubts());
        if (!result.reading().badWords().isEmpty()) lines.add(result.reading().badWords());
        lines.addAll(result.reading().remarks());
        result.thresholds().forEach(judgement -> lines.add(sentence(judgement)));
        lines.add("");
        lines.add(answer.verdict());
        return lines;
    }

    private static String sentence(Judgement judgement) {
        return judgement.threshold() + (judgement.met() ? " is met: " : " is not met: ") + judgement.detail() + ".";
    }

    static String markdown(LogResult result, List<Plot> plots) {
        var out = new StringBuilder(
                "# " + TITLE + "\n\n**" + escaped(result.answer().verdict()) + "**\n");
        if (!result.thresholds().isEmpty()) out.append('\n');
        for (Judgement judgement : result.thresholds())
            out.append("- ").append(escaped(sentence(judgement))).append('\n');
        for (LogSection section : LogTables.of(result)) {
            out.append("\n## ").append(escaped(section.title())).append("\n\n");
            for (String sentence : section.sentences())
                out.append("- ").append(escaped(sentence)).append('\n');
            if (section.head().isEmpty()) continue;
            out.append('\n')
                    .append(MarkdownTable.of(
                            section.head(),
                            section.rows().stream()
                                    .map(row ->
                                            row.stream().map(LogReport::escaped).toList())
                                    .toList()));
        }
        out.append("\n## Plots\n\n");
        for (Plot plot : plots)
            out.append(plot.note())
                    .append("\n\n![")
                    .append(plot.title())
                    .append("](")
                    .append(plot.id())
                    .append(".png)\n\n");
        return out.append("## Command\n\n```\n")
                .append(oneLine(result.command()))
                .append("\n```\n")
                .toString();
    }

    private static String escaped(String text) {
        return oneLine(text).chars().mapToObj(LogReport::escaped).collect(Collectors.joining());
    }

    private static String escaped(int c) {
        return MARKDOWN.indexOf(c) >= 0 ? "&#" + c + ";" : Character.toString(c);
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}", " ").replace("```", "'''");
    }

    static String html(LogResult result, List<Plot> plots, Map<String, byte[]> pictures)
            throws JsonProcessingException {
        var content = new StringBuilder();
        if (!result.thresholds().isEmpty())
            content.append("<section><h2>Thresholds</h2>\n")
                    .append(list(result.thresholds().stream()
                            .map(LogReport::sentence)
                            .toList()))
                    .append("</section>\n");
        for (LogSection section : LogTables.of(result))
            content.append("<section><h2>")
                    .append(Html.escape(section.title()))
                    .append("</h2>\n")
                    .append(list(section.sentences()))
                    .append(section.head().isEmpty() ? "" : Html.table(section.head(), section.rows()))
                    .append("</section>\n");
        content.append("<section><h2>Command</h2>\n<pre>")
                .append(Html.escape(result.command()))
                .append("</pre></section>\n");
        var holes = new LinkedHashMap<String, String>();
        holes.put("kicker", "Async Servlet Lab · log");
        holes.put("title", TITLE);
        holes.put("verdict", Html.escape(result.answer().verdict()));
        holes.put("content", content.toString());
        holes.put("how", "Two plots show the log, and two show predictions.");
        holes.put("plots", HtmlPage.figures(plots, pictures));
        holes.put("data", HtmlPage.data(plots));
        return HtmlPage.shell(holes, "page.html");
    }

    private static String list(List<String> sentences) {
        return Html.list(sentences.stream().map(Html::escape).toList());
    }
}
