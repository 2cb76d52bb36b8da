package asynclab.report.plot;

import asynclab.document.Plot;
import asynclab.document.Plot.Axis;
import asynclab.document.Plot.Scale;
import asynclab.document.Plot.Series;
import asynclab.model.Trace;
import asynclab.run.result.figures.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The plots of response times: by percentile, by label, and their distribution. */
final class TimePlots {

    private static final double STEP = Math.pow(10, 1 / 20.0); // bins of the distribution: twenty in a decade
    private static final double IN_SECONDS_FROM = 2_000;
    private static final double PERCENT = 100;

    private final List<Evidence> arms;
    private final boolean inSeconds;

    TimePlots(List<Evidence> arms) {
        this.arms = arms;
        inSeconds = arms.stream()
                        .mapToDouble(e -> e.arm().measured().times().maxMs())
                        .max()
                        .orElse(0)
                >= IN_SECONDS_FROM;
    }

    private static Times predicted(Evidence e) {
        return Times.of(e.prediction().run().histogram());
    }

    Plot percentiles() {
        return new Plot(
                "percentiles",
                "Response time by percentile",
                "Each step to the right stands for ten times fewer requests. The last point is the slowest request.",
                new Axis("percentile", Scale.PERCENTILE),
                timeAxis(Scale.LINEAR),
                Evidence.curves(arms, e -> byPercentile(e.percentiles()), e -> byPercentile(predicted(e))));
    }

    Plot byLabel() {
        var series = new ArrayList<Series>();
        Evidence.each(arms, (i, e) -> {
            int variant = 0;
            Map<String, Trace> predicted = e.prediction().byLabel();
            for (String label : e.byLabel().keySet())
                Series.addBoth(
                        series,
                        e.arm().name() + ", " + label,
                        i,
                        variant++,
                        byPercentile(e.byLabel().get(label)),
                        predicted.containsKey(label)
                                ? byPercentile(Times.of(predicted.get(label).histogram()))
                                : List.of());
        });
        return new Plot(
                "percentiles-by-label",
                "Response time by percentile and label",
                "Short and long requests separately. A mix of both has two peaks, so its percentiles jump.",
                new Axis("percentile", Scale.PERCENTILE),
                timeAxis(Scale.LINEAR),
                series);
    }

    Plot distribution() {
        return new Plot(
                "distribution",
                "Response-time distribution",
                "Share of the requests per bin. A bin is a twentieth of a decade.",
                timeAxis(Scale.LOG),
                new Axis("% of the requests", Scale.LINEAR),
                Evidence.curves(
                        arms,
                        e -> scaled(histogram(Times.merged(e.byLabel().values())), unit(), 1),
                        e -> scaled(histogram(predicted(e)), unit(), 1)));
    }

    private static List<double[]> histogram(Times times) {
        var points = new ArrayList<double[]>();
        if (times.millis().length == 0) return points;
        double max = Math.max(1, times.millis()[times.millis().length - 1]);
        double[] shares = times.shares(1, STEP, (int) (Math.log(max) / Math.log(STEP) + 1e-9) + 1);
        int first = 0;
        while (shares[first] == 0) first++;
        points.add(new double[] {Math.pow(STEP, first), 0});
        for (int i = first; i < shares.length; i++)
            for (int edge = i; edge <= i + 1; edge++)
                points.add(new double[] {Math.pow(STEP, edge), shares[i] * PERCENT});
        points.add(new double[] {Math.pow(STEP, shares.length), 0});
        return points;
    }

    /** The points in the unit of the plots. */
    private List<double[]> byPercentile(Times times) {
        return scaled(times.byPercentile(), 1, unit());
    }

    private double unit() {
        return inSeconds ? 1e-3 : 1;
    }

    private static List<double[]> scaled(List<double[]> points, double x, double y) {
        return points.stream().map(p -> new double[] {p[0] * x, p[1] * y}).toList();
    }

    private Axis timeAxis(Scale scale) {
        return new Axis(inSeconds ? "response time, seconds" : "response time, milliseconds", scale);
    }
}
