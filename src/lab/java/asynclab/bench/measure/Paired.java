package asynclab.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;

/** RequestCost taken once a round (a start of the server is one, too), and their ratio to another's of the same round: what is left when the machine is noisy. */
public final class Paired {

    private final List<Double> rounds = new ArrayList<>();

    public void add(double figure) {
        rounds.add(figure);
    }

    public double median() {
        return median(rounds);
    }

    /** The ratios of each round's figure to the other's. */
    public Middle to(Paired floor) {
        return middle(floor, (own, others) -> own / others);
    }

    /** By how much each round's figure is more than the other's. */
    public Middle minus(Paired other) {
        return middle(other, (own, others) -> own - others);
    }

    private Middle middle(Paired other, DoubleBinaryOperator compare) {
        var compared = new ArrayList<Double>();
        for (int i = 0; i < rounds.size(); i++) compared.add(compare.applyAsDouble(rounds.get(i), other.rounds.get(i)));
        compared.sort(null);
        int left = outside(compared.size());
        return compared.isEmpty()
                ? new Middle(Double.NaN, Double.NaN, Double.NaN)
                : new Middle(median(compared), compared.get(left), compared.get(compared.size() - 1 - left));
    }

    /**
     * How many of the lowest and of the highest may be left out: between what remains lies the median with 95 %, however the
     * figures are distributed, because each is above it as likely as below (sign test). Of up to eight none may.
     */
    public static int outside(int rounds) {
        double below = 0; // the probability that at most so many of them are below the median
        double binomial = Math.pow(0.5, rounds);
        int left = 0;
        for (; left < rounds; left++) {
            below += binomial;
            if (below > 0.025) break;
            binomial *= (double) (rounds - left) / (left + 1);
        }
        return Math.max(0, left - 1);
    }

    /** A median, and the interval it lies in with 95 %; of less than six rounds the lowest and the highest say less than that. */
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
