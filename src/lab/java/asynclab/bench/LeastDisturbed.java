package asynclab.bench;

import asynclab.run.result.StolenTime;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Repeats a short measurement from which the host of the machine has stolen time. Which repetition counts does not depend on the
 * measured figures.
 */
final class LeastDisturbed {

    /** The figure that is added: the share of the processor time that was stolen. */
    static final String STOLEN = "STOLEN";

    /** The largest share with which a measurement is not repeated. */
    static final double MOST_SHARE = 0.05;

    /** How long a measurement is repeated at most. */
    static final Duration MOST_TIME = Duration.ofSeconds(12);

    private LeastDisturbed() {}

    /**
     * Measures until at most {@link #MOST_SHARE} was stolen, or as often as {@link #MOST_TIME} lasts. Then it takes the one from which
     * the least was stolen.
     *
     * @param length of one measurement
     * @return the figures, with {@link #STOLEN}; 0 if the system does not say it
     */
    static Map<String, Double> of(Duration length, Supplier<Map<String, Double>> measurement) {
        return of(length, measurement, StolenTime::read);
    }

    static Map<String, Double> of(
            Duration length, Supplier<Map<String, Double>> measurement, Supplier<StolenTime> clock) {
        Measurement<Map<String, Double>> best = of(Math.max(1, (int) MOST_TIME.dividedBy(length)), measurement, clock);
        var figures = new LinkedHashMap<>(best.figures);
        figures.put(STOLEN, best.share);
        return figures;
    }

    /** A measurement. @param share that was stolen; 0 if the system does not say it */
    record Measurement<T>(double share, T figures) {}

    /** Measures until at most {@link #MOST_SHARE} was stolen, or so many times. Then it takes the one from which the least was stolen. */
    static <T> Measurement<T> of(int times, Supplier<T> measurement, Supplier<StolenTime> clock) {
        Measurement<T> best = null;
        for (int i = 0; i < times && (best == null || best.share > MOST_SHARE); i++) {
            StolenTime before = clock.get();
            T figures = measurement.get();
            double share = clock.get().shareSince(before);
            var next = new Measurement<>(Double.isNaN(share) ? 0 : share, figures);
            if (best == null || next.share < best.share) best = next;
        }
        return best;
    }

    /** Whether more than {@link #MOST_SHARE} was stolen. @param seen the figures; without {@link #STOLEN} nothing was */
    static boolean isDisturbed(Map<String, Double> seen) {
        return share(seen) > MOST_SHARE;
    }

    /** The share that was stolen; 0 if it was not measured. */
    static double share(Map<String, Double> seen) {
        return seen.getOrDefault(STOLEN, 0.0);
    }

    /**
     * Whether the host is so busy that one more start would bring little: it has disturbed most of what this one has measured.
     *
     * @param shares that were stolen from each load, in the order of its starts; a late start has measured some loads only
     * @param start from 1
     */
    static boolean isBusy(List<List<Double>> shares, int start) {
        List<Double> measured = shares.stream()
                .filter(starts -> starts.size() >= start)
                .map(starts -> starts.get(start - 1))
                .toList();
        return 2 * measured.stream().filter(share -> share > MOST_SHARE).count() > measured.size();
    }

    /**
     * The rounds from which the least was stolen, in their order. Of equal ones it takes the first.
     *
     * @param shares that were stolen from each round
     * @param count of the rounds to take, at most
     * @return their indexes
     */
    static List<Integer> rounds(List<Double> shares, int count) {
        return IntStream.range(0, shares.size())
                .boxed()
                .sorted(Comparator.comparing(shares::get))
                .limit(count)
                .sorted()
                .toList();
    }
}
