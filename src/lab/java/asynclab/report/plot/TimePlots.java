package asynclab.report.plot;

import asynclab.document.Plot;
import asynclab.document.Plot.Axis;
import asynclab.document.Plot.PlotKind;
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
    private final List<Times> predicted; // of the arms
    private final boolean inSeconds;

    TimePlots(List<Evidence> arms) {
        this.arms = arms;
        predicted = arms.stream()
                .map(e -> Times.of(e.prediction().run().histogram()))
                .toList();
        inSeconds = arms.stream()
                        .mapToDouble(e -> e.arm().measured().times().maxMs())
                        .max()
                        .orElse(0)
                >= IN_SECONDS_FROM;
    }

    Plot percentiles() {
        var series = new ArrayList<Series>();
        Evidence.each(arms, (i, e) -> {
            Series.add(
                    series,
                    e.arm().name(),
                    i,
                    0,
                    PlotKind.MEASURED,
                    time(e.percentiles().byPercentile()));
            Series.add(
                    series,
                    e.arm().name(),
                    i,
                    0,
                    PlotKind.PREDICTED,
                    time(predicted.get(i).byPercentile()));
        });
        return new Plot(
                "percentiles",
                "Response time by percentile",
                "Each step to the right stands for ten times fewer requests. The last point is the slowest request.",
                new Axis("percentile", Scale.PERCENTILE),
                timeAxis(),
                series);
    }

    Plot byLabel() {
        var series = new ArrayList<Series>();
        Evidence.each(arms, (i, e) -> {
            int variant = 0;
            Map<String, Trace> byLabel = e.prediction().byLabel();
            for (String label : e.arm().measured().byLabel().keySet()) {
                String name = e.arm().name() + ", " + label;
                Times measured = e.byLabel().get(label);
                Series.add(series, name, i, variant, PlotKind.MEASURED, time(measured.byPercentile()));
                Trace ofLabel = byLabel.get(label);
                if (ofLabel != null)
                    Series.add(
                            series,
                            name,
                            i,
                            variant,
                            PlotKind.PREDICTED,
                            time(Times.of(ofLabel.histogram()).byPercentile()));
                variant++;
            }
        });
        return new Plot(
                "percentiles-by-label",
                "Response time by percentile and label",
                "Short and long requests separately. A mix of both has two peaks, so its percentiles jump.",
                new Axis("percentile", Scale.PERCENTILE),
                timeAxis(),
                series);
    }

    Plot distribution() {
        var series = new ArrayList<Series>();
        Evidence.each(arms, (i, e) -> {
            Times measured = Times.merged(e.byLabel().values());
            Series.add(series, e.arm().name(), i, 0, PlotKind.MEASURED, scaled(histogram(measured), unit(), 1));
            Series.add(
                    series, e.arm().name(), i, 0, PlotKind.PREDICTED, scaled(histogram(predicted.get(i)), unit(), 1));
        });
        return new Plot(
                "distribution",
                "Response-time distribution",
                "Share of the requests per bin. A bin is a twentieth of a decade.",
                new Axis(inSeconds ? "response time, seconds" : "response time, milliseconds", Scale.LOG),
                new Axis("% of the requests", Scale.LINEAR),
                series);
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

    /** Converts times from milliseconds to the unit of the plots. */
    private List<double[]> time(List<double[]> points) {
        return scaled(points, 1, unit());
    }

    private double unit() {
        return inSeconds ? 1e-3 : 1;
    }

    private static List<double[]> scaled(List<double[]> points, double x, double y) {
        return points.stream().map(p -> new double[] {p[0] * x, p[1] * y}).toList();
    }

    private Axis timeAxis() {
        return new Axis(inSeconds ? "response time, seconds" : "response time, milliseconds", Scale.LINEAR);
    }
}
