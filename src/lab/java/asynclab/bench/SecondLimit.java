package asynclab.bench;

import static asynclab.document.Texts.text;

import asynclab.bench.BenchResult.ResultTable;
import asynclab.bench.SecondLimitCell.CellPrediction;
import asynclab.bench.measure.Meter;
import asynclab.client.ClientTimes;
import asynclab.client.LoadClient;
import asynclab.frameworks.FrameworkCells;
import asynclab.server.PostgreSql;
import asynclab.server.Server;
import asynclab.server.ServerProbe;
import asynclab.server.ServerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The limit that binds next: threads, a connection pool, one processor or permits, for each threading model. A request burns
 * processor time, waits in PostgreSQL while it holds a connection, and waits without one. The server is pinned to one processor, the
 * load and the database to the other.
 *
 * <p>{@code second-limit-predict} writes the predictions. They are committed before anything is measured, and a measurement reads
 * them. {@code second-limit-calibrate} measures the processor time that a request costs beyond what it asks for. It is the only figure
 * of the machine that the predictions need. An interrupted benchmark continues with the first cell that is missing.
 */
final class SecondLimit {

    /**
     * The processor time in milliseconds of a request that asks for none: the container, the servlet, the pool, the driver, the timer,
     * the sockets and the garbage collector. {@code second-limit-calibrate} measured 0.19 to 0.35 ms at 200 to 600 requests per second.
     * It measured 0.7 ms at 80, because some of this time does not depend on the number of requests.
     */
    static final double OVERHEAD_MILLIS = 0.25;

    static final String NAME = "second-limit";
    static final String PREDICTIONS = "predictions";
    private static final int JDK = 25;
    private static final List<String> FLAGS = List.of();
    private static final Duration STEP = Duration.ofSeconds(1);
    private static final int WARM_UP_SECONDS = 15;
    private static final int WARM_UP_USERS = 8;
    private static final int CALIBRATION_USERS = 150;
    private static final int MOST_MORE = 2; // measurements, of cells that the host of the machine has disturbed

    private final Bench bench;
    private final FrameworkCells cells;
    private int done;

    SecondLimit(Bench bench) {
        this.bench = bench;
        cells = new FrameworkCells(bench.kept(), "");
    }

    /** Predicts every cell, and stores that beside the published result. */
    BenchResult predict() {
        List<CellPrediction> all = SecondLimitCell.all(OVERHEAD_MILLIS).stream()
                .map(SecondLimitCell::predict)
                .toList();
        bench.predict(NAME, PREDICTIONS, all);
        var rows = all.stream()
                .map(p -> List.<Object>of(
                        p.cell(),
                        figure(p.perSecond()),
                        figure(p.meanMs()),
                        figure(p.p99Ms()),
                        p.limiter(),
                        String.join(", ", p.bounds())))
                .toList();
        return bench.result(
                "Which limit is next? Predictions",
                List.of("Nothing is measured yet."),
                List.of(new ResultTable(
                        "Predicted", List.of("cell", "req/s", "mean ms", "p99 ms", "limit", "bounds"), rows)),
                "");
    }

    /** Measures the overhead: requests that ask for no processor time. */
    BenchResult calibrate() {
        var rows = new ArrayList<List<Object>>();
        List<SecondLimitCell> few = SecondLimitCell.all(0).stream()
                .filter(cell -> cell.stations().connections() == SecondLimitCell.ENOUGH
                        && cell.stations().cpuMs() == 0)
                .map(cell -> new SecondLimitCell(cell.kind(), cell.stations(), CALIBRATION_USERS))
                .toList();
        withDatabase(database -> {
            for (SecondLimitCell cell : few) {
                bench.progress(rows.size(), few.size(), cell.name());
                try (Server server = start(cell, database);
                        var client = new LoadClient(server.port())) {
                    warmUp(client, cell);
                    client.users(cell.users(), 50);
                    client.begin(cell.url(), 0, 500);
                    LoadClient.pause(Duration.ofSeconds(1));
                    Meter before = Meter.read(server);
                    ClientTimes times = client.window(window());
                    Meter used = Meter.read(server).since(before);
                    client.finish();
                    double millis = used.cpuNanos() / 1e6 / used.requests(times);
                    rows.add(List.of(
                            cell.kind().label,
                            cell.stations().cpuMs(),
                            millis,
                            millis - cell.stations().cpuMs()));
                }
            }
        });
        return bench.result(
                "What does a request cost beyond its processor time?",
                List.of(),
                List.of(new ResultTable(
                        CALIBRATION_USERS + " users",
                        List.of("threading model", "asked ms", "CPU ms a request", "overhead ms"),
                        rows)),
                "");
    }

    private void withDatabase(Consumer<PostgreSql> task) {
        bench.pin(); // the database inherits it
        try (PostgreSql database = bench.startDatabase(SecondLimitCell.ENOUGH)) {
            task.accept(database);
        }
    }

    private Server start(SecondLimitCell cell, PostgreSql database) {
        ServerSettings settings = bench.settings("second-limit", JDK, FLAGS)
                .withRequestThreads(cell.kind().poolSize())
                .withDatabase(
                        database, PostgreSql.SLEEP_AND_FIND, cell.stations().connections())
                .withProcessors(Bench.SERVERS_PROCESSOR);
        if (cell.kind().isVirtual())
            settings = settings.withVirtualThreads(
                    cell.stations().limit() == null ? 0 : cell.stations().limit());
        return bench.startAlone(settings);
    }

    private void warmUp(LoadClient client, SecondLimitCell cell) {
        String path = cell.kind().path + "?ms=1&connectionMs=1"; // many requests, for the JIT compiler
        client.warmUp(WARM_UP_USERS, path, Duration.ofSeconds(WARM_UP_SECONDS).dividedBy(bench.speed()));
    }

    private Duration window() {
        return Duration.ofSeconds(SecondLimitCell.WINDOW_SECONDS).dividedBy(bench.speed());
    }

    /** Measures every cell beside its stored prediction. */
    BenchResult measure() {
        List<CellPrediction> predicted = bench.predicted(NAME, PREDICTIONS, CellPrediction[].class);
        List<SecondLimitCell> all = SecondLimitCell.all(OVERHEAD_MILLIS);
        withDatabase(database -> {
            measure(all, cell -> !cells.has(key(cell)), database);
            for (int more = 0; more < MOST_MORE; more++)
                measure(all, cell -> LeastDisturbed.isDisturbed(cells.all().get(key(cell))), database);
        });
        return report(all, predicted);
    }

    private static boolean isSameServer(SecondLimitCell one, SecondLimitCell other) {
        return one.kind() == other.kind()
                && one.stations().connections().equals(other.stations().connections());
    }

    private void measure(List<SecondLimitCell> all, Predicate<SecondLimitCell> which, PostgreSql database) {
        List<SecondLimitCell> left = all.stream().filter(which).toList();
        int of = done + left.size();
        for (int i = 0; i < left.size(); ) {
            int to = i;
            while (to < left.size() && isSameServer(left.get(i), left.get(to))) to++;
            measure(left.subList(i, to), of, database);
            i = to;
        }
    }

    private void measure(List<SecondLimitCell> some, int of, PostgreSql database) {
        try (Server server = start(some.get(0), database);
                var client = new LoadClient(server.port())) {
            warmUp(client, some.get(0));
            for (SecondLimitCell cell : some) {
                bench.progress(done++, of, cell.name());
                Map<String, Double> seen = measure(cell, server, client);
                Map<String, Double> before = cells.all().get(key(cell));
                if (before == null || LeastDisturbed.share(seen) < LeastDisturbed.share(before))
                    cells.put(key(cell), seen);
            }
        }
    }

    private static String key(SecondLimitCell cell) {
        return NAME + "/" + cell.name();
    }

    private Map<String, Double> measure(SecondLimitCell cell, Server server, LoadClient client) {
        client.users(cell.users(), 50);
        client.begin(cell.url(), 0, SecondLimitCell.RAMP_SECONDS * 1_000L);
        LoadClient.pause(Duration.ofSeconds(SecondLimitCell.RAMP_SECONDS + SecondLimitCell.SETTLE_SECONDS));
        Map<String, Double> seen = LeastDisturbed.of(window(), () -> figures(server, client));
        client.finish();
        return seen;
    }

    /** How often the server is read in a window. At a high speed the window is shorter than a step, and is read once. */
    static int steps(Duration window) {
        return Math.max(1, (int) window.dividedBy(STEP));
    }

    private Map<String, Double> figures(Server server, LoadClient client) {
        Meter before = Meter.read(server);
        var times = new ClientTimes();
        var seen = new LinkedHashMap<String, Double>();
        int steps = steps(window());
        for (int i = 0; i < steps; i++) {
            times.add(client.window(STEP));
            ServerProbe.Reading reading = server.probe().sample();
            seen.merge("threadsQueued", reading.pool().queued() / (double) steps, Double::sum);
            seen.merge("inFlight", reading.inFlight() / (double) steps, Double::sum);
            Map<String, Long> pool = server.probe().connections();
            seen.merge("connectionsActive", pool.get("active") / (double) steps, Double::sum);
            seen.merge("connectionsWaiting", pool.get("waiting") / (double) steps, Double::sum);
        }
        Meter used = Meter.read(server).since(before);
        seen.put("perSecond", times.perSecond()); // not while the server is read
        seen.put("meanMs", times.meanMillis());
        seen.put("p99Ms", times.millis(99));
        seen.put("errors", (double) times.errors());
        seen.put("processors", used.processors());
        seen.put("cpuMs", used.cpuNanos() / 1e6 / used.requests(times));
        return seen;
    }

    private BenchResult report(List<SecondLimitCell> all, List<CellPrediction> predicted) {
        List<JudgedCell> judged = IntStream.range(0, all.size())
                .mapToObj(i ->
                        new JudgedCell(all.get(i), predicted.get(i), cells.all().get(key(all.get(i)))))
                .toList();
        var answers = List.of(
                text(
                        "Of %d cells, the throughput of %d, the mean of %d and the p99 of %d are as predicted: within 5 %% (times: 10 %%) of the prediction, or within its range over seeds.",
                        all.size(),
                        count(judged, cell -> cell.rate),
                        count(judged, cell -> cell.mean),
                        count(judged, cell -> cell.tail)),
                text(
                        "The limit that binds is as predicted in %d of %d cells.",
                        count(judged, cell -> cell.limit), all.size()),
                "The predictions were committed before the first measurement, in predictions.json.");
        return bench.result("Which limit is next?", answers, tables(judged), "");
    }

    private static long count(List<JudgedCell> judged, Predicate<JudgedCell> as) {
        return judged.stream().filter(as).count();
    }

    private static List<ResultTable> tables(List<JudgedCell> judged) {
        return List.of(
                new ResultTable(
                        "Predicted / measured. ✗: not as predicted",
                        List.of("cell", "req/s", "mean ms", "p99 ms", "limit", "bounds, the lowest first"),
                        judged.stream().map(JudgedCell::row).toList()),
                new ResultTable(
                        "What the server showed: means over the window",
                        List.of(
                                "cell",
                                "requests waiting for a thread",
                                "connections in use",
                                "requests waiting for one",
                                "requests in the servlet",
                                "processor busy",
                                "CPU ms a request",
                                "stolen by the host",
                                "errors"),
                        judged.stream().map(JudgedCell::seen).toList()));
    }

    static String figure(double value) {
        return text(value < 100 ? "%.1f" : "%.0f", value);
    }
}
