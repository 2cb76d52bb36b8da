package asynclab.bench;

import asynclab.bench.BenchResult.ResultTable;
import asynclab.bench.measure.Meter;
import asynclab.bench.measure.PairedRatio;
import asynclab.bench.measure.RequestCost;
import asynclab.client.ClientTimes;
import asynclab.client.LoadClient;
import asynclab.frameworks.FrameworkServers;
import asynclab.server.Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The cost of a pattern for the server: CPU time, bytes and context switches per request. Short windows of all patterns
 * alternate. The figures contain no cost of the client. Gateways and aggregators are not measured, because their cost is that of
 * the calls they make.
 *
 * <p>There are two references. One is a bare servlet in the same JVM. The other is a minimal embedded Jetty in a JVM of its own,
 * called the floor. The floor serves one servlet, so the JIT compiler optimises for this servlet only. To be comparable, the WAR
 * also has a JVM that serves only {@code /async}. Another JVM has the WAR in a trimmed web application, which shows the cost of
 * the web application. While one JVM is measured, all others are idle.
 *
 * <p>The figures differ more between starts of a server than within one start. Probably the JIT compiler inlines differently in
 * each JVM. So the windows of a start are summed, and the interval is computed from the sums of the starts.
 */
final class Cost {

    private static final String BARE_BLOCKING = "bare blocking";
    private static final String BARE_ASYNC = "bare async";
    private static final String BARE_HEADERS = "bare headers";
    private static final String BARE_CAREFUL = "bare careful";
    private static final String FLOOR = "embedded Jetty";
    private static final String ASYNC = "async";
    private static final String ALONE = "async alone";
    private static final String TRIMMED = "async trimmed";
    private static final String BLOCKING = "blocking";
    private static final List<String> FLAGS = List.of("-Xmx4g");
    private static final List<String> TRIMMED_FLAGS = List.of("-Xmx4g", "-Dlab.trimmed=true");

    private static final CostLoad AT_ONCE = new CostLoad(
            64,
            0,
            4,
            List.of(BARE_BLOCKING, BARE_ASYNC, BARE_HEADERS, BARE_CAREFUL, BLOCKING, ASYNC, "worker", "asyncTest"));
    private static final CostLoad BESIDE_FLOOR =
            new CostLoad(64, 0, 12, List.of(BARE_ASYNC, BARE_HEADERS, ASYNC, ALONE, TRIMMED, FLOOR));
    private static final List<CostLoad> GROWING = IntStream.of(1, 16, 256, 1_000)
            .mapToObj(users -> new CostLoad(users, 0, 4, List.of(BARE_ASYNC, ASYNC, ALONE, FLOOR)))
            .toList();
    private static final CostLoad TEN_MILLIS =
            new CostLoad(100, 10, 4, List.of(BARE_BLOCKING, BARE_ASYNC, BLOCKING, ASYNC));
    private static final CostLoad HELD =
            new CostLoad(10_000, 1_000, 4, List.of(BARE_ASYNC, ASYNC, ALONE, TRIMMED, FLOOR));
    private static final List<CostLoad> LOADS = Stream.of(
                    List.of(AT_ONCE, BESIDE_FLOOR), GROWING, List.of(TEN_MILLIS, HELD))
            .flatMap(List::stream)
            .toList();

    private final Bench bench;
    private final Map<CostLoad, Map<String, RequestCost>> figures = new LinkedHashMap<>();
    private Function<String, MeasuredServer> servers; // the servers of the current start, by pattern
    private int done;
    private int all;

    Cost(Bench bench) {
        this.bench = bench;
        for (CostLoad load : LOADS) {
            var each = new LinkedHashMap<String, RequestCost>();
            load.patterns.forEach(pattern -> each.put(pattern, new RequestCost()));
            figures.put(load, each);
        }
    }

    /** A number of users and their hold time, measured in this number of windows for each pattern. */
    private record CostLoad(int users, int heldMillis, int windows, List<String> patterns) {

        String path(String pattern) {
            String path =
                    switch (pattern) {
                        case FLOOR -> FrameworkServers.FLOOR_PATH;
                        case ALONE, TRIMMED -> "/" + ASYNC;
                        default -> "/" + pattern.replace("bare ", "bare/");
                    };
            return path + "?ms=" + heldMillis;
        }

        /**
         * The warm-up of each pattern. It is longer for held requests: they are few, and the JIT compiler compiles a method after
         * a number of calls.
         */
        Duration warmUp() {
            return Duration.ofSeconds(heldMillis < 1_000 ? 2 : 12);
        }

        /**
         * A window of held requests must contain garbage collections. They copy the waiting requests, so they are a part of the
         * cost.
         */
        Duration window() {
            return Duration.ofMillis(heldMillis < 1_000 ? 500 : 10L * heldMillis);
        }
    }

    /** A server of a start. One is measured at a time, and the others are idle. */
    private record MeasuredServer(Server server, LoadClient client) implements AutoCloseable {
        MeasuredServer(Server server) {
            this(server, new LoadClient(server.port()));
        }

        @Override
        public void close() {
            client.close();
            server.close();
        }
    }

    private record CostWindow(Meter used, ClientTimes seen) {
        CostWindow plus(CostWindow other) {
            seen.add(other.seen);
            return new CostWindow(used.plus(other.used), seen);
        }
    }

    BenchResult run() {
        int starts = bench.repeats(PairedRatio.FEWEST);
        all = starts
                * LOADS.stream().mapToInt(it -> it.windows * it.patterns.size()).sum();
        for (int start = 0; start < starts; start++)
            try (var standard = new MeasuredServer(bench.start(bench.settings("cost", FLAGS)));
                    var alone = new MeasuredServer(bench.startAlone(bench.settings("cost-alone", FLAGS)));
                    var trimmed = new MeasuredServer(bench.startAlone(bench.settings("cost-trimmed", TRIMMED_FLAGS)));
                    var floor = new MeasuredServer(bench.startFloor(FLAGS))) {
                var own = Map.of(ALONE, alone, TRIMMED, trimmed, FLOOR, floor);
                servers = pattern -> own.getOrDefault(pattern, standard);
                warmUp(AT_ONCE);
                for (CostLoad load : LOADS) {
                    if (load == HELD) warmUp(load);
                    measure(load, start);
                }
            }
        return bench.result(
                "What does asynchronous processing cost?", answers(), tables(starts), String.join(" ", FLAGS));
    }

    private List<ResultTable> tables(int starts) {
        var growing = new ArrayList<List<Object>>();
        for (CostLoad load : GROWING) growing.addAll(rows(load, load.users + " × ", FLOOR));
        return List.of(
                table(
                        "Answered at once, 64 users. Medians of " + starts
                                + " starts of the server; ratios with their 95 % interval",
                        "bare servlet",
                        rows(AT_ONCE, "", BARE_ASYNC)),
                table(
                        "Answered at once, 64 users, beside the least embedded Jetty",
                        FLOOR,
                        rows(BESIDE_FLOOR, "", FLOOR)),
                table("Answered at once, by the number of users", FLOOR, growing),
                table("Held 10 ms, " + TEN_MILLIS.users + " users", "bare servlet", rows(TEN_MILLIS, "", BARE_ASYNC)),
                table("Held 1 s, " + HELD.users + " users who all start at once", FLOOR, rows(HELD, "", FLOOR)));
    }

    private static ResultTable table(String title, String reference, List<List<Object>> rows) {
        return new ResultTable(title, RequestCost.columns("pattern", reference), rows);
    }

    /** Every JVM serves this load for the same time, so that the JIT compiler does the same work in each. */
    private void warmUp(CostLoad load) {
        for (String pattern : load.patterns) {
            if (List.of(ALONE, TRIMMED, FLOOR).contains(pattern)) continue;
            for (String each : List.of(pattern, ALONE, TRIMMED, FLOOR)) {
                LoadClient client = servers.apply(each).client;
                client.warmUp(load.users, load.path(each), load.warmUp().dividedBy(bench.speed()));
                client.users(0, 1);
            }
        }
    }

    private void measure(CostLoad load, int start) {
        var sums = new LinkedHashMap<String, CostWindow>();
        for (int window = 0; window < load.windows; window++) {
            var order = new ArrayList<>(load.patterns);
            Collections.rotate(order, start + window); // so that no pattern always follows the same one
            for (String pattern : order) {
                bench.progress(done++, all, load.users + " users of " + load.path(pattern));
                sums.merge(pattern, window(servers.apply(pattern), load, pattern), CostWindow::plus);
            }
        }
        sums.forEach((pattern, sum) -> figures.get(load).get(pattern).add(sum.used, sum.seen, load.heldMillis));
    }

    private CostWindow window(MeasuredServer measured, CostLoad load, String pattern) {
        LoadClient client = measured.client;
        client.newUsers(load.users);
        client.begin(load.path(pattern));
        LoadClient.pause(Duration.ofMillis(300 + 2L * load.heldMillis));
        Meter before = Meter.read(measured.server);
        var seen = client.window(load.window().dividedBy(bench.speed()));
        Meter used = Meter.read(measured.server).since(before);
        client.finish();
        client.users(0, 1); // the other server's users need the file descriptors
        return new CostWindow(used, seen);
    }

    /**
     * @param reference the row to which the ratios refer; a blocking pattern refers to the bare blocking servlet if that is
     *     measured
     */
    private List<List<Object>> rows(CostLoad load, String prefix, String reference) {
        Map<String, RequestCost> each = figures.get(load);
        var rows = new ArrayList<List<Object>>();
        each.forEach((pattern, own) -> {
            boolean blocking = pattern.contains("blocking") && each.containsKey(BARE_BLOCKING);
            rows.add(own.row(prefix + pattern, each.get(blocking ? BARE_BLOCKING : reference)));
        });
        return rows;
    }

    private String ratio(CostLoad load, String pattern, String other) {
        Map<String, RequestCost> of = figures.get(load);
        return of.get(pattern).cpuMicros.to(of.get(other).cpuMicros).toString();
    }

    private List<String> answers() {
        Map<String, RequestCost> atOnce = figures.get(AT_ONCE);
        Map<String, RequestCost> tenMillis = figures.get(TEN_MILLIS);
        Map<String, RequestCost> held = figures.get(HELD);
        return List.of(
                "/async costs " + ratio(BESIDE_FLOOR, ALONE, FLOOR)
                        + " times the CPU time of the least embedded Jetty, with the same answer. Each has a JVM that serves nothing"
                        + " else. If 10,000 requests are held a second, it costs " + ratio(HELD, ALONE, FLOOR)
                        + " times as much.",
                "With 1, 16, 256 and 1,000 users the ratio is "
                        + GROWING.stream().map(it -> ratio(it, ALONE, FLOOR)).collect(Collectors.joining(", ")) + ".",
                "In a web application without sessions and security, as in the embedded Jetty, /async costs "
                        + ratio(BESIDE_FLOOR, TRIMMED, FLOOR) + " times as much as the embedded Jetty, held "
                        + ratio(HELD, TRIMMED, FLOOR) + " times.",
                "In a JVM that serves seven more patterns, /async costs "
                        + ratio(BESIDE_FLOOR, ASYNC, ALONE) + " times what it costs alone, held "
                        + ratio(HELD, ASYNC, ALONE) + " times.",
                "There /async costs " + ratio(AT_ONCE, ASYNC, BARE_ASYNC)
                        + " times the CPU time of a bare asynchronous servlet, with its filters, request ledger, deadline and headers."
                        + " It costs " + ratio(BESIDE_FLOOR, ASYNC, BARE_HEADERS)
                        + " times the CPU time of a bare servlet with the same headers, and "
                        + ratio(AT_ONCE, ASYNC, BARE_CAREFUL)
                        + " times that of one with a listener and a deadline, too.",
                "With requests held 10 ms, /async costs "
                        + tenMillis.get(BLOCKING).cpuMicros.minus(tenMillis.get(ASYNC).cpuMicros)
                        + " µs CPU per request less than /blocking, which is "
                        + ratio(TEN_MILLIS, ASYNC, BLOCKING)
                        + " times as much. The bare asynchronous servlet costs "
                        + tenMillis.get(BARE_BLOCKING).cpuMicros.minus(tenMillis.get(BARE_ASYNC).cpuMicros)
                        + " µs less than the bare blocking one, which is "
                        + ratio(TEN_MILLIS, BARE_ASYNC, BARE_BLOCKING)
                        + " times as much.",
                "When 10,000 requests end together, the bare asynchronous servlet costs "
                        + held.get(BARE_ASYNC).cpuMicros.to(atOnce.get(BARE_ASYNC).cpuMicros)
                        + " times what it costs when it answers at once. For /async the ratio is "
                        + held.get(ASYNC).cpuMicros.to(atOnce.get(ASYNC).cpuMicros) + ".");
    }
}
