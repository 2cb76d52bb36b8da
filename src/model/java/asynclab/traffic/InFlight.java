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
 * @param overTime means and maxima of equal intervals
 * @param ceiling where the number is pinned, or null
 */
public record InFlight(
        double meanByLaw, double mean, int p50, int p99, int max, List<Level> overTime, Ceiling ceiling) {

    /** @param seconds the middle of the interval, after the first start */
    public record Level(double seconds, double mean, int max) {}

    /**
     * The number of requests in flight stops at this level and stays there: a pool is full. Without a limit, a level just below the highest is
     * more frequent than the highest.
     *
     * @param sharePercent of the time within the highest 2 % of the levels
     */
    public record Ceiling(int level, double sharePercent) {}

    private static final int INTERVALS = 240;
    private static final double BAND = 0.02;
    private static final double SHORTEST_SHARE = 0.02;
    private static final double MORE_THAN_BELOW = 2;

    static InFlight of(Traffic traffic) {
        return new Sweep(traffic).inFlight();
    }

    /** Goes through starts and ends in the order of time. */
    private static final class Sweep {

        private final Traffic traffic;
        private final double lengthMicros;
        private final double intervalMicros;
        private final double[] sums = new double[INTERVALS];
        private final int[] maxima = new int[INTERVALS];
        private double[] microsAt = new double[64]; // by the number in flight
        private int level;
        private double now;

        Sweep(Traffic traffic) {
            this.traffic = traffic;
            lengthMicros = traffic.lengthMicros();
            intervalMicros = lengthMicros / INTERVALS;
        }

        InFlight inFlight() {
            long[] begins = new long[traffic.size()];
            long[] ends = new long[traffic.size()];
            double held = 0;
            for (int i = 0; i < ends.length; i++) {
                begins[i] = traffic.servedMicros(i);
                ends[i] = begins[i] + traffic.durationMicros(i);
                held += traffic.durationMicros(i);
            }
            Arrays.sort(begins);
            Arrays.sort(ends);
            int ended = 0;
            for (int started = 0; started < ends.length; started++) {
                while (ends[ended] <= begins[started] && ended < started) move(ends[ended++], -1);
                move(begins[started], 1);
            }
            while (ended < ends.length && ends[ended] < lengthMicros) move(ends[ended++], -1);
            move(lengthMicros, 0);
            int max = 0;
            for (int i = 0; i < microsAt.length; i++) if (microsAt[i] > 0) max = i;
            return new InFlight(
                    held / lengthMicros, mean(), percentile(0.5), percentile(0.99), max, overTime(), ceiling(max));
        }

        private void move(double micros, int by) {
            double to = Math.min(Math.max(now, micros), lengthMicros);
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
            for (int i = 0; i < INTERVALS; i++)
                moments.add(new Level((i + 0.5) * intervalMicros / 1e6, sums[i] / intervalMicros, maxima[i]));
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
