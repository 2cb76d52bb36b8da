package asynclab.traffic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The number of requests in flight at the server, from the first start to a mean interval after the last one. Immutable.
 *
 * @param meanByLaw the rate × the mean duration (Little's law)
 * @param mean the mean over time, counted. It is lower if long requests reach beyond the last start
 * @param p99 the number that is not exceeded 99 % of the time
 * @param overTime means and maxima of equal intervals; the last one may be shorter
 * @param ceiling where the number is pinned, or null
 */
public record InFlight(
        double meanByLaw, double mean, int p50, int p99, int max, List<Level> overTime, Ceiling ceiling) {

    /** @param seconds the middle of the interval, after the first start */
    public record Level(double seconds, double mean, int max) {}

    /**
     * The number of requests in flight stops at this level and stays there: a pool is full. Without a limit, the level just below the
     * highest is more frequent than the highest.
     *
     * @param sharePercent of the time within the highest 2 % of the levels
     */
    public record Ceiling(int level, double sharePercent) {}

    private static final int INTERVALS = 240;
    private static final double BAND = 0.02;
    private static final double SHORTEST_SHARE = 0.02;
    private static final double MORE_THAN_BELOW = 2;

    /** Goes through starts and ends in the order of time. The requests come in pieces, in the order of their starts. Not thread-safe. */
    static final class Sweep {

        private static final double SECOND_MICROS = 1e6;

        private final boolean grows;
        private final double[] sums = new double[INTERVALS];
        private final int[] maxima = new int[INTERVALS];
        private double intervalMicros;
        private double lengthMicros = Double.MAX_VALUE;
        private double[] microsAt = new double[64]; // by the number in flight
        private long[] begins = {}; // after the last start so far, in the order of time
        private long[] ends = {};
        private int level;
        private double now;
        private double held;

        private Sweep(double intervalMicros, boolean grows) {
            this.intervalMicros = intervalMicros;
            this.grows = grows;
        }

        /** Of this traffic, as one piece. */
        static Sweep of(Traffic all) {
            return new Sweep(all.lengthMicros() / INTERVALS, false);
        }

        /** Of traffic whose length is not known. If it has too many intervals, they become twice as long. */
        static Sweep ofAnyLength() {
            return new Sweep(SECOND_MICROS, true);
        }

        void add(Traffic piece) {
            int begun = begins.length;
            int open = ends.length;
            begins = Arrays.copyOf(begins, begun + piece.size());
            ends = Arrays.copyOf(ends, open + piece.size());
            for (int i = 0; i < piece.size(); i++) {
                begins[begun + i] = piece.servedMicros(i);
                ends[open + i] = begins[begun + i] + piece.durationMicros(i);
                held += piece.durationMicros(i);
            }
            Arrays.sort(begins);
            Arrays.sort(ends);
            if (piece.size() > 0) moveUntil(piece.startMicros(piece.size() - 1));
        }

        /** Later requests start at this moment or after it. */
        private void moveUntil(long micros) {
            int begun = 0;
            int ended = 0;
            for (; begun < begins.length && begins[begun] < micros; begun++) {
                while (ends[ended] <= begins[begun] && level > 0) move(ends[ended++], -1);
                move(begins[begun], 1);
            }
            while (ended < ends.length && ends[ended] < micros) move(ends[ended++], -1);
            begins = Arrays.copyOfRange(begins, begun, begins.length);
            ends = Arrays.copyOfRange(ends, ended, ends.length);
        }

        InFlight end(double length) {
            lengthMicros = length;
            moveUntil(Long.MAX_VALUE);
            move(lengthMicros, 0);
            int max = 0;
            for (int i = 0; i < microsAt.length; i++) if (microsAt[i] > 0) max = i;
            return new InFlight(
                    held / lengthMicros, mean(), percentile(0.5), percentile(0.99), max, overTime(), ceiling(max));
        }

        private void move(double micros, int by) {
            double to = Math.min(Math.max(now, micros), lengthMicros);
            while (grows && to > INTERVALS * intervalMicros) joinIntervals();
            if (level >= microsAt.length) microsAt = Arrays.copyOf(microsAt, 2 * level);
            microsAt[level] += to - now;
            int interval = interval(now);
            for (double from = now; from < to; ) {
                double until = Math.min(to, (interval + 1) * intervalMicros);
                if (interval == INTERVALS - 1) until = to;
                sums[interval] += (until - from) * level;
                maxima[interval] = Math.max(maxima[interval], level);
                from = until;
                if (from < to) interval++;
            }
            now = to;
            level += by;
        }

        private void joinIntervals() {
            intervalMicros *= 2;
            for (int i = 0; i < INTERVALS; i++) {
                boolean used = 2 * i < INTERVALS;
                sums[i] = used ? sums[2 * i] + sums[2 * i + 1] : 0;
                maxima[i] = used ? Math.max(maxima[2 * i], maxima[2 * i + 1]) : 0;
            }
        }

        private int interval(double micros) {
            return Math.min(INTERVALS - 1, (int) (micros / intervalMicros));
        }

        private double mean() {
            return Arrays.stream(sums).sum() / lengthMicros;
        }

        private int percentile(double share) {
            double sum = 0;
            for (int i = 0; i < microsAt.length; i++) {
                sum += microsAt[i];
                if (sum >= share * lengthMicros) return i;
            }
            return microsAt.length - 1;
        }

        private List<Level> overTime() {
            var moments = new ArrayList<Level>();
            for (int i = 0; i < INTERVALS && (!grows || i * intervalMicros < lengthMicros); i++) {
                double length = grows ? Math.min(intervalMicros, lengthMicros - i * intervalMicros) : intervalMicros;
                moments.add(new Level((i * intervalMicros + length / 2) / 1e6, sums[i] / length, maxima[i]));
            }
            return List.copyOf(moments);
        }

        private Ceiling ceiling(int max) {
            int band = Math.max(1, (int) (max * BAND));
            double top = between(max - band, max);
            double below = between(max - 2 * band, max - band);
            boolean pinned = max > 1 && top >= SHORTEST_SHARE * lengthMicros && top > MORE_THAN_BELOW * below;
            return pinned ? new Ceiling(max, 100 * top / lengthMicros) : null;
        }

        /** The time above one level, up to another. */
        private double between(int above, int upTo) {
            double sum = 0;
            for (int i = Math.max(0, above + 1); i <= upTo; i++) sum += microsAt[i];
            return sum;
        }
    }
}
