package asynclab.model.advice;

/**
 * The model's figures at one value of the unknown, beside the published ones. A deviation is the mean of |ln(predicted ÷
 * published)| over the fitted figures, so twice and half count the same. Immutable.
 *
 * @param predicted each figure, averaged over the seeds
 * @param deviation the deviation of these averages
 * @param beyondSeedRange the deviation from the range over seeds: 0 if each published figure lies within it
 */
record Fit(int value, double[] predicted, double deviation, double beyondSeedRange) {

    static final double SMALLEST = 1e-3; // replaces a simulated response time of 0 ms, which has no logarithm

    /** @param runs the figures of each seed */
    static Fit of(int value, Published asked, double[][] runs) {
        double[] published = asked.values();
        double[] means = new double[published.length];
        double deviation = 0;
        double beyondSeedRange = 0;
        for (int figure = 0; figure < published.length; figure++)
            for (double[] run : runs) means[figure] += run[figure] / runs.length;
        int[] fitted = asked.fitted();
        for (int figure : fitted) {
            double low = Double.POSITIVE_INFINITY;
            double high = 0;
            for (double[] run : runs) {
                low = Math.min(low, run[figure]);
                high = Math.max(high, run[figure]);
            }
            double nearest = Math.max(low, Math.min(high, published[figure]));
            deviation += logRatio(means[figure], published[figure]) / fitted.length;
            beyondSeedRange += logRatio(nearest, published[figure]) / fitted.length;
        }
        return new Fit(value, means, deviation, beyondSeedRange);
    }

    private static double logRatio(double predicted, double published) {
        return Math.abs(Math.log(Math.max(SMALLEST, predicted) / published));
    }
}
