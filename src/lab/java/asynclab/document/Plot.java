package asynclab.document;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A plot as data, drawn by {@code report.js} and by {@link PlotPicture} alike.
 *
 * @param id the name of its picture
 * @param note how to read the plot, and which curves were not recorded
 * @param lines horizontal lines, such as the usable threads
 * @param spans the phases of each arm on a time axis: ramp, steady window, drain; empty for another axis
 */
public record Plot(
        String id, String title, String note, Axis x, Axis y, List<Series> series, List<Line> lines, List<Span> spans) {

    /** A plot without a line and without phases. */
    public Plot(String id, String title, String note, Axis x, Axis y, List<Series> series) {
        this(id, title, note, x, y, series, List.of(), List.of());
    }

    /** {@code PERCENTILE} takes 1 ÷ (1 − q) and shows it on a logarithmic scale. */
    public enum Scale {
        LINEAR,
        LOG,
        PERCENTILE
    }

    public record Axis(String name, Scale scale) {}

    /** Whether a curve was measured or predicted, and how it is drawn. */
    public enum PlotKind {
        MEASURED,
        MEASURED_POINTS,
        MEASURED_AREA,
        PREDICTED,
        REFERENCE // a thin line, such as the diagonal
    }

    /**
     * @param name in the legend; a measured curve and its prediction share it
     * @param arm the index of its arm, which gives the colour
     * @param variant the number of the curve, if an arm has several; from 0
     * @param points x and y of each
     * @param labels what a pointer on each point shows; empty if the points have no names
     */
    public record Series(String name, int arm, int variant, PlotKind kind, List<double[]> points, List<String> labels) {

        /** Adds a curve, unless it has no point. Four significant digits are finer than a pixel. */
        public static void add(
                List<Series> to, String name, int arm, int variant, PlotKind kind, List<double[]> points) {
            if (!points.isEmpty()) to.add(of(name, arm, variant, kind, points, List.of()));
        }

        /** Adds a measured curve and its prediction, each unless it has no point. */
        public static void addBoth(
                List<Series> to, String name, int arm, int variant, List<double[]> measured, List<double[]> predicted) {
            add(to, name, arm, variant, PlotKind.MEASURED, measured);
            add(to, name, arm, variant, PlotKind.PREDICTED, predicted);
        }

        /** A curve whose points have names. */
        public static Series of(
                String name, int arm, int variant, PlotKind kind, List<double[]> points, List<String> labels) {
            return new Series(
                    name,
                    arm,
                    variant,
                    kind,
                    points.stream().map(Series::rounded).toList(),
                    labels);
        }

        /** The line on which both coordinates are equal, over the range of these curves. */
        public static Series diagonal(String name, List<Series> curves) {
            double[] all = curves.stream()
                    .flatMap(curve -> curve.points().stream())
                    .flatMapToDouble(Arrays::stream)
                    .sorted()
                    .toArray();
            double least = all[0];
            double most = all[all.length - 1];
            return of(
                    name,
                    0,
                    0,
                    PlotKind.REFERENCE,
                    List.of(new double[] {least, least}, new double[] {most, most}),
                    List.of());
        }

        private static double[] rounded(double[] point) {
            return Arrays.stream(point)
                    .map(v -> Double.parseDouble(String.format(Locale.ROOT, "%.4g", v)))
                    .toArray();
        }
    }

    public record Line(String text, double y) {}

    /** In seconds from the first request; steadyTo is null if there was no steady window. */
    public record Span(String arm, double rampTo, Double steadyTo, double end) {}
}
