package asynclab.report.plot;

import asynclab.document.Plot;
import asynclab.document.Plot.Axis;
import asynclab.document.Plot.Line;
import asynclab.document.Plot.Scale;
import asynclab.document.Plot.Series;
import asynclab.run.result.ArmResult;
import asynclab.run.result.figures.OpenFigures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The plots of a series of open loads: a figure against the offered load, one curve for the arms that differ in their load only. */
final class LevelPlots {

    private static final String NOTE = " Each point is an arm, over the second half of its arrivals.";

    private final double fullPerSecond;
    private final Map<String, List<ArmResult>> curves = new LinkedHashMap<>();

    /** @param fullPerSecond the rate of the load plan, in requests per second */
    LevelPlots(double fullPerSecond, List<Evidence> arms) {
        this.fullPerSecond = fullPerSecond;
        for (Evidence e : arms)
            curves.computeIfAbsent(e.arm().curve(), c -> new ArrayList<>()).add(e.arm());
    }

    List<Plot> all() {
        return List.of(
                plot(
                        "goodput",
                        "Goodput against offered load",
                        "Requests answered within the client timeout. Dotted: 100 % of the load plan's rate." + NOTE,
                        "requests per second",
                        OpenFigures::goodput,
                        List.of(new Line("100 %", fullPerSecond))),
                plot(
                        "refused",
                        "Refused requests against offered load",
                        "Requests that failed before the client timeout." + NOTE,
                        "requests per second",
                        OpenFigures::refused,
                        List.of()),
                plot(
                        "answered-p99",
                        "p99 of the answered requests against offered load",
                        "Response time of the requests that were answered within the client timeout." + NOTE,
                        "response time, milliseconds",
                        OpenFigures::goodP99Ms,
                        List.of()));
    }

    private Plot plot(
            String id, String title, String note, String unit, Function<OpenFigures, Double> figure, List<Line> lines) {
        var series = new ArrayList<Series>();
        int i = 0;
        for (var curve : curves.entrySet()) {
            var measured = new ArrayList<double[]>();
            var predicted = new ArrayList<double[]>();
            for (ArmResult arm : curve.getValue()) {
                double offered = arm.open().predicted().offered();
                Double model = figure.apply(arm.open().predicted());
                Double mean = arm.meanOfRuns(figure);
                if (model != null) predicted.add(new double[] {offered, model});
                if (mean != null) measured.add(new double[] {offered, mean});
            }
            Series.addBoth(series, curve.getKey(), i++, 0, measured, predicted);
        }
        return new Plot(
                id,
                title,
                note,
                new Axis("offered requests per second", Scale.LINEAR),
                new Axis(unit, Scale.LINEAR),
                series,
                lines,
                List.of());
    }
}
