package asynclab.result;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * How many times a figure of one arm's runs that of another's is: the mean of the ratios run by run, with a 95 % interval
 * (Student's t). A single pair has no interval; its bounds are the mean.
 */
public record Ratio(double low, double mean, double high, int pairs) {

    /** Student's t, 97.5 %, for 1 to 9 degrees of freedom; beyond that 2.3 is on the safe side. */
    private static final double[] T = {12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26};

    private static final double T_FOR_MORE = 2.3;
    /** What a single pair may differ by and mean nothing. */
    public static final double CHANCE = 0.05;

    public static Ratio paired(
            List<Summary.Run> numerators, List<Summary.Run> denominators, ToDoubleFunction<Summary.Measured> figure) {
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
        double half = (n - 2 < T.length ? T[n - 2] : T_FOR_MORE) * Math.sqrt(squares / (n - 1) / n);
        return new Ratio(mean - half, mean, mean + half, n);
    }

    /** Whether it is not 1, beyond doubt: the interval leaves 1 out, or, of a single pair, chance does not reach so far. */
    public boolean isSure() {
        return pairs > 1 ? low > 1 || high < 1 : Math.abs(mean - 1) > CHANCE;
    }

    /** In brackets, as it stands behind the ratio. */
    public String doubt() {
        return pairs > 1 ? String.format(Locale.ROOT, "(95 %%: %.2f to %.2f)", low, high) : "(one run each)";
    }
}
