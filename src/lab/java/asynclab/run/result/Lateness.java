package asynclab.run.result;

import java.util.concurrent.atomic.AtomicLongArray;

/** Counts lateness in steps of one millisecond up to a minute. One thread records; any thread may read. */
public final class Lateness {

    private static final int MOST_MILLIS = 60_000;

    /** A count for each millisecond; the last one also counts everything later. */
    private final AtomicLongArray counts = new AtomicLongArray(MOST_MILLIS + 1);

    /** As stored, in milliseconds. Each figure is the upper end of its step. */
    public record LatenessFigures(long count, long p50Millis, long p99Millis, long maxMillis) {}

    public void record(long nanos) {
        long millis = Math.min(MOST_MILLIS, Math.max(0, nanos / 1_000_000));
        counts.incrementAndGet((int) millis);
    }

    public LatenessFigures figures() {
        long count = 0;
        for (int i = 0; i <= MOST_MILLIS; i++) count += counts.get(i);
        return new LatenessFigures(count, atRank(count, 0.5), atRank(count, 0.99), atRank(count, 1));
    }

    /** The percentile of a share, by nearest rank; 0 if nothing was recorded. */
    private long atRank(long count, double share) {
        long rank = Math.max(1, (long) Math.ceil(count * share));
        long seen = 0;
        for (int i = 0; i <= MOST_MILLIS && count > 0; i++) {
            seen += counts.get(i);
            if (seen >= rank) return i + 1L;
        }
        return 0;
    }
}
