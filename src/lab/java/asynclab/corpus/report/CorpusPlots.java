package asynclab.corpus.report;

import asynclab.corpus.ArmLimit.LimitKind;
import asynclab.corpus.CorpusAnswer;
import asynclab.corpus.CorpusAnswer.BenchmarkAnswer;
import asynclab.corpus.PredictedArm;
import asynclab.corpus.PredictedArm.FigureRatio;
import asynclab.corpus.PublishedFigure;
import asynclab.corpus.PublishedFigure.FigureKind;
import asynclab.document.Plot;
import asynclab.document.Plot.Axis;
import asynclab.document.Plot.PlotKind;
import asynclab.document.Plot.Scale;
import asynclab.document.Plot.Series;
import java.util.ArrayList;
import java.util.List;

/** The plot of a corpus: each throughput, published against predicted. */
final class CorpusPlots {

    /** The name of the picture. */
    static final String ID = "published-predicted";

    private CorpusPlots() {}

    /** Without a point it has no series. */
    static Plot of(CorpusAnswer answer) {
        var series = new ArrayList<Series>();
        for (LimitKind limit : LimitKind.values()) {
            var points = new ArrayList<double[]>();
            var labels = new ArrayList<String>();
            for (BenchmarkAnswer benchmark : answer.benchmarks())
                for (PredictedArm arm : benchmark.arms()) if (arm.limit() == limit) add(benchmark, arm, points, labels);
            if (!points.isEmpty())
                series.add(Series.of(limit.label(), limit.ordinal(), 0, PlotKind.MEASURED_POINTS, points, labels));
        }
        if (!series.isEmpty()) series.add(Series.diagonal("published = predicted", series));
        return new Plot(
                ID,
                "Published against predicted throughput",
                "Each point is a published figure. On the line it is as predicted, below the line it is lower.",
                new Axis("predicted req/s", Scale.LOG),
                new Axis("published req/s", Scale.LOG),
                series);
    }

    /**
     * Requests counted and times become a rate, by their ratio to the prediction. A speed-up is no rate. Logarithmic axes have no place
     * for a rate of 0: vegeta counts only successes, and a source may have none.
     */
    private static void add(BenchmarkAnswer benchmark, PredictedArm arm, List<double[]> points, List<String> labels) {
        for (FigureRatio figure : arm.figures()) {
            boolean rate = figure.figure().kind() == FigureKind.THROUGHPUT && figure.figure() != PublishedFigure.RATIO;
            if (!rate || figure.ratio() == null || arm.perSecond() == 0) continue;
            points.add(new double[] {arm.perSecond(), arm.perSecond() * figure.ratio()});
            labels.add(benchmark.source().title() + ", " + arm.name());
        }
    }
}
