package asynclab.bench;

import java.util.ArrayList;
import java.util.List;

/** Figures taken once a round, and their ratio to another's of the same round: what is left when the machine is noisy. */
final class Paired {

    private final List<Double> rounds = new ArrayList<>();

    void add(double figure) {
        rounds.add(figure);
    }

    double median() {
        return median(rounds);
    }

    /** The median of the rounds' ratios to the other's, and the lowest and highest of them. */
    Ratio to(Paired floor) {
        var ratios = new ArrayList<Double>();
        for (int i = 0; i < rounds.size(); i++) ratios.add(rounds.get(i) / floor.rounds.get(i));
        return new Ratio(
                median(ratios),
                ratios.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN),
                ratios.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN));
    }

    record Ratio(double median, double low, double high) {
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
