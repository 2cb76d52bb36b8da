package asynclab.bench;

import asynclab.bench.BenchResult.ResultTable;
import asynclab.bench.VirtualCell.Ranking;
import asynclab.bench.VirtualCell.VirtualLoad;
import asynclab.bench.VirtualSubject.Arm;
import asynclab.bench.measure.PairedRatio;
import asynclab.client.LoadClient;
import asynclab.frameworks.FrameworkCells;
import asynclab.options.Jdks;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Where blocking on virtual threads is better, the same or worse than asynchronous servlets. {@code virtual-predict} writes what is
 * expected, which is committed before anything is measured. Each arm has several starts of its server. The servers are pinned to one
 * processor, the load to the other. Memory and processor time of a request are also measured with platform threads.
 */
final class VirtualThreads {

    static final String NAME = "virtual";
    static final String EXPECTATIONS = "expectations";
    private static final int JDK = 25; // without -Djdk, if there is one
    private static final int OLDEST_JDK = 21;
    private static final List<String> FLAGS = List.of("-Xmx4g");
    private static final int STARTS = PairedRatio.FEWEST;
    private static final int MOST_STARTS = 9; // with those of loads that the host of the machine has disturbed
    private static final int PLATFORM_THREADS = 1_200;

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
        List<VirtualCell> expected = bench.predicted(NAME, EXPECTATIONS, VirtualCell[].class).stream()
                .map(cell -> bench.onTomcat() ? cell.onTomcat() : cell)
                .map(cell -> isBeforeJdk24() ? cell.beforeJdk24() : cell)
                .toList();
        List<VirtualLoad> loads =
                expected.stream().map(VirtualCell::load).distinct().toList();
        int starts = bench.repeats(STARTS);
        bench.pin();
        for (int start = 1; start <= starts; start++) measure(start, loads, loads, starts * loads.size());
        for (int start = starts + 1; start <= MOST_STARTS; start++) {
            List<VirtualLoad> disturbed =
                    loads.stream().filter(load -> undisturbed(load) < starts).toList();
            measure(start, disturbed, loads, cells.all().size() / Arm.values().length + disturbed.size());
            if (LeastDisturbed.isBusy(loads.stream().map(this::shares).toList(), start)) break;
        }
        return report(expected, starts);
    }

    private long undisturbed(VirtualLoad load) {
        return shares(load).stream()
                .filter(share -> share <= LeastDisturbed.MOST_SHARE)
                .count();
    }

    /** The largest share that was stolen from an arm, for each start that has measured the load. The last starts have some loads only. */
    private List<Double> shares(VirtualLoad load) {
        return startsOf(load)
                .map(start -> Arrays.stream(Arm.values())
                        .mapToDouble(arm -> LeastDisturbed.share(cells.all().get(key(start, arm, load))))
                        .max()
                        .orElse(0))
                .toList();
    }

    private Stream<Integer> startsOf(VirtualLoad load) {
        return Stream.iterate(1, start -> start + 1).takeWhile(start -> isMeasured(start, load));
    }

    private boolean isMeasured(int start, VirtualLoad load) {
        return Arrays.stream(Arm.values()).allMatch(arm -> cells.has(key(start, arm, load)));
    }

    private static String key(int start, Arm arm, VirtualLoad load) {
        return NAME + "/" + start + "/" + arm + "/" + load.name();
    }

    /**
     * Measures what an interrupted run has not. The servers of one start run at the same time, and only one of them has a load. So
     * seconds are between the figures that are compared, and not minutes. The order of the servers changes from load to load and from start to start.
     *
     * @param loads of this start
     * @param all loads of the benchmark; some of them warm up the servers
     */
    private void measure(int start, List<VirtualLoad> loads, List<VirtualLoad> all, int of) {
        List<VirtualLoad> left =
                loads.stream().filter(load -> !isMeasured(start, load)).toList();
        if (left.isEmpty()) return;
        var subjects = new ArrayList<VirtualSubject>();
        try {
            for (Arm arm : Arm.values()) subjects.add(subject(arm));
            Collections.rotate(subjects, start);
            subjects.forEach(subject -> subject.warmUp(left, all));
            for (VirtualLoad load : left) {
                bench.progress(cells.all().size() / Arm.values().length, of, "start " + start + ", " + load.name());
                Collections.rotate(subjects, 1);
                for (VirtualSubject each : subjects) cells.put(key(start, each.arm(), load), each.measure(load));
            }
        } finally {
            subjects.forEach(VirtualSubject::close);
        }
    }

    private VirtualSubject subject(Arm arm) {
        ServerSettings settings =
                settings().withConnections(VirtualCell.CONNECTIONS).withProcessors(Bench.SERVERS_PROCESSOR);
        if (arm == Arm.VIRTUAL) settings = settings.withVirtualThreads(0);
        if (arm == Arm.PLATFORM) settings = settings.withRequestThreads(PLATFORM_THREADS);
        Server server = bench.start(settings);
        return new VirtualSubject(arm, server, new LoadClient(server.port()), bench.speed(), bench.onTomcat());
    }

    private ServerSettings settings() {
        return bench.settings(NAME, bench.hasJdk(JDK) ? JDK : OLDEST_JDK, FLAGS);
    }

    private boolean isBeforeJdk24() {
        return Jdks.featureOf(settings().java()) < 24;
    }

    private PairedRatio figures(VirtualLoad load, Arm arm, String figure, int starts) {
        var figures = new PairedRatio();
        startsThatCount(load, starts).forEach(start -> figures.add(cells.figure(key(start, arm, load), figure)));
        return figures;
    }

    private Stream<Integer> startsThatCount(VirtualLoad load, int starts) {
        return LeastDisturbed.rounds(shares(load), starts).stream().map(index -> index + 1);
    }

    /** A cell with the figures of all starts. */
    private record SeenCell(VirtualCell cell, PairedRatio virtual, PairedRatio async) {

        /** Null if the interval reaches from one to another. */
        Ranking ranking() {
            PairedRatio.Middle ratio = virtual.to(async);
            Ranking low = cell.figure().compare(ratio.low(), 1);
            return low == cell.figure().compare(ratio.high(), 1) ? low : null;
        }

        boolean isMedianAsExpected() {
            return cell.figure().compare(virtual.to(async).median(), 1) == cell.expected();
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
        String caption =
                "Blocking servlets on virtual threads beside asynchronous ones. Better and worse: by more than a tenth, or twice as long to stop, over the whole interval; median of %d starts"
                        .formatted(starts);
        List<String> columns =
                List.of("cell", "expected", "measured", "virtual", "asynchronous", "virtual ÷ asynchronous", "why");
        return bench.result(
                "Virtual threads or asynchronous?",
                answers(seen, stolen(expected, starts)),
                List.of(
                        new ResultTable(
                                caption,
                                columns,
                                seen.stream().map(SeenCell::row).toList()),
                        cost(expected, starts)),
                String.join(" ", FLAGS));
    }

    private List<String> answers(List<SeenCell> seen, String stolen) {
        var answers = new ArrayList<String>();
        answers.add("Of %d cells, %d are as expected. The expectations were committed before, in %s.json."
                .formatted(
                        seen.size(),
                        seen.stream().filter(SeenCell::isAsExpected).count(),
                        EXPECTATIONS));
        answers.add(
                "%d cells are undecided: the interval reaches from one to another. The medians alone are as expected in %d cells."
                        .formatted(
                                seen.stream()
                                        .filter(cell -> cell.ranking() == null)
                                        .count(),
                                seen.stream()
                                        .filter(SeenCell::isMedianAsExpected)
                                        .count()));
        for (Ranking ranking : Ranking.values())
            answers.add("Virtual threads are %s in %d cells."
                    .formatted(
                            ranking.words(),
                            seen.stream()
                                    .filter(cell -> cell.ranking() == ranking)
                                    .count()));
        answers.add(stolen);
        if (bench.onTomcat())
            answers.add(
                    "The heap of a waiting request has that of its connection. What is expected of it is in the code, in VirtualCell.onTomcat.");
        if (isBeforeJdk24())
            answers.add("What is expected of a synchronized block is in the code, in VirtualCell.beforeJdk24.");
        return answers;
    }

    /** How many figures the host of the machine has disturbed. */
    private String stolen(List<VirtualCell> expected, int starts) {
        List<VirtualLoad> loads =
                expected.stream().map(VirtualCell::load).distinct().toList();
        List<Double> shares = loads.stream()
                .flatMap(load -> Stream.of(Arm.VIRTUAL, Arm.ASYNC).flatMap(arm -> startsThatCount(load, starts)
                        .map(start -> cells.figure(key(start, arm, load), LeastDisturbed.STOLEN))))
                .filter(Objects::nonNull)
                .toList();
        return "The host of the machine took more than %.0f %% of the wanted processor time in %d of %d windows, each the best of up to %d seconds. What it had disturbed was measured in up to %d starts; the figures are those of the %d starts with the least taken."
                .formatted(
                        100 * LeastDisturbed.MOST_SHARE,
                        shares.stream()
                                .filter(share -> share > LeastDisturbed.MOST_SHARE)
                                .count(),
                        shares.size(),
                        LeastDisturbed.MOST_TIME.toSeconds(),
                        loads.stream()
                                .mapToInt(load -> shares(load).size())
                                .max()
                                .orElse(starts),
                        starts);
    }

    /** What a request costs with each threading model. */
    private ResultTable cost(List<VirtualCell> expected, int starts) {
        var rows = new ArrayList<List<Object>>();
        for (VirtualCell cell : expected) {
            if (!Arm.PLATFORM.measures(cell.load())) continue;
            String figure = cell.figure().name();
            rows.add(row(cell.name(), arm -> figures(cell.load(), arm, figure, starts)
                    .median()));
            // Later loads find the memory that the first has left to the process. On Tomcat the first finds that of its
            // connections.
            if (cell.equals(expected.get(0)) && !bench.onTomcat())
                rows.add(row(cell.load().name() + ": resident KB a waiting request", arm -> figures(
                                cell.load(), arm, VirtualSubject.RESIDENT, starts)
                        .median()));
        }
        return new ResultTable(
                "The same with platform threads, at most %,d of which wait".formatted(VirtualSubject.MOST_ON_PLATFORM),
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
