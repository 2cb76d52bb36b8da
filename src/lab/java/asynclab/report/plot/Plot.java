package asynclab.report.plot;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A plot as data, drawn by {@code report.js} and by {@link Picture} alike.
 *
 * @param id the name of its picture
 * @param note what to look for, and what was not recorded
 * @param lines horizontal ones, as the usable threads
 * @param spans of the time axis, arm by arm: ramp, steady window, drain; empty where the axis is not time
 */
public record Plot(
        String id, String title, String note, Axis x, Axis y, List<Series> series, List<Line> lines, List<Span> spans) {

    /** {@code PERCENTILE} takes 1 ÷ (1 − q) and shows it on a logarithmic scale. */
    public enum Scale {
        LINEAR,
        LOG,
        PERCENTILE
    }

    public record Axis(String name, Scale scale) {}

    /** Whether it was measured or predicted, and how it is drawn. */
    public enum Kind {
        MEASURED,
        MEASURED_POINTS,
        PREDICTED
    }

    /**
     * @param name in the legend; the measured and the predicted one of a pair share it
     * @param arm the index of its arm, which gives the colour
     * @param variant 0, or 1 and so on where an arm has several curves
     * @param points x and y each
     */
    public record Series(String name, int arm, int variant, Kind kind, List<double[]> points) {

        /** Adds a curve unless there is nothing to draw; four significant digits are more than can be seen. */
        public static void add(List<Series> to, String name, int arm, int variant, Kind kind, List<double[]> points) {
            if (!points.isEmpty())
                to.add(new Series(
                        name,
                        arm,
                        variant,
                        kind,
                        points.stream().map(Series::rounded).toList()));
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
