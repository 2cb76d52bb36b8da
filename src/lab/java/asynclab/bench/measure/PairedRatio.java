package asynclab.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Figures of rounds, such as starts of a server, and their ratios to the figures of another subject in the same rounds. A disturbance
 * of the machine affects both figures of a round, so the ratio remains.
 */
public final class PairedRatio {

    /** The fewest rounds of which the lowest and the highest figure are a 95 % interval. */
    public static final int FEWEST = 6;

    private final List<Double> rounds = new ArrayList<>();

    public void add(double figure) {
        rounds.add(figure);
    }

    public double median() {
        return median(rounds);
    }

    /** The ratio of the figures of each round. */
    public Middle to(PairedRatio floor) {
        return middle(floor, (own, others) -> own / others);
    }

    /** The difference of the figures of each round. */
    public Middle minus(PairedRatio other) {
        return middle(other, (own, others) -> own - others);
    }

    private Middle middle(PairedRatio other, DoubleBinaryOperator compare) {
        var compared = new ArrayList<Double>();
        for (int i = 0; i < rounds.size(); i++) compared.add(compare.applyAsDouble(rounds.get(i), other.rounds.get(i)));
        compared.sort(null);
        if (compared.isEmpty()) return new Middle(Double.NaN, Double.NaN, Double.NaN);
        int left = outside(compared.size());
        return new Middle(median(compared), compared.get(left), compared.get(compared.size() - 1 - left));
    }

    /**
     * The number of lowest figures outside the 95 % interval of the median. The same number of highest figures is outside. The
     * sign test gives this number for any distribution, because a figure is equally likely to be above and below the median. Up
     * to eight rounds the result is 0.
     */
    public static int outside(int rounds) {
        return Math.max(0, BinomialDistribution.of(rounds, 0.5).inverseCumulativeProbability(0.025) - 1);
    }

    /** A median and its 95 % interval. With fewer than six rounds, the interval from lowest to highest has a lower confidence. */
    public record Middle(double median, double low, double high) {
        @Override
        public String toString() {
            return String.format(java.util.Locale.ROOT, "%.2f (%.2f to %.2f)", median, low, high);
        }
    }

    private static double median(List<Double> values) {
        if (values.isEmpty()) return Double.NaN;
        var sorted = values.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }
}
