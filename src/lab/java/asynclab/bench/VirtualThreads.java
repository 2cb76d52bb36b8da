package asynclab.bench;

import asynclab.bench.BenchResult.ResultTable;
import asynclab.bench.VirtualCell.Ranking;
import asynclab.bench.VirtualCell.VirtualFigure;
import asynclab.bench.VirtualCell.VirtualLoad;
import asynclab.bench.VirtualCell.VirtualLoadKind;
import asynclab.bench.measure.Meter;
import asynclab.bench.measure.PairedRatio;
import asynclab.client.ClientTimes;
import asynclab.client.LoadClient;
import asynclab.frameworks.FrameworkCells;
import asynclab.options.LabException;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Where blocking on virtual threads is better, the same or worse than asynchronous servlets. {@code virtual-predict} writes what is
 * expected, which is committed before anything is measured. Each arm has several starts of its server. The servers are pinned to one
 * processor, the load to the other. Memory and processor time of a request are also measured with platform threads.
 */
final class VirtualThreads {

    private static final String NAME = "virtual";
    private static final String EXPECTATIONS = "expectations";
    private static final int JDK = 25; // without -Djdk, if there is one
    private static final int OLDEST_JDK = 21;
    private static final List<String> FLAGS = List.of("-Xmx4g");
    private static final int STARTS = PairedRatio.FEWEST;
    private static final int PLATFORM_THREADS = 1_200;
    private static final int MOST_ON_PLATFORM = 1_000; // waiting requests, each of which has a thread
    private static final Duration WARM_UP = Duration.ofSeconds(5);
    private static final Duration SETTLE = Duration.ofSeconds(1);
    private static final double MOST_SETTLE_MILLIS = 8_000; // two cycles of all users, where there is a queue
    private static final Duration ARRIVE = Duration.ofSeconds(2); // for all requests that are sent at once
    private static final double REQUESTS = 10_000; // that a window has if it lasts as long as this:
    private static final double LEAST_SECONDS = 4;
    private static final double MOST_SECONDS = 12;
    private static final String RESIDENT = "RESIDENT";

    /** A threading model. */
    private enum Arm {
        VIRTUAL("virtual threads"),
        ASYNC("asynchronous"),
        PLATFORM("platform threads");

        final String label;

        Arm(String label) {
            this.label = label;
        }

        boolean measures(VirtualLoad load) {
            return this != PLATFORM
                    || load.path().startsWith("/bare")
                            && load.kind() != VirtualLoadKind.BURST
                            && !load.query().contains("inside")
                            && !load.query().contains("workers");
        }
    }

    private final Bench bench;
    private final FrameworkCells cells;

    VirtualThreads(Bench bench) {
        this.bench = bench;
        cells = new FrameworkCells(bench.kept(), "");
    }

    /** Writes what is expected beside the published result. */
    BenchResult predict() {
        List<VirtualCell> all = VirtualCell.all();
        bench.predict(NAME, EXPECTATIONS, all);
        List<List<Object>> rows = all.stream()
                .map(cell -> List.<Object>of(cell.name(), cell.expected().words(), cell.why()))
                .toList();
        return bench.result(
                "Virtual threads or asynchronous? Expectations",
                List.of("Nothing is measured yet."),
                List.of(new ResultTable(
                        "Virtual threads are expected to be", List.of("cell", "expected", "why"), rows)),
                "");
    }

    /** Measures every load beside what is expected of it. */
    BenchResult measure() {
        List<VirtualCell> expected = bench.predicted(NAME, EXPECTATIONS, VirtualCell[].class);
        List<VirtualLoad> loads =
                expected.stream().map(VirtualCell::load).distinct().toList();
        int starts = bench.repeats(STARTS);
        bench.pin();
        for (int start = 1; start <= starts; start++) measure(start, starts, loads);
        return report(expected, starts);
    }

    private static String key(int start, Arm arm, VirtualLoad load) {
        return NAME + "/" + start + "/" + arm + "/" + load.name();
    }

    /** The server of a threading model, and what sends its load. */
    private record Subject(Arm arm, Server server, LoadClient client) implements AutoCloseable {
        @Override
        public void close() {
            client.close();
            server.close();
        }
    }

    /**
     * Measures what an interrupted run has not. The servers of one start run at the same time, and only one of them has a load. So
     * seconds are between the figures that are compared, and not minutes. The order of the servers changes from load to load and from start to start.
     */
    private void measure(int start, int starts, List<VirtualLoad> loads) {
        var subjects = new ArrayList<Subject>();
        try {
            for (Arm arm : Arm.values())
                if (!loads.stream().allMatch(load -> cells.has(key(start, arm, load)))) subjects.add(subject(arm));
            Collections.rotate(subjects, start);
            for (int i = 0; i < loads.size() && !subjects.isEmpty(); i++) {
                VirtualLoad load = loads.get(i);
                bench.progress(
                        (start - 1) * loads.size() + i, starts * loads.size(), "start " + start + ", " + load.name());
                Collections.rotate(subjects, 1);
                for (Subject each : subjects)
                    if (!cells.has(key(start, each.arm, load)))
                        cells.put(key(start, each.arm, load), measure(load, each));
            }
        } finally {
            subjects.forEach(Subject::close);
        }
    }

    private Subject subject(Arm arm) {
        ServerSettings settings = bench.settings(NAME, bench.hasJdk(JDK) ? JDK : OLDEST_JDK, FLAGS)
                .withConnections(VirtualCell.CONNECTIONS)
                .withProcessors(Bench.SERVERS_PROCESSOR);
        if (arm == Arm.VIRTUAL) settings = settings.withVirtualThreads(0);
        if (arm == Arm.PLATFORM) settings = settings.withRequestThreads(PLATFORM_THREADS);
        Server server = bench.start(settings);
        return new Subject(arm, server, new LoadClient(server.port()));
    }

    private Map<String, Double> measure(VirtualLoad load, Subject subject) {
        if (!subject.arm.measures(load)) return Map.of();
        Map<String, Double> seen = measure(load, subject.arm, subject.server, subject.client);
        subject.client.users(0, 1); // 10,000 connections of two servers are more than a process may have
        return seen;
    }

    private Map<String, Double> measure(VirtualLoad load, Arm arm, Server server, LoadClient client) {
        String url = load.url(arm == Arm.ASYNC);
        return switch (load.kind()) {
            case WAITING -> waiting(load, url, arm, server, client);
            case USERS -> users(load, url, server, client);
            case BURST -> burst(load, url, client);
            case STOP -> stop(load, url, server, client);
        };
    }

    /** The heap of requests that wait, without that of their connections. */
    private Map<String, Double> waiting(VirtualLoad load, String url, Arm arm, Server server, LoadClient client) {
        int users = (arm == Arm.PLATFORM ? MOST_ON_PLATFORM : load.users()) / bench.speed();
        client.warmUp(64, url + "&ms=1", WARM_UP.dividedBy(bench.speed()));
        client.newUsers(users);
        client.useTwice(url + "&ms=1");
        server.probe().liveHeapBytes(); // a first collection lets go of what only waits for one
        LoadClient.pause(SETTLE);
        long idle = server.probe().liveHeapBytes();
        long idleResident = Meter.residentBytes(server.pid());
        client.sendOnce(url);
        LoadClient.pause(ARRIVE);
        double kilobytes = (server.probe().liveHeapBytes() - idle) / 1_000.0 / users;
        double resident = (Meter.residentBytes(server.pid()) - idleResident) / 1_000.0 / users;
        if (client.waiting() != users)
            throw new LabException("All %,d requests must wait, but only %,d do.".formatted(users, client.waiting()));
        try (var other = new LoadClient(server.port())) {
            other.users(1, 1);
            other.useTwice(url.substring(0, url.indexOf('?')) + "?release=all");
        }
        client.finish();
        return Map.of(VirtualFigure.KILOBYTES.name(), kilobytes, RESIDENT, resident);
    }

    private Map<String, Double> users(VirtualLoad load, String url, Server server, LoadClient client) {
        client.newUsers(load.users());
        client.begin(url, 0, 1_000);
        LoadClient.pause(Duration.ofSeconds(1));
        ClientTimes settling = client.window(SETTLE);
        LoadClient.pause(Duration.ofMillis(
                Math.round(Math.min(MOST_SETTLE_MILLIS, 2_000 * load.users() / settling.perSecond()))));
        Meter before = Meter.read(server);
        double seconds = Math.max(LEAST_SECONDS, Math.min(MOST_SECONDS, REQUESTS / settling.perSecond()));
        ClientTimes times = client.window(Duration.ofMillis(Math.round(1_000 * seconds / bench.speed())));
        Meter used = Meter.read(server).since(before);
        client.finish();
        var seen = new LinkedHashMap<String, Double>();
        seen.put(VirtualFigure.CPU.name(), used.cpuNanos() / 1e3 / used.requests(times));
        seen.put(VirtualFigure.RATE.name(), times.perSecond());
        seen.put(VirtualFigure.MEAN.name(), times.meanMillis());
        seen.put(VirtualFigure.P99.name(), times.millis(99));
        long errors = settling.errors() + times.errors();
        if (errors > 0) throw new LabException(load.name() + " has " + errors + " errors.");
        return seen;
    }

    /** From the first request to the last response. */
    private Map<String, Double> burst(VirtualLoad load, String url, LoadClient client) {
        int users = load.users() / bench.speed();
        client.newUsers(users);
        client.useTwice(url.replace("ms=1000", "ms=1"));
        long begun = System.nanoTime();
        client.sendOnce(url);
        while (client.waiting() > 0) LoadClient.pause(Duration.ofMillis(1));
        double millis = (System.nanoTime() - begun) / 1e6;
        client.finish();
        return Map.of(VirtualFigure.LAST.name(), millis);
    }

    /** From the stop to the last response. It must be the last load, because the application is then gone. */
    private static Map<String, Double> stop(VirtualLoad load, String url, Server server, LoadClient client) {
        client.newUsers(load.users());
        client.sendOnce(url);
        LoadClient.pause(ARRIVE);
        if (client.waiting() != load.users()) throw new LabException("Not all requests wait.");
        long begun = System.nanoTime();
        server.probe().stopApplication();
        while (client.waiting() > 0) LoadClient.pause(Duration.ofMillis(1));
        return Map.of(VirtualFigure.STOP.name(), (System.nanoTime() - begun) / 1e6);
    }

    private PairedRatio figures(VirtualLoad load, Arm arm, String figure, int starts) {
        var figures = new PairedRatio();
        for (int start = 1; start <= starts; start++) figures.add(cells.figure(key(start, arm, load), figure));
        return figures;
    }

    /** A cell with the figures of all starts. */
    private record SeenCell(VirtualCell cell, PairedRatio virtual, PairedRatio async) {

        /** Null if the interval reaches from one to another. */
        Ranking ranking() {
            PairedRatio.Middle ratio = virtual.to(async);
            Ranking low = cell.figure().compare(ratio.low(), 1);
            return low == cell.figure().compare(ratio.high(), 1) ? low : null;
        }

        boolean isAsExpected() {
            return ranking() == cell.expected();
        }

        String words() {
            return ranking() == null ? "undecided" : ranking().words() + (isAsExpected() ? "" : " ✗");
        }

        List<Object> row() {
            return List.of(
                    cell.name(),
                    cell.expected().words(),
                    words(),
                    virtual.median(),
                    async.median(),
                    virtual.to(async).toString(),
                    cell.why());
        }
    }

    private BenchResult report(List<VirtualCell> expected, int starts) {
        List<SeenCell> seen = expected.stream()
                .map(cell -> new SeenCell(
                        cell,
                        figures(cell.load(), Arm.VIRTUAL, cell.figure().name(), starts),
                        figures(cell.load(), Arm.ASYNC, cell.figure().name(), starts)))
                .toList();
        var answers = new ArrayList<String>();
        answers.add("Of %d cells, %d are as expected. The expectations were committed before, in %s.json."
                .formatted(
                        seen.size(),
                        seen.stream().filter(SeenCell::isAsExpected).count(),
                        EXPECTATIONS));
        answers.add("%d cells are undecided: the interval reaches from one to another."
                .formatted(seen.stream().filter(cell -> cell.ranking() == null).count()));
        for (Ranking ranking : Ranking.values())
            answers.add("Virtual threads are %s in %d cells."
                    .formatted(
                            ranking.words(),
                            seen.stream()
                                    .filter(cell -> cell.ranking() == ranking)
                                    .count()));
        String caption =
                "Blocking servlets on virtual threads beside asynchronous ones. Better and worse: by more than a tenth, or twice as long to stop, over the whole interval; median of %d starts"
                        .formatted(starts);
        List<String> columns =
                List.of("cell", "expected", "measured", "virtual", "asynchronous", "virtual ÷ asynchronous", "why");
        return bench.result(
                "Virtual threads or asynchronous?",
                answers,
                List.of(
                        new ResultTable(
                                caption,
                                columns,
                                seen.stream().map(SeenCell::row).toList()),
                        cost(expected, starts)),
                String.join(" ", FLAGS));
    }

    /** What a request costs with each threading model. */
    private ResultTable cost(List<VirtualCell> expected, int starts) {
        var rows = new ArrayList<List<Object>>();
        for (VirtualCell cell : expected) {
            if (!Arm.PLATFORM.measures(cell.load())) continue;
            String figure = cell.figure().name();
            rows.add(row(cell.name(), arm -> figures(cell.load(), arm, figure, starts)
                    .median()));
            // Later loads find the memory that the first has left to the process.
            if (cell.equals(expected.get(0)))
                rows.add(row(
                        cell.load().name() + ": resident KB a waiting request",
                        arm -> figures(cell.load(), arm, RESIDENT, starts).median()));
        }
        return new ResultTable(
                "The same with platform threads. Of these, %,d requests wait".formatted(MOST_ON_PLATFORM),
                List.of("figure", Arm.PLATFORM.label, Arm.VIRTUAL.label, Arm.ASYNC.label),
                rows);
    }

    private static List<Object> row(String name, ToDoubleFunction<Arm> figure) {
        return List.of(
                name,
                figure.applyAsDouble(Arm.PLATFORM),
                figure.applyAsDouble(Arm.VIRTUAL),
                figure.applyAsDouble(Arm.ASYNC));
    }
}
