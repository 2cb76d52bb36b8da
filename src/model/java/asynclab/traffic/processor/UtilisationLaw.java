package asynclab.traffic.processor;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The utilisation law as a regression: the busy processors of an interval are the sum over classes of requests a second × processor seconds a
 * request, and a background of at least 0. Not thread-safe.
 */
final class UtilisationLaw {

    /** Processor seconds a request for each class, and the background as the last one, with the ends of the intervals. */
    record LawFit(double[] seconds, double[] low, double[] high, double explainedPercent) {}

    private static final int RESAMPLES = 1_000;
    private static final double TAIL = 0.025;

    private final double[][] rates;
    private final double[] busy;

    /**
     * @param perSecond requests a second, by class and interval
     * @param busy processors, by interval
     */
    UtilisationLaw(double[][] perSecond, double[] busy) {
        rates = Arrays.copyOf(perSecond, perSecond.length + 1);
        rates[perSecond.length] = new double[busy.length];
        Arrays.fill(rates[perSecond.length], 1);
        this.busy = busy;
    }

    /** The fit without intervals: how much of the variance of the use it explains. */
    double explainedPercent() {
        return explainedPercent(best(inOrder()));
    }

    private int[] inOrder() {
        int[] order = new int[busy.length];
        Arrays.setAll(order, i -> i);
        return order;
    }

    private double explainedPercent(double[] seconds) {
        double mean = Arrays.stream(busy).average().orElse(0);
        double left = 0;
        double all = 0;
        for (int i = 0; i < busy.length; i++) {
            double error = busy[i];
            for (int j = 0; j < rates.length; j++) error -= seconds[j] * rates[j][i];
            left += error * error;
            all += (busy[i] - mean) * (busy[i] - mean);
        }
        return all == 0 ? 0 : 100 * (1 - left / all);
    }

    /**
     * The fit with intervals of 95 %: percentiles of a circular moving-block bootstrap (Politis and Romano 1992). A block has as many intervals
     * as the cube root of their number, because what disturbs one interval often disturbs the next one.
     */
    LawFit fit(long seed) {
        var random = new SplittableRandom(seed);
        var values = new double[rates.length][RESAMPLES];
        int size = busy.length;
        int block = (int) Math.ceil(Math.cbrt(size));
        int[] drawn = new int[size];
        for (int sample = 0; sample < RESAMPLES; sample++) {
            for (int i = 0; i < size; i++) drawn[i] = i % block == 0 ? random.nextInt(size) : (drawn[i - 1] + 1) % size;
            double[] seconds = best(drawn);
            for (int j = 0; j < seconds.length; j++) values[j][sample] = seconds[j];
        }
        double[] seconds = best(inOrder());
        var low = new double[seconds.length];
        var high = new double[seconds.length];
        for (int j = 0; j < seconds.length; j++) {
            Arrays.sort(values[j]);
            low[j] = values[j][(int) (TAIL * RESAMPLES)];
            high[j] = values[j][(int) ((1 - TAIL) * RESAMPLES)];
        }
        return new LawFit(seconds, low, high, explainedPercent(seconds));
    }

    private double[] best(int[] intervals) {
        int size = rates.length;
        var products = new double[size][size];
        var target = new double[size];
        for (int i : intervals) {
            for (int j = 0; j < size; j++) {
                double rate = rates[j][i];
                if (rate == 0) continue;
                target[j] += rate * busy[i];
                for (int k = 0; k <= j; k++) products[j][k] += rate * rates[k][i];
            }
        }
        for (int j = 0; j < size; j++) for (int k = 0; k < j; k++) products[k][j] = products[j][k];
        return LeastSquares.nonNegative(products, target);
    }

    /** The correlations of the classes' rates; 0 with a rate that does not vary. */
    double[][] correlations() {
        int size = rates.length - 1;
        var centred = new double[size][];
        for (int j = 0; j < size; j++) {
            double mean = mean(j);
            double[] differences =
                    Arrays.stream(rates[j]).map(rate -> rate - mean).toArray();
            double length = Math.sqrt(product(differences, differences));
            boolean varies = length > 1e-9 * mean * Math.sqrt(busy.length);
            centred[j] = Arrays.stream(differences)
                    .map(difference -> varies ? difference / length : 0)
                    .toArray();
        }
        var correlations = new double[size][size];
        for (int j = 0; j < size; j++)
            for (int k = 0; k < size; k++) correlations[j][k] = product(centred[j], centred[k]);
        return correlations;
    }

    /** The mean rate of a class. */
    double mean(int type) {
        return Arrays.stream(rates[type]).average().orElse(0);
    }

    private static double product(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) sum += one[i] * other[i];
        return sum;
    }
}
