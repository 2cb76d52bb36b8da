package asynclab.run.result;

import asynclab.run.result.figures.Estimate;
import asynclab.run.result.figures.Measured;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The ratio of a figure of two arms: the geometric mean of the ratios run by run, with a 95 % interval. The interval is Student's
 * t on the logarithms, so A ÷ B and B ÷ A lead to the same conclusion. A single pair has no interval; its bounds are the mean.
 */
public record Ratio(double low, double mean, double high, int pairs) {

    /** A difference of a single pair up to this share counts as chance. */
    public static final double CHANCE = 0.05;

    private static final double MISSES = 0.05;

    public static Ratio paired(
            List<RunResult> numerators, List<RunResult> denominators, ToDoubleFunction<Measured> figure) {
        return paired(numerators, denominators, figure, 1);
    }

    /**
     * The same ratio as one of several comparisons. The interval is wider (Bonferroni): with 95 % confidence all intervals
     * contain their true ratio.
     *
     * @param comparisons the number of ratios that are tested together
     */
    public static Ratio paired(
            List<RunResult> numerators,
            List<RunResult> denominators,
            ToDoubleFunction<Measured> figure,
            int comparisons) {
        int n = Math.min(numerators.size(), denominators.size());
        double[] logs = new double[n];
        for (int i = 0; i < n; i++)
            logs[i] = Math.log(figure.applyAsDouble(numerators.get(i).measured())
                    / figure.applyAsDouble(denominators.get(i).measured()));
        Estimate log = Estimate.of(MISSES / comparisons, logs);
        double half = log.half() == null ? 0 : log.half();
        return new Ratio(Math.exp(log.mean() - half), Math.exp(log.mean()), Math.exp(log.mean() + half), n);
    }

    /**
     * Whether the ratio is significantly different from 1: the interval excludes 1, or a single pair differs by more than
     * {@link #CHANCE}.
     */
    public boolean isSure() {
        return pairs > 1 ? low > 1 || high < 1 : Math.abs(mean - 1) > CHANCE;
    }
}
