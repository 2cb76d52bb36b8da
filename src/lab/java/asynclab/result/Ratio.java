package asynclab.result;

import asynclab.result.figures.Measured;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The ratio of a figure of two arms: the mean of the ratios run by run, with a 95 % interval (Student's t). A single pair has no
 * interval; its bounds are the mean.
 */
public record Ratio(double low, double mean, double high, int pairs) {

    /** A single pair that differs by up to this share shows nothing. */
    public static final double CHANCE = 0.05;

    public static Ratio paired(
            List<ArmResult.Run> numerators, List<ArmResult.Run> denominators, ToDoubleFunction<Measured> figure) {
        int n = Math.min(numerators.size(), denominators.size());
        double[] ratios = new double[n];
        double sum = 0;
        for (int i = 0; i < n; i++) {
            ratios[i] = figure.applyAsDouble(numerators.get(i).measured())
                    / figure.applyAsDouble(denominators.get(i).measured());
            sum += ratios[i];
        }
        double mean = sum / n;
        if (n == 1) return new Ratio(mean, mean, mean, 1);
        double squares = 0;
        for (double r : ratios) squares += (r - mean) * (r - mean);
        double half = TDistribution.of(n - 1).inverseSurvivalProbability(0.025) * Math.sqrt(squares / (n - 1) / n);
        return new Ratio(mean - half, mean, mean + half, n);
    }

    /** Whether it is surely not 1: the interval excludes 1, or a single pair differs by more than {@link #CHANCE}. */
    public boolean isSure() {
        return pairs > 1 ? low > 1 || high < 1 : Math.abs(mean - 1) > CHANCE;
    }
}
