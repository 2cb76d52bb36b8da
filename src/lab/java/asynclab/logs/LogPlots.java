package asynclab.logs;

import static asynclab.document.Texts.text;

import asynclab.document.Plot;
import asynclab.document.Plot.Axis;
import asynclab.document.Plot.Line;
import asynclab.document.Plot.PlotKind;
import asynclab.document.Plot.Scale;
import asynclab.document.Plot.Series;
import asynclab.traffic.Answer;
import asynclab.traffic.Answer.Fleets;
import asynclab.traffic.InFlight;
import asynclab.traffic.TrafficStatistics;
import asynclab.traffic.Variant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The plots of a log's report. */
final class LogPlots {

    private static final double MOST_WAITINGS = 10;
    private static final int MOST_ENDPOINTS = 40;
    private static final Axis TRAFFIC = new Axis("traffic, times that of the log", Scale.LINEAR);

    private LogPlots() {}

    static List<Plot> of(Answer answer) {
        return List.of(inFlight(answer), waiting(answer), endpoints(answer.learned()), fleet(answer));
    }

    private static Plot inFlight(Answer answer) {
        int pool = answer.question().threads() * answer.question().instances();
        var series = new ArrayList<Series>();
        List<InFlight.Level> moments = answer.learned().inFlight().overTime();
        add(series, "maximum", 0, PlotKind.MEASURED, moments.stream().map(m -> point(m.seconds(), m.max())));
        add(series, "mean", 1, PlotKind.MEASURED, moments.stream().map(m -> point(m.seconds(), m.mean())));
        return plot(
                "in-flight",
                "Requests in flight over time",
                "As the log has it. Each point is an interval."
                        + (pool == 0 ? "" : " Dotted: all threads. A curve at this line is a full pool."),
                new Axis("seconds from the first request", Scale.LINEAR),
                "requests in flight",
                series,
                pool == 0 ? List.of() : List.of(new Line(text("%,d threads", pool), pool)));
    }

    private static Plot waiting(Answer answer) {
        long held = answer.question().maxWaitMillis();
        double most = MOST_WAITINGS * held;
        var series = new ArrayList<Series>();
        for (Variant variant : answer.variants())
            add(
                    series,
                    variant.label(),
                    variant.kind().ordinal(),
                    PlotKind.MEASURED,
                    curve(variant, held, most).stream());
        return plot(
                "waiting",
                "Predicted: p99 of the waiting against traffic",
                text(
                        "Waiting for threads, connections and processors, as far as they are known. Dotted: %,d ms. Curves that leave the picture rise beyond %,.0f ms.",
                        held, most),
                TRAFFIC,
                "p99 of the waiting, milliseconds",
                series,
                List.of(new Line(text("%,d ms", held), held)));
    }

    /** Up to the most waiting. */
    private static List<double[]> curve(Variant variant, long held, double most) {
        var points = new ArrayList<>(variant.waiting().stream()
                .map(w -> point(w.traffic(), w.times().p99Ms()))
                .toList());
        double lasts = variant.lasts().loadFactor();
        if (lasts > 0 && !variant.lasts().orMore()) points.add(point(lasts, held));
        points.sort(Comparator.comparingDouble(p -> p[0]));
        var curve = new ArrayList<double[]>();
        double[] before = null;
        for (double[] p : points) {
            if (p[1] > most) {
                if (before != null)
                    curve.add(point(before[0] + (p[0] - before[0]) * (most - before[1]) / (p[1] - before[1]), most));
                break;
            }
            curve.add(p);
            before = p;
        }
        return curve;
    }

    private static Plot endpoints(TrafficStatistics learned) {
        var each = new ArrayList<double[]>();
        var sums = new ArrayList<double[]>();
        double sum = 0;
        for (TrafficStatistics.Endpoint endpoint : learned.endpoints()) {
            if (each.size() == MOST_ENDPOINTS) break;
            sum += endpoint.timePercent();
            each.add(point(each.size() + 1, endpoint.timePercent()));
            sums.add(point(sums.size() + 1, sum));
        }
        var series = new ArrayList<Series>();
        add(series, "the endpoint", 0, PlotKind.MEASURED_POINTS, each.stream());
        add(series, "it and those before it", 1, PlotKind.MEASURED, sums.stream());
        return plot(
                "endpoints",
                "Share of the thread-time by endpoint",
                "The endpoint that holds most is the first. The table has their names in this order.",
                new Axis("endpoint", Scale.LINEAR),
                "% of the thread-time",
                series,
                List.of());
    }

    private static Plot fleet(Answer answer) {
        var series = new ArrayList<Series>();
        fleet(series, answer, "blocking, in turn", 0, Fleets::blockingEvenly);
        fleet(series, answer, "blocking, least loaded", 1, Fleets::blockingLeastLoaded);
        fleet(series, answer, "async, in turn", 2, Fleets::asyncEvenly);
        fleet(series, answer, "async, least loaded", 3, Fleets::asyncLeastLoaded);
        return plot(
                "fleet",
                "Predicted: servers against traffic",
                text(
                                "How many servers keep the p99 of the waiting at %,d ms or below.",
                                answer.question().maxWaitMillis())
                        + LogReport.unknownEnd(answer.question()),
                TRAFFIC,
                "servers",
                series,
                List.of());
    }

    private static void fleet(
            List<Series> series, Answer answer, String name, int arm, Function<Fleets, Integer> servers) {
        add(
                series,
                name,
                arm,
                PlotKind.MEASURED,
                answer.fleets().stream()
                        .filter(fleet -> servers.apply(fleet) != null)
                        .map(fleet -> point(fleet.traffic(), servers.apply(fleet))));
    }

    private static void add(List<Series> to, String name, int arm, PlotKind kind, Stream<double[]> points) {
        Series.add(to, name, arm, 0, kind, points.toList());
    }

    private static double[] point(double x, double y) {
        return new double[] {x, y};
    }

    private static Plot plot(
            String id, String title, String note, Axis x, String y, List<Series> series, List<Line> lines) {
        return new Plot(id, title, note, x, new Axis(y, Scale.LINEAR), series, lines, List.of());
    }
}
