package asynclab.report.plot;

import asynclab.document.Plot;
import asynclab.document.Plot.Axis;
import asynclab.document.Plot.PlotKind;
import asynclab.document.Plot.Scale;
import asynclab.document.Plot.Series;
import asynclab.model.Trace;
import java.util.ArrayList;
import java.util.List;

/** Goodput and waste of the server over time. Each arm of an overload has a plot, with goodput and waste as areas. */
final class OverloadPlots {

    private static final int GOODPUT = 0; // an index into the colours
    private static final int WASTE = 1;

    private OverloadPlots() {}

    /** The plots. There are none if the load does not fall. */
    static List<Plot> of(List<Evidence> arms) {
        return arms.stream()
                .filter(e -> e.arm().overload() != null)
                .map(OverloadPlots::plot)
                .toList();
    }

    private static Plot plot(Evidence e) {
        List<double[]> goodput = e.timeline().points("goodput", 1);
        List<double[]> served = e.timeline().points("served", 1);
        var series = new ArrayList<Series>();
        Series.add(series, "waste", WASTE, 0, PlotKind.MEASURED_AREA, atLeast(served, goodput));
        Series.add(series, "goodput", GOODPUT, 0, PlotKind.MEASURED_AREA, goodput);
        Series.add(series, "waste", WASTE, 0, PlotKind.PREDICTED, predicted(e, true));
        Series.add(series, "goodput", GOODPUT, 0, PlotKind.PREDICTED, predicted(e, false));
        return new Plot(
                "work-" + e.arm().name(),
                "Goodput and waste over time: " + e.arm().name(),
                "Goodput: requests answered in time. Waste, on top of it: requests served for clients that had left. Together they are the"
                        + " work of the server. Users leave "
                        + String.join(
                                " and ",
                                e.arm().overload().measured().recoveries().stream()
                                        .map(fall -> String.format("at %.0f s", fall.atSeconds()))
                                        .toList())
                        + ".",
                new Axis("seconds from the first request", Scale.LINEAR),
                new Axis("requests per second", Scale.LINEAR),
                series);
    }

    /** The server may read its counts a moment before the client has the answers. */
    private static List<double[]> atLeast(List<double[]> served, List<double[]> goodput) {
        var points = new ArrayList<double[]>();
        for (int i = 0; i < Math.min(served.size(), goodput.size()); i++)
            points.add(new double[] {served.get(i)[0], Math.max(served.get(i)[1], goodput.get(i)[1])});
        return points;
    }

    private static List<double[]> predicted(Evidence e, boolean withWaste) {
        Trace trace = e.prediction().run();
        double[] goodput = new double[(int) Math.ceil(trace.whole().toMillis() / 1_000)];
        trace.forEach((user, start, end, ok) -> {
            if (ok && end < goodput.length * 1_000.0) goodput[(int) (end / 1_000)]++;
        });
        var points = new ArrayList<double[]>();
        for (int second = 0; second < goodput.length; second++) {
            var window = new Trace.Window(second * 1_000.0, (second + 1) * 1_000.0);
            double waste = withWaste ? e.prediction().occupancy().wasted(window) : 0;
            points.add(new double[] {second + 0.5, goodput[second] + waste});
        }
        return points;
    }
}
