package asynclab.queueing.advice;

/**
 * How near the model comes to published figures at one value of what is unknown. Deviations are means of |ln(predicted ÷
 * published)| over the figures that are fitted, so that twice and half count the same.
 *
 * @param predicted each figure, on average over the seeds
 * @param deviation from those averages
 * @param beyondLuck from the nearest seed's: nothing where the figure lies within what the draws alone do
 */
record Fit(int value, double[] predicted, double deviation, double beyondLuck) {

    private static final double NO_ZERO = 1e-3; // a simulated response time of 0 ms

    /** @param runs of each seed, its figures */
    static Fit of(int value, Published asked, double[][] runs) {
        double[] published = asked.values();
        double[] means = new double[published.length];
        double deviation = 0;
        double beyondLuck = 0;
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
            deviation += off(means[figure], published[figure]) / fitted.length;
            beyondLuck += off(nearest, published[figure]) / fitted.length;
        }
        return new Fit(value, means, deviation, beyondLuck);
    }

    private static double off(double predicted, double published) {
        return Math.abs(Math.log(Math.max(NO_ZERO, predicted) / published));
    }
}
