package asynclab.traffic.processor;

import java.util.Arrays;

/**
 * Least squares with solutions of at least 0, by the active set of Lawson and Hanson, <em>Solving Least Squares Problems</em>, 1974, chapter 23.
 * It works on the sums of products, because a bootstrap needs thousands of small problems. Stateless.
 */
final class LeastSquares {

    private static final double TOLERANCE = 1e-9;

    private LeastSquares() {}

    /**
     * The x of at least 0 that makes |Ax − y|² least.
     *
     * @param products AᵀA
     * @param target Aᵀy
     */
    static double[] nonNegative(double[][] products, double[] target) {
        int size = target.length;
        var x = new double[size];
        var free = new boolean[size];
        for (int step = 0; step < 3 * size; step++) {
            int steepest = steepest(products, target, x, free);
            if (steepest < 0) return x;
            free[steepest] = true;
            double[] next = solved(products, target, free);
            while (!isPositive(next, free)) {
                double part = 1;
                for (int i = 0; i < size; i++)
                    if (free[i] && next[i] <= 0) part = Math.min(part, untilZero(x[i], next[i]));
                for (int i = 0; i < size; i++) {
                    if (!free[i]) continue;
                    boolean stops = next[i] <= 0 && untilZero(x[i], next[i]) <= part;
                    x[i] = stops ? 0 : x[i] + part * (next[i] - x[i]);
                    free[i] = !stops;
                }
                next = solved(products, target, free);
            }
            x = next;
        }
        return x;
    }

    /** The part of the way to a value of at most 0 at which 0 is reached. */
    private static double untilZero(double from, double to) {
        return from <= 0 ? 0 : from / (from - to);
    }

    /** The value of 0 whose growth reduces the error fastest; -1 if none does. */
    private static int steepest(double[][] products, double[] target, double[] x, boolean[] free) {
        int steepest = -1;
        double most = TOLERANCE;
        for (int i = 0; i < x.length; i++) {
            if (free[i] || products[i][i] <= 0) continue;
            double gradient = target[i];
            for (int j = 0; j < x.length; j++) gradient -= products[i][j] * x[j];
            gradient /= Math.max(Math.abs(target[i]), Double.MIN_NORMAL);
            if (gradient <= most) continue;
            most = gradient;
            steepest = i;
        }
        return steepest;
    }

    private static boolean isPositive(double[] x, boolean[] free) {
        for (int i = 0; i < x.length; i++) if (free[i] && x[i] <= 0) return false;
        return true;
    }

    /** The solution with 0 where not free: Cholesky. A column that depends on the others gets 0, too. */
    static double[] solved(double[][] products, double[] target, boolean[] free) {
        int size = target.length;
        var lower = new double[size][size];
        var x = new double[size];
        for (int i = 0; i < size; i++) {
            if (!free[i]) continue;
            x[i] = target[i];
            for (int j = 0; j <= i; j++) {
                if (!free[j]) continue;
                double sum = products[i][j];
                for (int k = 0; k < j; k++) sum -= lower[i][k] * lower[j][k];
                if (j < i) lower[i][j] = lower[j][j] == 0 ? 0 : sum / lower[j][j];
                else lower[i][i] = sum > 1e-12 * products[i][i] ? Math.sqrt(sum) : 0;
            }
            for (int k = 0; k < i; k++) x[i] -= lower[i][k] * x[k];
            x[i] = lower[i][i] == 0 ? 0 : x[i] / lower[i][i];
        }
        for (int i = size - 1; i >= 0; i--) {
            for (int k = i + 1; k < size; k++) x[i] -= lower[k][i] * x[k];
            x[i] = lower[i][i] == 0 ? 0 : x[i] / lower[i][i];
        }
        return x;
    }

    /** For each column of a matrix of correlations, how much the others inflate the variance of its solution. It is 1 if none is like it. */
    static double[] varianceInflation(double[][] correlations) {
        int size = correlations.length;
        var all = new boolean[size];
        Arrays.fill(all, true);
        var regular = new double[size][];
        for (int i = 0; i < size; i++) {
            regular[i] = correlations[i].clone();
            regular[i][i] += TOLERANCE;
        }
        var inflation = new double[size];
        for (int i = 0; i < size; i++) {
            var unit = new double[size];
            unit[i] = 1;
            inflation[i] = solved(regular, unit, all)[i];
        }
        return inflation;
    }
}
