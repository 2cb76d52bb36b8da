package asynclab.report;

import asynclab.report.plot.Plot;
import asynclab.report.plot.ThreadPlot;
import asynclab.result.Summary;
import asynclab.result.Validity;
import asynclab.result.ValidityCheck;
import asynclab.result.ValidityCheck.CheckStatus;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The parts that every page has: style, scripts, plots and badge. */
public final class HtmlPage {

    private static final ObjectMapper JSON = new ObjectMapper();

    private HtmlPage() {}

    /** A template with its content, the style, the script and the charting library. */
    public static String shell(Map<String, String> holes, String template) {
        holes.put("style", Html.resource("/report/report.css"));
        holes.put("script", Html.resource("/report/report.js") + holes.getOrDefault("script", ""));
        holes.put("echarts", Html.webjar("echarts", "dist/echarts.common.min.js"));
        return Html.fill(template, holes);
    }

    public static String data(List<Plot> plots) throws JsonProcessingException {
        return Html.inScript(JSON.writeValueAsString(Map.of("plots", plots)));
    }

    /** The number of checks of each status, in the colour of the worst, as a link to the checks. */
    static String badge(Summary s, String href) {
        CheckStatus worst = s.validity().stream()
                .map(ValidityCheck::status)
                .min(Comparator.naturalOrder())
                .orElse(CheckStatus.NOT_APPLICABLE);
        return "<a class=\"badge " + worst.colour() + "\" href=\"" + Html.escape(href) + "\">"
                + Html.escape(Validity.count(s.validity())) + "</a>";
    }

    /** The plots, each with a picture for readers without scripts. */
    public static String figures(List<Plot> plots, Map<String, byte[]> pictures) {
        return plots.stream().map(plot -> figure(plot, pictures.get(plot.id()))).collect(Collectors.joining());
    }

    /** The timeline of threads, as wide as the page, with its data. {@code lanes.js} draws it. */
    static String threads(ThreadPlot plot, byte[] png) throws JsonProcessingException {
        return figure(ThreadPlot.ID, ThreadPlot.TITLE, ThreadPlot.NOTE, png)
                        .replaceFirst("<figure", "<figure style=\"grid-column: 1 / -1\"")
                + "<script type=\"application/json\" id=\"lanes\">" + Html.inScript(JSON.writeValueAsString(plot))
                + "</script>\n";
    }

    private static String figure(Plot plot, byte[] png) {
        return figure(plot.id(), plot.title(), plot.note(), png);
    }

    private static String figure(String id, String title, String note, byte[] png) {
        return "<figure id=\"" + Html.escape(id) + "\"><figcaption><h3>" + Html.escape(title) + "</h3><p>"
                + Html.escape(note) + "</p></figcaption>"
                + "<div class=\"plot\" role=\"img\" aria-label=\"" + Html.escape(title + ". " + note)
                + "\"></div>"
                + (png == null
                        ? "<p class=\"picture\">There is no picture, because this machine could not draw one.</p>"
                        : "<img class=\"picture\" alt=\"" + Html.escape(title)
                                + "\" src=\"data:image/png;base64,"
                                + Base64.getEncoder().encodeToString(png) + "\">")
                + "</figure>\n";
    }
}
