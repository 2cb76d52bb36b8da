package asynclab.bench;

import static asynclab.document.Texts.text;

import asynclab.bench.SecondLimitCell.CellPrediction;
import asynclab.bench.SecondLimitCell.ThreadingKind;
import asynclab.delay.HoldTime;
import asynclab.run.plan.PlannedStations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A cell of the benchmark virtual: a figure of a load, measured with blocking servlets on virtual threads and with asynchronous ones.
 * Immutable.
 *
 * @param load that is measured
 * @param figure that is compared
 * @param expected of virtual threads
 * @param why the reason in a sentence; for a load that the model knows, its predictions
 */
record VirtualCell(VirtualLoad load, VirtualFigure figure, Ranking expected, String why) {

    /** The servlets that burden their thread are {@code /bare/burdened} and {@code /bare/burdened-async}. */
    private static final String BURDENED = "/bare/burdened";

    private static final String PHASES = "/phases";
    static final int CONNECTIONS = 10;
    private static final int CONNECTION_MILLIS = 100;

    /**
     * The hold times of the loads that the model knows. Their mean is {@value SecondLimitCell#HOLD_MILLIS} ms. Exponential ones differ
     * so much that a window of some seconds decides nothing.
     */
    private static final HoldTime.Uniform HOLD = new HoldTime.Uniform(30, 231);

    /** How virtual threads compare with asynchronous servlets. */
    enum Ranking {
        BETTER,
        SAME,
        WORSE;

        String words() {
            return this == SAME ? "the same" : name().toLowerCase(Locale.ROOT);
        }

        private static Ranking of(double ratio, double clear) {
            return ratio < 1 / (1 + clear) ? BETTER : ratio > 1 + clear ? WORSE : SAME;
        }
    }

    /** A figure, its name in a table, and the difference that makes it better or worse, as a share. */
    enum VirtualFigure {
        KILOBYTES("KB of heap a waiting request", 0.1),
        CPU("µs of processor time a request", 0.1),
        RATE("requests per second", 0.1),
        MEAN("mean response time, ms", 0.1),
        P99("p99, ms", 0.1),
        LAST("last response, ms", 0.1),
        STOP("to stop the application, ms", 1); // some milliseconds, which vary from start to start

        static final List<VirtualFigure> OF_A_QUEUE = List.of(RATE, MEAN, P99);

        private final String label;
        private final double clear;

        VirtualFigure(String label, double clear) {
            this.label = label;
            this.clear = clear;
        }

        /** The comparison of two figures of virtual threads and of asynchronous servlets. */
        Ranking compare(double virtual, double async) {
            return Ranking.of(this == RATE ? async / virtual : virtual / async, clear);
        }
    }

    /** How a load is sent. */
    enum VirtualLoadKind {
        WAITING, // all at once, until they are released
        USERS, // one request after another
        BURST, // all at once, one request each
        STOP // while they wait, the application is stopped
    }

    /**
     * A load.
     *
     * @param path of the blocking servlet; that of the asynchronous one ends with {@code -async}
     * @param query of each request
     */
    record VirtualLoad(VirtualLoadKind kind, String name, String path, String query, int users) {

        /** @param async whether the servlet is asynchronous */
        String url(boolean async) {
            return (async ? asyncPath() : path) + "?" + query;
        }

        private String asyncPath() {
            return path.equals("/blocking") ? "/async" : path + "-async";
        }
    }

    String name() {
        return load.name + ": " + figure.label;
    }

    /** The expectation on Tomcat, where the heap is that of the request with its connection. */
    VirtualCell onTomcat() {
        if (figure != VirtualFigure.KILOBYTES || load.query.contains("bufferKb")) return this;
        String why = "Tomcat has some 100 KB of buffers for each request. The stack of a virtual thread is 3 to 7 KB.";
        return new VirtualCell(load, figure, Ranking.SAME, why);
    }

    /** The expectation on a JDK in which a virtual thread keeps its carrier in a synchronized block. */
    VirtualCell beforeJdk24() {
        if (!load.query.contains("inside=monitor")) return this;
        String why =
                "Before JDK 24 a virtual thread keeps its carrier there (JEP 491): one processor has one carrier, so 10 requests per second.";
        return new VirtualCell(load, figure, Ranking.WORSE, why);
    }

    /** All cells, those of one load in a row. */
    static List<VirtualCell> all() {
        var cells = new ArrayList<VirtualCell>();
        addWaiting(cells);
        addProcessorTime(cells);
        addPinned(cells);
        addCallsThatBlock(cells);
        predicted(cells, "40 users that wait", 0, 0, 40, VirtualFigure.OF_A_QUEUE);
        for (int percent : new int[] {20, 50, 80}) addComputing(cells, 2, percent, VirtualFigure.OF_A_QUEUE);
        List<VirtualFigure> means = List.of(VirtualFigure.RATE, VirtualFigure.MEAN); // too few requests for a p99
        addComputing(cells, 4, 95, means);
        for (int percent : new int[] {50, 80}) addComputing(cells, 50, percent, means);
        addConnections(cells, 60);
        addConnections(cells, 300);
        cells.add(new VirtualCell(
                new VirtualLoad(VirtualLoadKind.BURST, "10,000 at once, 1 s", BURDENED, "ms=1000", 10_000),
                VirtualFigure.LAST,
                Ranking.SAME,
                "A second is longer than what 10,000 requests compute, and both compute about the same."));
        cells.add(new VirtualCell(
                new VirtualLoad(VirtualLoadKind.STOP, "stop with 500 in flight", "/blocking", "ms=20000", 500),
                VirtualFigure.STOP,
                Ranking.SAME,
                "Our servlets wake their threads, and end their exchanges, when the application stops."));
        return cells;
    }

    private static void addWaiting(List<VirtualCell> cells) {
        for (int frames : new int[] {10, 50, 200})
            cells.add(new VirtualCell(
                    waiting(frames + " frames deep", "frames=" + frames),
                    VirtualFigure.KILOBYTES,
                    Ranking.WORSE,
                    "A virtual thread keeps its stack on the heap. An asynchronous request has left its stack."));
        cells.add(new VirtualCell(
                waiting("a buffer of 64 KB a thread", "frames=10&bufferKb=64"),
                VirtualFigure.KILOBYTES,
                Ranking.WORSE,
                "Each virtual thread has a buffer, and is new for each request. The pool has 100 of them."));
    }

    private static VirtualLoad waiting(String burden, String query) {
        return new VirtualLoad(VirtualLoadKind.WAITING, "5,000 waiting, " + burden, BURDENED, query, 5_000);
    }

    /** At a full processor the expectation is what the first measurement of these loads has shown. It had been the other way round. */
    private static void addProcessorTime(List<VirtualCell> cells) {
        String inARow = "With a full processor one thread of a pool serves many asynchronous requests in a row.";
        String full = "The processor is full, so the rate follows from the processor time.";
        String once = "Both threads are woken once, and an asynchronous request is passed on once more.";
        VirtualLoad busy = users("1 ms", "ms=1", 64);
        cells.add(new VirtualCell(busy, VirtualFigure.CPU, Ranking.WORSE, inARow));
        cells.add(new VirtualCell(busy, VirtualFigure.RATE, Ranking.WORSE, full));
        VirtualLoad few = users("1 ms", "ms=1", 4);
        cells.add(new VirtualCell(few, VirtualFigure.CPU, Ranking.SAME, once));
        cells.add(new VirtualCell(few, VirtualFigure.RATE, Ranking.SAME, "The processor is not full."));
        cells.add(new VirtualCell(
                users("200 frames deep", "ms=1&frames=200", 64),
                VirtualFigure.CPU,
                Ranking.WORSE,
                "A stack of 200 frames is copied to the heap, and a part of it back."));
        cells.add(new VirtualCell(
                users("a buffer of 64 KB a thread", "ms=1&bufferKb=64", 64),
                VirtualFigure.CPU,
                Ranking.WORSE,
                "Each request makes a new buffer, which is filled with zeros: 64 KB at some 10 GB/s are 6 µs."));
        var lookup =
                new VirtualLoad(VirtualLoadKind.USERS, "64 users, a lookup of 1 ms", PHASES, "ms=1&connectionMs=1", 64);
        cells.add(new VirtualCell(lookup, VirtualFigure.CPU, Ranking.WORSE, inARow));
        cells.add(new VirtualCell(lookup, VirtualFigure.RATE, Ranking.WORSE, full));
        VirtualLoad many = users("1 s", "ms=1000", 1_000);
        cells.add(new VirtualCell(many, VirtualFigure.CPU, Ranking.SAME, once));
        cells.add(new VirtualCell(many, VirtualFigure.RATE, Ranking.SAME, "The users and the wait bind."));
    }

    private static VirtualLoad users(String what, String query, int users) {
        return new VirtualLoad(VirtualLoadKind.USERS, text("%,d users, %s", users, what), BURDENED, query, users);
    }

    private static void addPinned(List<VirtualCell> cells) {
        cells.add(new VirtualCell(
                users("100 ms in a synchronized block", "ms=100&inside=monitor", 200),
                VirtualFigure.RATE,
                Ranking.SAME,
                "From JDK 24 on a virtual thread leaves its carrier in a synchronized block (JEP 491)."));
        cells.add(new VirtualCell(
                users("100 ms in a static initializer", "ms=100&inside=initializer", 200),
                VirtualFigure.RATE,
                Ranking.WORSE,
                "There a virtual thread keeps its carrier: one processor has one carrier, so 10 requests per second."));
    }

    /** Where asynchronous processing is expected to lose. */
    private static void addCallsThatBlock(List<VirtualCell> cells) {
        cells.add(new VirtualCell(
                users("no wait", "ms=0", 64),
                VirtualFigure.CPU,
                Ranking.BETTER,
                "A virtual thread answers at once. An asynchronous request begins, and another thread ends it."));
        VirtualLoad busy = users("1 ms in a call that blocks", "ms=1&workers=64", 64);
        cells.add(
                new VirtualCell(
                        busy,
                        VirtualFigure.CPU,
                        Ranking.BETTER,
                        "A thread of a pool of 64 blocks for each asynchronous request. The system switches threads more often."));
        cells.add(new VirtualCell(
                busy, VirtualFigure.RATE, Ranking.BETTER, "The processor is full, so the rate follows from its time."));
        String workers = "ms=100&workers=100";
        VirtualLoad bound = users("100 ms in a call that blocks, 100 workers", workers, 200);
        String half = "100 workers serve 100 requests at a time, and virtual threads all 200.";
        cells.add(new VirtualCell(bound, VirtualFigure.RATE, Ranking.BETTER, half));
        cells.add(new VirtualCell(bound, VirtualFigure.MEAN, Ranking.BETTER, half));
        cells.add(
                new VirtualCell(
                        new VirtualLoad(
                                VirtualLoadKind.BURST,
                                "1,000 at once, 100 ms in a call that blocks, 100 workers",
                                BURDENED,
                                workers,
                                1_000),
                        VirtualFigure.LAST,
                        Ranking.BETTER,
                        "100 workers need ten turns of 100 ms. Virtual threads need one, and less than 0.3 s to compute 1,000 requests."));
    }

    /** The server is pinned to one processor. The users need this share of it. */
    private static void addComputing(List<VirtualCell> cells, double cpuMs, int percent, List<VirtualFigure> figures) {
        double perMilli = percent / 100.0 / (cpuMs + SecondLimit.OVERHEAD_MILLIS);
        int users = (int) Math.round(perMilli * (SecondLimitCell.HOLD_MILLIS + cpuMs));
        String name = text("%d users compute for %.0f ms, %d %% of a processor", users, cpuMs, percent);
        predicted(cells, name, cpuMs, 0, users, figures);
    }

    private static void addConnections(List<VirtualCell> cells, int users) {
        predicted(
                cells,
                users + " users, " + CONNECTIONS + " connections",
                0,
                CONNECTION_MILLIS,
                users,
                VirtualFigure.OF_A_QUEUE);
    }

    private static PlannedStations stations(double cpuMs, int connectionMs, boolean virtual) {
        int connections = connectionMs == 0 ? SecondLimitCell.ENOUGH : CONNECTIONS;
        return new PlannedStations(cpuMs, SecondLimit.OVERHEAD_MILLIS, connectionMs, connections, 1, virtual, null);
    }

    private static void predicted(
            List<VirtualCell> cells,
            String name,
            double cpuMs,
            int connectionMs,
            int users,
            List<VirtualFigure> figures) {
        CellPrediction virtual =
                new SecondLimitCell(ThreadingKind.VIRTUAL, stations(cpuMs, connectionMs, true), users).predict(HOLD);
        CellPrediction async =
                new SecondLimitCell(ThreadingKind.ASYNC, stations(cpuMs, connectionMs, false), users).predict(HOLD);
        String query = text(
                "minMs=%d&maxMs=%d&cpuMs=%.0f&connectionMs=%d",
                HOLD.minMillis(), HOLD.maxMillis(), cpuMs, connectionMs);
        var load = new VirtualLoad(VirtualLoadKind.USERS, name, PHASES, query, users);
        for (VirtualFigure figure : figures) {
            double one = of(virtual, figure);
            double other = of(async, figure);
            cells.add(new VirtualCell(
                    load,
                    figure,
                    figure.compare(one, other),
                    text("Predicted: %s and %s.", SecondLimit.figure(one), SecondLimit.figure(other))));
        }
    }

    private static double of(CellPrediction prediction, VirtualFigure figure) {
        return switch (figure) {
            case RATE -> prediction.perSecond();
            case MEAN -> prediction.meanMs();
            case P99 -> prediction.p99Ms();
            default -> throw new IllegalArgumentException("The model does not predict " + figure + ".");
        };
    }
}
