package asynclab.delay;

import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import java.util.random.RandomGenerator;

/**
 * Whole milliseconds whose logarithms are normally distributed: the usual shape of a service's response times, half of them
 * below the median and a long tail above. Draws are cut at {@link #MAX_MILLIS}, and {@link #meanMillis} is the mean with that cut.
 *
 * @param medianMillis above 0, up to {@link #MAX_MILLIS}
 * @param sigma the standard deviation of the natural logarithm, above 0, up to {@link #MOST_SIGMA}: with 0.5 one draw in a hundred
 *     exceeds 3.2 medians, with 1 one exceeds 10
 */
public record LogNormal(double medianMillis, double sigma) implements HoldTime {

    /** With a sigma of 3 the mean is 90 times the median. A larger one would leave only the tail. */
    public static final double MOST_SIGMA = 3;

    private static final int ROUNDING_MATTERS_MILLIS = 100;

    public LogNormal {
        if (!(medianMillis > 0 && medianMillis <= MAX_MILLIS && sigma > 0 && sigma <= MOST_SIGMA))
            throw new IllegalArgumentException("median " + medianMillis + " or sigma " + sigma + " is out of range");
    }

    /**
     * {@code medianMs=} with {@code sigma=}, or with {@code meanMs=}, the mean without the cut.
     *
     * @throws BadParameter if one is missing, out of range or superfluous
     */
    static LogNormal of(Parameters query) {
        Double median = query.positive("medianMs", MAX_MILLIS);
        if (median == null) throw new BadParameter("medianMs", "", "given with sigma");
        if (query.has("sigma") == query.has("meanMs"))
            throw new BadParameter(
                    "sigma, meanMs", query.has("sigma") ? "both" : "", "given with medianMs, exactly one of the two");
        if (query.has("sigma")) return new LogNormal(median, query.positive("sigma", MOST_SIGMA));
        double sigma = Math.sqrt(2 * Math.log(query.positive("meanMs", MAX_MILLIS) / median));
        if (!(sigma > 0 && sigma <= MOST_SIGMA))
            throw new BadParameter("meanMs", query.text("meanMs"), "above medianMs, and at most 90 times as long");
        return new LogNormal(median, sigma);
    }

    @Override
    public long sampleMillis(RandomGenerator random) {
        return Math.min(MAX_MILLIS, Math.round(medianMillis * Math.exp(sigma * random.nextGaussian())));
    }

    @Override
    public double meanMillis() {
        return meanCutAt(MAX_MILLIS);
    }

    private double meanCutAt(double millis) {
        double below = medianMillis * Math.exp(sigma * sigma / 2) * above(sigma - deviations(millis));
        return Math.min(millis, below + millis * above(deviations(millis)));
    }

    /** The distance to the median in standard deviations, on the logarithmic scale. */
    private double deviations(double millis) {
        return Math.log(millis / medianMillis) / sigma;
    }

    /** Rounding matters only for the first milliseconds. There the mean is a sum of probabilities. */
    @Override
    public double meanDrawnMillis() {
        double mean = meanMillis() - meanCutAt(ROUNDING_MATTERS_MILLIS);
        for (int i = 0; i < ROUNDING_MATTERS_MILLIS; i++) mean += above(deviations(i + 0.5));
        return Math.max(0, mean); // a rounding error must not make it negative
    }

    @Override
    public long maxMillis() {
        return MAX_MILLIS;
    }

    /** The probability that a standard normal draw exceeds z, with an error below 7.5e-8 (Abramowitz and Stegun 26.2.17). */
    private static double above(double z) {
        if (z < 0) return 1 - above(-z);
        double t = 1 / (1 + 0.2316419 * z);
        double series = ((((1.330274429 * t - 1.821255978) * t + 1.781477937) * t - 0.356563782) * t + 0.319381530) * t;
        return Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) * series;
    }
}
