package asynclab.report;

import asynclab.model.Bounds.Limiter;
import asynclab.plan.Configuration;
import asynclab.report.plot.Picture;
import asynclab.report.plot.Plot;
import asynclab.result.ArmResult;
import asynclab.result.Figure;
import asynclab.result.Summary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** {@code results/index.html}: every figure of the five posts in one table, with its deviation from the prediction. */
final class OverviewPage {

    private static final double NEAR = 0.1;
    private static final Set<Figure> RATES = EnumSet.of(Figure.THROUGHPUT, Figure.STEADY_THROUGHPUT, Figure.GOODPUT);
    private static final Set<Figure> TIMES = EnumSet.of(
            Figure.MEAN, Figure.GOOD_MEAN, Figure.P50, Figure.P75, Figure.P95, Figure.P99, Figure.MIN, Figure.MAX);
    private static final List<Limiter> LIMITERS =
            List.of(Limiter.THREADS, Limiter.WORKERS, Limiter.USERS, Limiter.ARRIVALS);

    private final List<Summary> summaries;
    private final Summary target;
    private final Configuration now;

    private OverviewPage(List<Summary> summaries, Summary target, Configuration now) {
        this.summaries = summaries;
        this.target = target;
        this.now = now;
    }

    /** @param target the result of a target, or null */
    static String of(List<Summary> summaries, Summary target, Configuration now) throws IOException {
        return new OverviewPage(summaries, target, now).page();
    }

    private String page() throws IOException {
        List<Plot> plots = List.of(
                plot("rates", "Throughput: measured ÷ predicted", "requests per second, predicted", RATES::contains),
                plot("times", "Response times: measured ÷ predicted", "milliseconds, predicted", TIMES::contains));
        var holes = new LinkedHashMap<String, String>();
        holes.put("kicker", "Async Servlet Lab · all experiments");
        holes.put("title", "Every figure of the five posts");
        holes.put("verdict", Html.escape(verdict()));
        holes.put(
                "content",
                "<section id=\"figures\"><h2>Published, predicted, measured</h2>\n<p>req/s: requests per second of the whole run, unless"
                        + " the row says otherwise. Times are in milliseconds. The name of an experiment links to its report.</p>\n"
                        + (Overview.anyEarlier(summaries, now) ? "<p>" + Html.escape(Words.legend()) + "</p>\n" : "")
                        + table() + "</section>\n" + targets());
        holes.put("how", "Each point is one figure of one arm. A point on the line was measured as predicted.");
        holes.put("plots", HtmlPage.figures(plots, Picture.pngs(plots)));
        holes.put("data", HtmlPage.data(plots));
        return HtmlPage.shell(holes, "page.html");
    }

    private Stream<ArmResult> arms() {
        return summaries.stream().flatMap(s -> s.arms().stream());
    }

    /** How many figures were measured as predicted and as published. */
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
                "%d of %d measured figures are within 10 %% of the prediction. The median deviation is %.1f %%."
                        + " %d of %d published figures were measured here within 10 %%."
                        + " Each of the others has its reason below its arm, or the word \"unexplained\".",
                near(predicted),
                predicted.size(),
                100 * predicted.stream().map(Math::abs).sorted().toList().get(predicted.size() / 2),
                near(published),
                published.size());
    }

    private static long near(List<Double> offs) {
        return offs.stream().filter(off -> Math.abs(off) <= NEAR).count();
    }

    private String table() {
        var out = new StringBuilder("<div class=\"wide\"><table class=\"overview\"><thead><tr>");
        for (String head : List.of(
                "arm",
                "figure",
                "published",
                "predicted",
                "measured",
                "deviation from predicted",
                "deviation from published"))
            out.append("<th scope=\"col\">").append(head).append("</th>");
        out.append("</tr></thead>\n");
        for (Summary s : summaries) {
            String file = s.experiment() + "/index.html";
            out.append("<tbody><tr><th class=\"experiment\" scope=\"rowgroup\" colspan=\"7\"><a href=\"")
                    .append(Html.escape(file))
                    .append("\">")
                    .append(Html.escape(s.experiment()))
                    .append("</a>")
                    .append(Words.mark(s, now))
                    .append(' ')
                    .append(HtmlPage.badge(s, file + "#validity"))
                    .append("<p>")
                    .append(Html.escape(s.title()))
                    .append("</p></th></tr>\n");
            s.arms().forEach(arm -> rows(out, s, arm));
            out.append("</tbody>\n");
        }
        return out.append("</table></div>\n").toString();
    }

    private String targets() {
        if (target == null) return "";
        String file = target.experiment() + "/index.html";
        return "<section id=\"target\"><h2>" + Html.escape(target.title())
                + "</h2>\n<p>Measured with <code>-Dtarget</code>: <a href=\"" + file
                + "\">" + Html.escape(target.experiment()) + "</a> " + HtmlPage.badge(target, file + "#validity")
                + "</p>\n<p>"
                + Html.escape(Words.verdict(target)) + "</p></section>\n";
    }

    private static void rows(StringBuilder out, Summary s, ArmResult arm) {
        List<Figure> figures = Overview.figures(arm);
        for (Figure f : figures) {
            out.append("<tr>");
            if (f == figures.get(0))
                out.append("<th scope=\"rowgroup\" rowspan=\"")
                        .append(figures.size() + 1)
                        .append("\">")
                        .append(Html.escape(arm.name()))
                        .append("</th>");
            out.append("<td>").append(Html.escape(f.title(arm))).append("</td>");
            for (String cell : List.of(
                    f.published(arm),
                    f.predicted(arm),
                    f.measured(arm),
                    Words.deviation(f, arm),
                    off(f.offPublished(arm))))
                out.append("<td class=\"number\">").append(Html.escape(cell)).append("</td>");
            out.append("</tr>\n");
        }
        out.append("<tr><td class=\"reason\" colspan=\"6\">")
                .append(Html.escape("The arm is " + Overview.reason(s, arm)))
                .append("</td></tr>\n");
    }

    private static String off(Double off) {
        return off == null ? "" : String.format(Locale.ROOT, "%+.1f %%", off * 100);
    }

    /** A point for each figure of each arm, coloured by what limits the arm. */
    private Plot plot(String id, String title, String axis, Predicate<Figure> wanted) {
        var series = new ArrayList<Plot.Series>();
        int colour = 0;
        for (Limiter limiter : LIMITERS) {
            List<double[]> points = arms().filter(arm -> arm.diagnosis().limiter() == limiter)
                    .flatMap(arm -> Stream.of(Figure.values())
                            .filter(wanted)
                            .filter(f -> f.isShown(arm) && f.offPrediction(arm) != null)
                            .map(f -> new double[] {Double.parseDouble(f.predicted(arm)), 1 + f.offPrediction(arm)}))
                    .toList();
            Plot.Series.add(series, LimitWords.kind(limiter), colour++, 0, Plot.PlotKind.MEASURED_POINTS, points);
        }
        return new Plot(
                id,
                title,
                "Predicted from pool size, hold times and the load plan, with no fitted parameters.",
                new Plot.Axis(axis, Plot.Scale.LOG),
                new Plot.Axis("measured ÷ predicted", Plot.Scale.LINEAR),
                series,
                List.of(new Plot.Line("measured = predicted", 1)),
                List.of());
    }
}
