package asynclab.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** {@code results/index.html}: every figure of the five posts in one table, and how near the model came to each measured one. */
final class OverviewPage {

    private static final double NEAR = 0.1;
    private static final String LATE = "; measured ";
    private static final Map<String, String> LIMITS = new LinkedHashMap<>();

    static {
        LIMITS.put("threads", "limited by threads");
        LIMITS.put("workers", "limited by workers");
        LIMITS.put("users", "limited by users");
        LIMITS.put("arrivals", "limited by arrivals");
    }

    private final List<Summary> summaries;
    private final Summary target;

    private OverviewPage(List<Summary> summaries, Summary target) {
        this.summaries = summaries;
        this.target = target;
    }

    /** @param target what was found of a service that is not ours, or null */
    static String of(List<Summary> summaries, Summary target) throws IOException {
        return new OverviewPage(summaries, target).page();
    }

    private String page() throws IOException {
        List<Plot> plots = List.of(
                plot("rates", "Throughput: measured ÷ predicted", "requests per second, predicted", f -> f.title()
                        .startsWith("req/s")),
                plot(
                        "times",
                        "Response times: measured ÷ predicted",
                        "milliseconds, predicted",
                        f -> f.title().startsWith("mean ms") || f.title().matches("p\\d+ ms") || f == Figure.MAX));
        var holes = new LinkedHashMap<String, String>();
        holes.put("kicker", "Async Servlet Lab · all experiments");
        holes.put("title", "Every figure of the five posts");
        holes.put("verdict", Html.escape(verdict()));
        holes.put(
                "content",
                "<section id=\"figures\"><h2>Published, predicted, measured</h2>\n<p>req/s are requests per second, whole run unless"
                        + " it says otherwise; times are in milliseconds. Each experiment leads to its own report.</p>\n"
                        + table() + "</section>\n" + targets());
        holes.put("how", "Each point is a figure of an arm. On the line it came out as predicted.");
        holes.put("plots", HtmlReport.figures(plots, Picture.pngs(plots)));
        holes.put("data", HtmlReport.data(plots));
        return HtmlReport.shell(holes, "page.html");
    }

    private Stream<Summary.Arm> arms() {
        return summaries.stream().flatMap(s -> s.arms().stream());
    }

    /** One sentence: how many figures came out as predicted and as published. */
    private String verdict() {
        List<Double> predicted = arms().flatMap(arm ->
                        Stream.of(Figure.values()).filter(f -> f.isShown(arm)).map(f -> f.offPrediction(arm)))
                .filter(off -> off != null)
                .toList();
        List<Double> published = arms().flatMap(
                        arm -> Stream.of(Figure.values()).map(f -> f.offPublished(arm)))
                .filter(off -> off != null)
                .toList();
        return String.format(
                Locale.ROOT,
                "Of %d measured figures %d are within 10 %% of the prediction, half of them within %.1f %%; of %d published figures %d"
                        + " came out within 10 %% here, and each of the others has its reason, or a plain \"unexplained\", beside it.",
                predicted.size(),
                near(predicted),
                100 * predicted.stream().map(Math::abs).sorted().toList().get(predicted.size() / 2),
                published.size(),
                near(published));
    }

    private static long near(List<Double> offs) {
        return offs.stream().filter(off -> Math.abs(off) <= NEAR).count();
    }

    private String table() {
        var out = new StringBuilder("<div class=\"wide\"><table class=\"overview\"><thead><tr>");
        for (String head : List.of(
                "arm", "figure", "published", "predicted", "measured", "against predicted", "against published"))
            out.append("<th scope=\"col\">").append(head).append("</th>");
        out.append("</tr></thead>\n");
        for (Summary s : summaries) {
            String file = s.experiment() + "/index.html";
            out.append("<tbody><tr><th class=\"experiment\" scope=\"rowgroup\" colspan=\"7\"><a href=\"")
                    .append(Html.escape(file))
                    .append("\">")
                    .append(Html.escape(s.experiment()))
                    .append("</a> ")
                    .append(HtmlReport.badge(s, file + "#validity"))
                    .append("<p>")
                    .append(Html.escape(s.title()))
                    .append("</p></th></tr>\n");
            s.arms().forEach(arm -> rows(out, arm));
            out.append("</tbody>\n");
        }
        return out.append("</table></div>\n").toString();
    }

    private String targets() {
        if (target == null) return "";
        String file = target.experiment() + "/index.html";
        return "<section id=\"target\"><h2>" + Html.escape(target.title())
                + "</h2>\n<p>By <code>-Dtarget</code>: <a href=\"" + file
                + "\">" + Html.escape(target.experiment()) + "</a> " + HtmlReport.badge(target, file + "#validity")
                + "</p>\n<p>"
                + Html.escape(target.verdict()) + "</p></section>\n";
    }

    private static void rows(StringBuilder out, Summary.Arm arm) {
        List<Figure> figures = Overview.figures(arm);
        for (Figure f : figures) {
            out.append("<tr>");
            if (f == figures.get(0))
                out.append("<th scope=\"rowgroup\" rowspan=\"")
                        .append(figures.size() + 1)
                        .append("\">")
                        .append(Html.escape(arm.name()))
                        .append("</th>");
            out.append("<td>").append(Html.escape(f.title())).append("</td>");
            for (String cell : List.of(
                    f.published(arm),
                    f.predicted(arm),
                    f.measured(arm),
                    off(f.offPrediction(arm)),
                    off(f.offPublished(arm))))
                out.append("<td class=\"number\">").append(Html.escape(cell)).append("</td>");
            out.append("</tr>\n");
        }
        out.append("<tr><td class=\"reason\" colspan=\"6\">")
                .append(Html.escape(why(arm)))
                .append("</td></tr>\n");
    }

    /** With what the model cannot say, where it was off. */
    private static String why(Summary.Arm arm) {
        int off = arm.why().indexOf(LATE);
        return Overview.why(arm).replace("**", "")
                + (off < 0
                        ? ""
                        : "; against the prediction req/s "
                                + arm.why().substring(off + LATE.length()).replace(" of that", ""));
    }

    private static String off(Double off) {
        return off == null ? "" : String.format(Locale.ROOT, "%+.1f %%", off * 100);
    }

    /** A point for each figure of each arm, coloured by what limits the arm. */
    private Plot plot(String id, String title, String axis, Predicate<Figure> wanted) {
        var series = new ArrayList<Plot.Series>();
        int colour = 0;
        for (Map.Entry<String, String> limit : LIMITS.entrySet()) {
            List<double[]> points = arms().filter(
                            arm -> arm.predicted().limitedBy().equals(limit.getKey()))
                    .flatMap(arm -> Stream.of(Figure.values())
                            .filter(wanted)
                            .filter(f -> f.isShown(arm) && f.offPrediction(arm) != null)
                            .map(f -> new double[] {Double.parseDouble(f.predicted(arm)), 1 + f.offPrediction(arm)}))
                    .toList();
            Plot.Series.add(series, limit.getValue(), colour++, 0, Plot.Kind.MEASURED_POINTS, points);
        }
        return new Plot(
                id,
                title,
                "Predicted from pool size, hold times and the plan; nothing is fitted.",
                new Plot.Axis(axis, Plot.Scale.LOG),
                new Plot.Axis("measured ÷ predicted", Plot.Scale.LINEAR),
                series,
                List.of(new Plot.Line("as predicted", 1)),
                List.of());
    }
}
