package asynclab.exchange;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The request ledger of one deployment: every request is counted once as started and once under its {@link Ending}. At every
 * moment {@code started = sum of endings + in flight}. The ledger cannot prove that each request ends; the tests do, by waiting
 * until none is in flight. Thread-safe. One short lock, so that all figures of a snapshot are from one moment.
 */
public sealed class Ledger {

    private final long[] ended = new long[Ending.values().length];
    private long started;
    private long inFlight;
    private long maxInFlight;

    synchronized void started() {
        started++;
        inFlight++;
        maxInFlight = Math.max(maxInFlight, inFlight);
    }

    synchronized void ended(Ending ending) {
        ended[ending.ordinal()]++;
        inFlight--;
    }

    /** For requests that may be handed back to the container: each is counted at its end, as started and ended, or not at all. */
    final Ledger atEnd() {
        return new CountingEnds(this);
    }

    private synchronized void startedAndEnded(Ending ending) {
        started();
        ended(ending);
    }

    private static final class CountingEnds extends Ledger {
        private final Ledger counted;

        CountingEnds(Ledger counted) {
            this.counted = counted;
        }

        @Override
        void started() {}

        @Override
        void ended(Ending ending) {
            if (ending != null) counted.startedAndEnded(ending);
        }
    }

    /** All figures, from one moment. */
    public synchronized Snapshot snapshot() {
        var endings = new EnumMap<Ending, Long>(Ending.class);
        for (Ending ending : Ending.values()) endings.put(ending, ended[ending.ordinal()]);
        return new Snapshot(started, endings, inFlight, maxInFlight);
    }

    /**
     * The figures of one moment. In JSON and in JMX they are a map of names to numbers.
     *
     * @param started requests that have entered
     * @param ended requests that have left, by ending
     * @param inFlight requests that have entered and not left
     * @param maxInFlight the highest number of requests in flight until now
     */
    public record Snapshot(long started, Map<Ending, Long> ended, long inFlight, long maxInFlight) {

        private static final String STARTED = "started";
        private static final String IN_FLIGHT = "inFlight";
        private static final String MAX_IN_FLIGHT = "maxInFlight";

        /** Reads the figures by their names. An older result lacks the endings that were added later. */
        @JsonCreator
        public static Snapshot of(Map<String, Long> figures) {
            var ended = new EnumMap<Ending, Long>(Ending.class);
            for (Ending ending : Ending.values())
                if (figures.containsKey(ending.id())) ended.put(ending, figures.get(ending.id()));
            return new Snapshot(
                    figures.getOrDefault(STARTED, 0L),
                    ended,
                    figures.getOrDefault(IN_FLIGHT, 0L),
                    figures.getOrDefault(MAX_IN_FLIGHT, 0L));
        }

        /** The figures by their names, in the order of the pages. */
        @JsonValue
        public Map<String, Long> figures() {
            var figures = new LinkedHashMap<String, Long>();
            figures.put(STARTED, started);
            ended.forEach((ending, count) -> figures.put(ending.id(), count));
            figures.put(IN_FLIGHT, inFlight);
            figures.put(MAX_IN_FLIGHT, maxInFlight);
            return figures;
        }

        /** Requests with this ending; 0 if an older result lacks it. */
        public long ended(Ending ending) {
            return ended.getOrDefault(ending, 0L);
        }

        /** Requests that have ended. */
        public long endedInAll() {
            return ended.values().stream().mapToLong(Long::longValue).sum();
        }

        /** Whether every request is accounted for. */
        public boolean balanced() {
            return started == endedInAll() + inFlight;
        }
    }
}
