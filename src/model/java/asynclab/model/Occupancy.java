package asynclab.model;

import java.util.Arrays;

/**
 * How busy a simulated server is over time: means over at most sixty equal intervals from 0. The length of a run is not known
 * beforehand, so the intervals double whenever the run outgrows them. The sums stay exact: the sum of busy and queued × {@link
 * #everyMillis} is the total time that requests spend in the server (the integral of Little's law). A {@link Trace} has the view
 * of the client; this has the view of the server, where work and queueing go on after a client timeout. The last interval may
 * be longer than the run; the rest of it is idle. Not thread-safe while the simulation fills it.
 */
public final class Occupancy {

    /** Keeps nothing: for a run whose occupancy nobody reads. */
    public static final Occupancy NONE = new Occupancy(false);

    private static final int MOST_INTERVALS = 60;
    private static final double FIRST_MILLIS = 1_000 / 1_024.0; // doubling gives 125, 250, 500, 1000, 2000 …

    private final boolean keeps;
    private double everyMillis = FIRST_MILLIS;
    private double lastMillis;
    private final double[] threads = new double[MOST_INTERVALS]; // request × milliseconds in each interval
    private final double[] busy = new double[MOST_INTERVALS];
    private final double[] queued = new double[MOST_INTERVALS];
    private double[] wasted = new double[16]; // when each service ended whose client had left
    private int wastedSize;
    private final double[] heldMillis = new double[At.values().length];
    private final double[] waitedMillis = new double[At.values().length];
    private final long[] served = new long[At.values().length];

    /** A station of {@link Stages}. */
    public enum At {
        LIMIT,
        THREADS,
        CONNECTIONS,
        PROCESSORS // here a request does not wait: it goes on more slowly
    }

    public Occupancy() {
        this(true);
    }

    private Occupancy(boolean keeps) {
        this.keeps = keeps;
    }

    /** The time, in milliseconds, that requests hold a server of this station, together. Of the processors, the time that they work. */
    public double heldMillis(At station) {
        return heldMillis[station.ordinal()];
    }

    /** The time, in milliseconds, that requests wait for this station, together. Of the processors, by how much sharing delays them. */
    public double waitedMillis(At station) {
        return waitedMillis[station.ordinal()];
    }

    /** The number of services of this station that have begun. */
    public long served(At station) {
        return served[station.ordinal()];
    }

    /** When the last request leaves the server, in milliseconds. */
    public double millis() {
        return lastMillis;
    }

    /** The length of an interval, in milliseconds. */
    public double everyMillis() {
        return everyMillis;
    }

    /** Mean number of threads taken in the first stage, also if that stage has no limit. */
    public double[] threads() {
        return means(threads);
    }

    /** Mean number of requests in service, in either stage. */
    public double[] busy() {
        return means(busy);
    }

    /** Mean number of requests that wait for a thread or for a server of the second stage. */
    public double[] queued() {
        return means(queued);
    }

    /** The number of requests served for clients that had left, by the end of their service in the window. */
    public int wasted(Trace.Window window) {
        return wastedBefore(window.toMillis()) - wastedBefore(window.fromMillis());
    }

    /** By bisection, because they are in the order of time. */
    private int wastedBefore(double millis) {
        int from = 0;
        int to = wastedSize;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (wasted[middle] < millis) from = middle + 1;
            else to = middle;
        }
        return from;
    }

    private double[] means(double[] sums) {
        return Arrays.stream(sums, 0, (int) Math.ceil(lastMillis / everyMillis))
                .map(sum -> sum / everyMillis)
                .toArray();
    }

    /** Adds uses of a station. @param held in milliseconds, together @param waited the same @param services how many */
    void used(At station, double held, double waited, long services) {
        if (!keeps) return;
        heldMillis[station.ordinal()] += held;
        waitedMillis[station.ordinal()] += waited;
        served[station.ordinal()] += services;
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

    void wasted(double at) {
        if (!keeps) return;
        if (wastedSize == wasted.length) wasted = Arrays.copyOf(wasted, 2 * wastedSize);
        wasted[wastedSize++] = at;
    }

    private void add(double[] sums, double from, double to) {
        if (!keeps || to <= from) return;
        lastMillis = Math.max(lastMillis, to);
        while (to > MOST_INTERVALS * everyMillis) doubleIntervals();
        int last = Math.min(MOST_INTERVALS - 1, (int) (to / everyMillis));
        int first = Math.min(last, (int) (from / everyMillis));
        if (first == last) {
            sums[first] += to - from;
            return;
        }
        sums[first] += (first + 1) * everyMillis - from;
        for (int i = first + 1; i < last; i++) sums[i] += everyMillis;
        sums[last] += to - last * everyMillis;
    }

    private void doubleIntervals() {
        everyMillis *= 2;
        for (double[] sums : new double[][] {threads, busy, queued}) {
            for (int i = 0; i < MOST_INTERVALS / 2; i++) sums[i] = sums[2 * i] + sums[2 * i + 1];
            Arrays.fill(sums, MOST_INTERVALS / 2, MOST_INTERVALS, 0);
        }
    }
}
