package asynclab.queueing;

import java.util.Arrays;

/**
 * How full a simulated server is over time: means over equal intervals from 0, sixty at most. Nobody knows beforehand how long a
 * run will be, so the intervals double whenever it outgrows them; what is summed is exact all the same: the sums of busy and
 * queued × {@link #everyMillis} are all the time that requests spend in the server (Little's law is about this integral). Unlike
 * a {@link Trace} it has the server's view: work goes on, and requests queue, after their clients have given up. The last
 * interval may outlast the run; nothing happens there. Not thread-safe while it is filled in.
 */
public final class Occupancy {

    private static final int MOST_INTERVALS = 60;
    private static final double FIRST_MILLIS = 1_000 / 1_024.0; // doubled, it comes to 125, 250, 500, 1000, 2000 …

    private double everyMillis = FIRST_MILLIS;
    private double lastMillis;
    private final double[] threads = new double[MOST_INTERVALS]; // request × milliseconds in each interval
    private final double[] busy = new double[MOST_INTERVALS];
    private final double[] queued = new double[MOST_INTERVALS];

    /** The length of an interval, in milliseconds. */
    public double everyMillis() {
        return everyMillis;
    }

    /** Threads of the first stage that are taken; none if it has no limit. */
    public double[] threads() {
        return means(threads);
    }

    /** Requests that are processed or worked on. */
    public double[] busy() {
        return means(busy);
    }

    /** Requests that wait for a thread or for a place of the second stage. */
    public double[] queued() {
        return means(queued);
    }

    private double[] means(double[] sums) {
        return Arrays.stream(sums, 0, (int) Math.ceil(lastMillis / everyMillis))
                .map(sum -> sum / everyMillis)
                .toArray();
    }

    void threads(double from, double to) {
        add(threads, from, to);
    }

    void busy(double from, double to) {
        add(busy, from, to);
    }

    void queued(double from, double to) {
        add(queued, from, to);
    }

    private void add(double[] sums, double from, double to) {
        if (to <= from) return;
        lastMillis = Math.max(lastMillis, to);
        while (to > MOST_INTERVALS * everyMillis) coarsen();
        for (int i = (int) (from / everyMillis); i < MOST_INTERVALS && i * everyMillis < to; i++)
            sums[i] += Math.min(to, (i + 1) * everyMillis) - Math.max(from, i * everyMillis);
    }

    private void coarsen() {
        everyMillis *= 2;
        for (double[] sums : new double[][] {threads, busy, queued}) {
            for (int i = 0; i < MOST_INTERVALS / 2; i++) sums[i] = sums[2 * i] + sums[2 * i + 1];
            Arrays.fill(sums, MOST_INTERVALS / 2, MOST_INTERVALS, 0);
        }
    }
}
