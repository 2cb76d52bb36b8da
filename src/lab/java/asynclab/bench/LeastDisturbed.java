package asynclab.bench;

import asynclab.run.result.StolenTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Repeats a short measurement from which the host of the machine has stolen time. Which repetition counts does not depend on the
 * measured figures.
 */
final class LeastDisturbed {

    /** The figure that is added: the share of the processor time that was stolen. */
    static final String STOLEN = "STOLEN";

    /** The largest share with which a measurement is not repeated. */
    static final double MOST_SHARE = 0.03;

    /** How often a measurement is done at most. */
    static final int MOST_TIMES = 4;

    private LeastDisturbed() {}

    /**
     * Measures until at most {@link #MOST_SHARE} was stolen. After {@link #MOST_TIMES} times it takes the one from which the least was
     * stolen.
     *
     * @return the figures, with {@link #STOLEN}; 0 if the system does not say it
     */
    static Map<String, Double> of(Supplier<Map<String, Double>> measurement) {
        return of(measurement, StolenTime::read);
    }

    static Map<String, Double> of(Supplier<Map<String, Double>> measurement, Supplier<StolenTime> clock) {
        Map<String, Double> best = null;
        for (int i = 0; i < MOST_TIMES && (best == null || best.get(STOLEN) > MOST_SHARE); i++) {
            StolenTime before = clock.get();
            var next = new LinkedHashMap<>(measurement.get());
            double share = clock.get().shareSince(before);
            next.put(STOLEN, Double.isNaN(share) ? 0 : share);
            if (best == null || next.get(STOLEN) < best.get(STOLEN)) best = next;
        }
        return best;
    }
}
