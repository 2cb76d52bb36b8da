package asynclab.bench;

import static asynclab.document.Texts.text;

import asynclab.delay.HoldTime;
import asynclab.model.Bounds;
import asynclab.model.Bounds.ServerBound;
import asynclab.model.Budget;
import asynclab.model.Draws;
import asynclab.model.Occupancy;
import asynclab.model.Occupancy.At;
import asynclab.model.Stages;
import asynclab.model.Station;
import asynclab.model.Trace;
import asynclab.model.Workload;
import asynclab.model.station.Outcomes;
import asynclab.run.plan.PlannedStations;
import asynclab.server.ServerSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A cell of the benchmark second-limit: a threading model with a connection pool, a processor time and a number of users.
 * Immutable.
 *
 * @param kind the threading model
 * @param stations the other limits
 * @param users the number of users; each sends one request after another, without think time
 */
record SecondLimitCell(ThreadingKind kind, PlannedStations stations, int users) {

    /** The mean time for which a request waits and holds nothing but its thread; exponential. */
    static final int HOLD_MILLIS = 130;

    static final int CONNECTION_MILLIS = 120;
    static final int PERMITS = 50;
    static final int RAMP_SECONDS = 2;
    static final int SETTLE_SECONDS = 4;
    static final int WINDOW_SECONDS = 20;

    /** A pool that holds a connection for every user. */
    static final int ENOUGH = 320;

    private static final int SEEDS = 21; // the figures are their means; the first one names the limiter
    private static final long SEED = 42;
    /** A longer wait, as a share of the response time, shows that a limit is reached. */
    private static final double WAITS = 0.05;

    private static final double[] LEVELS = {0.6, 1, 1.6}; // users, as a share of those that reach the bound
    private static final int MOST_USERS = 300;

    /** A threading model: its path, and its request threads. */
    enum ThreadingKind {
        FEW("20 threads", "/phases", 20),
        MANY("200 threads", "/phases", 200),
        VIRTUAL("virtual threads", "/phases", 0),
        LIMITED("virtual threads, limit " + PERMITS, "/phases", 0),
        ASYNC("async", "/phases-async", 98);

        final String label;
        final String path;
        final int threads; // 0: virtual

        ThreadingKind(String label, String path, int threads) {
            this.label = label;
            this.path = path;
            this.threads = threads;
        }

        boolean isVirtual() {
            return threads == 0;
        }

        /** The size of Jetty's pool, which needs some threads for itself. */
        int poolSize() {
            return isVirtual() ? 100 : threads + ServerSettings.JETTYS_OWN_THREADS;
        }
    }

    /**
     * The prediction for a window of {@value #WINDOW_SECONDS} s.
     *
     * @param limiter what a request waits for most: {@code users} if it waits for nothing
     * @param bounds the bounds of the server, the lowest first
     */
    record CellPrediction(
            String cell,
            double perSecond,
            double perSecondLow,
            double perSecondHigh,
            double meanMs,
            double meanLow,
            double meanHigh,
            double p99Ms,
            double p99Low,
            double p99High,
            String limiter,
            List<String> bounds) {}

    /**
     * All cells.
     *
     * @param overheadMs the processor time of the server for a request, in addition to the time that the request asks for
     */
    static List<SecondLimitCell> all(double overheadMs) {
        var cells = new ArrayList<SecondLimitCell>();
        int row = 0;
        for (ThreadingKind kind : ThreadingKind.values())
            for (int connections : new int[] {8, 32, ENOUGH})
                for (double cpu : new double[] {0, 1, 4}) {
                    var stations = new PlannedStations(
                            cpu,
                            overheadMs,
                            CONNECTION_MILLIS,
                            connections,
                            1,
                            kind.isVirtual(),
                            kind == ThreadingKind.LIMITED ? (Integer) PERMITS : null);
                    cells.add(new SecondLimitCell(kind, stations, 1)
                            .at(LEVELS[(kind.ordinal() + row++) % LEVELS.length]));
                }
        return cells;
    }

    private SecondLimitCell at(double level) {
        Stages stages = stages();
        double most = Bounds.ofServer(stages, HOLD_MILLIS).get(0).perSecond();
        double enough = most * stages.millis(HOLD_MILLIS) / 1_000;
        return new SecondLimitCell(kind, stations, (int) Math.min(MOST_USERS, Math.round(level * enough)));
    }

    String name() {
        return text(
                "%s, %s connections, %.0f ms, %d users",
                kind.label,
                stations.connections() == ENOUGH ? "enough" : stations.connections(),
                stations.cpuMs(),
                users);
    }

    String url() {
        return kind.path + "?meanMs=" + HOLD_MILLIS + stations.query();
    }

    Stages stages() {
        return stations.stages(Station.requestThreads(Math.max(1, kind.threads)), 0, kind != ThreadingKind.ASYNC);
    }

    private Trace simulate(HoldTime hold, long seed, Occupancy occupancy) {
        var load = new Workload(
                users,
                RAMP_SECONDS * 1_000L,
                Workload.UNLIMITED,
                (RAMP_SECONDS + SETTLE_SECONDS + WINDOW_SECONDS) * 1_000L,
                hold,
                new HoldTime.Fixed(0),
                Workload.UNLIMITED,
                Workload.UNLIMITED,
                0);
        return load.simulate(Draws.of(hold, seed), stages(), seed, Budget.unlimited(), occupancy);
    }

    /** Predicts the cell. */
    CellPrediction predict() {
        return predict(new HoldTime.Exponential(HOLD_MILLIS));
    }

    /** The same with another distribution of the hold time. @param hold with a mean of {@value #HOLD_MILLIS} ms */
    CellPrediction predict(HoldTime hold) {
        var occupancy = new Occupancy();
        Trace first = simulate(hold, SEED, occupancy);
        var figures = new ArrayList<double[]>();
        figures.add(figures(first));
        for (int other = 1; other < SEEDS; other++) figures.add(figures(simulate(hold, SEED + other, Occupancy.NONE)));
        double[] low = figures.get(0).clone();
        double[] high = low.clone();
        double[] mean = new double[low.length];
        for (double[] each : figures)
            for (int i = 0; i < each.length; i++) {
                low[i] = Math.min(low[i], each[i]);
                high[i] = Math.max(high[i], each[i]);
                mean[i] += each[i] / figures.size();
            }
        var waits = new EnumMap<At, Double>(At.class);
        for (At at : At.values()) waits.put(at, occupancy.waitedMillis(at) / first.size());
        return new CellPrediction(
                name(),
                mean[0],
                low[0],
                high[0],
                mean[1],
                low[1],
                high[1],
                mean[2],
                low[2],
                high[2],
                limiter(waits, mean[1]),
                bounds());
    }

    /** Requests per second, mean and p99 of the window. */
    private static double[] figures(Trace trace) {
        double from = (RAMP_SECONDS + SETTLE_SECONDS) * 1_000.0;
        var window = new Trace.Window(from, from + WINDOW_SECONDS * 1_000.0);
        Outcomes outcomes = trace.outcomes(window, null, Double.POSITIVE_INFINITY);
        return new double[] {trace.throughput(window), trace.meanMillis(window), outcomes.p99Ms()};
    }

    /** The station that a request waits for most. @param waits the mean wait for each, in milliseconds */
    static String limiter(Map<At, Double> waits, double meanMs) {
        At most = waits.entrySet().stream()
                .max(Comparator.comparingDouble(Map.Entry::getValue))
                .orElseThrow()
                .getKey();
        return waits.get(most) < WAITS * meanMs ? "users" : most.name().toLowerCase(Locale.ROOT);
    }

    private List<String> bounds() {
        var words = new ArrayList<String>();
        for (ServerBound bound : Bounds.ofServer(stages(), HOLD_MILLIS))
            if (Double.isFinite(bound.perSecond()))
                words.add(text("%s %.0f/s", bound.limiter().name().toLowerCase(Locale.ROOT), bound.perSecond()));
        return words;
    }
}
