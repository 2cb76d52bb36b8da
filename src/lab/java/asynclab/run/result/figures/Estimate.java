package asynclab.run.result.figures;

import static asynclab.document.Texts.text;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The mean of a figure over the runs of an arm, with its 95 % interval by Student's t. The unit is the run, because each has a server
 * JVM of its own.
 *
 * @param half half of the interval; null for a single run, which has no interval
 */
public record Estimate(double mean, Double half, int runs) {

    private static final double ONE_DECIMAL_BELOW = 10;
    private static final double NO_DECIMAL_FROM = 1_000;

    /** @param figures of each run, at least one */
    public static Estimate of(double... figures) {
        return of(0.05, figures);
    }

    /** The same with another error probability of the interval than 0.05. */
    public static Estimate of(double misses, double[] figures) {
        int n = figures.length;
        double mean = Arrays.stream(figures).average().orElseThrow();
        if (n == 1) return new Estimate(mean, null, 1);
        double squares =
                Arrays.stream(figures).map(f -> (f - mean) * (f - mean)).sum();
        double t = TDistribution.of(n - 1).inverseSurvivalProbability(misses / 2);
        return new Estimate(mean, t * Math.sqrt(squares / (n - 1) / n), n);
    }

    /** Mean and half interval, as in {@code 58.3 ± 0.4}. Call it only if there is an interval. */
    @Override
    public String toString() {
        boolean decimal = half < ONE_DECIMAL_BELOW && Math.abs(mean) < NO_DECIMAL_FROM;
        return text(decimal ? "%.1f ± %.1f" : "%.0f ± %.0f", mean, half);
    }
}
