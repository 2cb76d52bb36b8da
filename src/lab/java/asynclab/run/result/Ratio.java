package asynclab.run.result;

import asynclab.run.result.figures.Estimate;
import asynclab.run.result.figures.Measured;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The ratio of a figure of two arms: the geometric mean of the ratios run by run, with a 95 % interval. The interval is Student's
 * t on the logarithms, so A ÷ B and B ÷ A lead to the same conclusion. A single pair has no interval; its bounds are the mean. If a
 * figure is 0, the bounds are not numbers, and nothing is sure.
 */
public record Ratio(double low, double mean, double high, int pairs) {

    /** A difference of a single pair up to this share counts as chance. */
    public static final double CHANCE = 0.05;

    private static final double MISSES = 0.05;

    public static Ratio paired(
            List<RunResult> numerators, List<RunResult> denominators, ToDoubleFunction<Measured> figure) {
        return paired(numerators, denominators, figure, 1, 0);
    }

    /**
     * The same ratio as one of several comparisons. The interval is wider (Bonferroni): with 95 % confidence all intervals
     * contain their true ratio.
     *
     * @param comparisons the number of ratios that are tested together
     * @param resolution to which the figure is rounded: 1 for whole milliseconds. Equal figures are no more exact than this
     */
    public static Ratio paired(
            List<RunResult> numerators,
            List<RunResult> denominators,
            ToDoubleFunction<Measured> figure,
            int comparisons,
            double resolution) {
        int n = Math.min(numerators.size(), denominators.size());
        double[] logs = new double[n];
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < n; i++) {
            double above = figure.applyAsDouble(numerators.get(i).measured());
            double below = figure.applyAsDouble(denominators.get(i).measured());
            least = Math.min(least, Math.min(above, below));
            logs[i] = Math.log(above / below);
        }
        Estimate log = Estimate.of(MISSES / comparisons, logs);
        double half = !(least > 0)
                ? Double.NaN
                : log.half() == null ? 0 : Math.max(log.half(), Math.log1p(resolution / least));
        return new Ratio(Math.exp(log.mean() - half), Math.exp(log.mean()), Math.exp(log.mean() + half), n);
    }

    /**
     * Whether the ratio is significantly different from 1: the interval excludes 1, or a single pair differs by more than
     * {@link #CHANCE}.
     */
    public boolean isSure() {
        if (pairs > 1) return low > 1 || high < 1;
        return !Double.isNaN(low) && Math.abs(mean - 1) > CHANCE;
    }
}
