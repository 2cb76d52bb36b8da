package asynclab.bench;

import asynclab.lab.Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a pattern costs the server: microseconds of processor time, bytes and sleeps a request, beside those of a bare servlet in
 * the same JVM, alternating with it round by round. The client's cost is in none of these figures. Gateways and aggregators are
 * not here: they cost what those cost whom they call.
 */
final class Cost {

    private static final String BARE_BLOCKING = "bare blocking";
    private static final String BARE_ASYNC = "bare async";
    private static final String BARE_HEADERS = "bare headers";
    private static final String BARE_CAREFUL = "bare careful";
    private static final String ASYNC = "async";
    private static final String BLOCKING = "blocking";
    private static final List<String> FLAGS = List.of("-Xmx4g");
    private static final int WARM_UP_USERS = 64;

    private final Bench bench;
    private final Duration window;
    private int done;
    private int all;

    Cost(Bench bench) {
        this.bench = bench;
        window = Duration.ofMillis(1_000 / bench.speed());
    }

    /** What is asked for how long by how many, by whom first. */
    private record Cell(String pattern, String path, int users) {}

    Findings run() {
        int rounds = bench.repeats(15);
        List<Cell> patterns = cells(
                64,
                "0",
                List.of(
                        BARE_BLOCKING,
                        BARE_ASYNC,
                        BARE_HEADERS,
                        BARE_CAREFUL,
                        BLOCKING,
                        ASYNC,
                        "worker",
                        "asyncTest",
                        "permit"));
        List<Integer> concurrency = List.of(1, 16, 256, 1_000);
        int ten = 100;
        int crowd = 10_000;
        all = rounds * (patterns.size() + concurrency.size() * 3 + 4 + 3);
        var tables = new ArrayList<Findings.Table>();
        Map<String, Figures> atOnce;
        Map<String, Figures> tenMillis;
        Map<String, Figures> held;
        try (Server server = bench.start("cost", FLAGS);
                var client = new LoadClient(server.port())) {
            atOnce = measure(server, client, patterns, rounds, 0);
            tables.add(table(
                    "Answered at once, 64 users; medians of " + rounds + " rounds, of ratios with the interval of 95 %",
                    atOnce));
            var growing = new ArrayList<List<Object>>();
            for (int users : concurrency) {
                Map<String, Figures> both =
                        measure(server, client, cells(users, "0", List.of(BARE_ASYNC, BARE_CAREFUL, ASYNC)), rounds, 0);
                both.forEach((pattern, figures) -> growing.add(row(users + " × " + pattern, figures, both)));
            }
            tables.add(new Findings.Table("Answered at once, by the number of users", COLUMNS, growing));
            tenMillis = measure(
                    server, client, cells(ten, "10", List.of(BARE_BLOCKING, BARE_ASYNC, BLOCKING, ASYNC)), rounds, 10);
            tables.add(table("Held 10 ms, " + ten + " users", tenMillis));
            held = measure(
                    server, client, cells(crowd, "1000", List.of(BARE_ASYNC, BARE_CAREFUL, ASYNC)), rounds, 1_000);
            tables.add(table("Held 1 s, " + crowd + " users who all begin at once", held));
        }
        return bench.findings(
                "What does asynchronous cost?", answers(atOnce, tenMillis, held), tables, String.join(" ", FLAGS));
    }

    private static List<Cell> cells(int users, String millis, List<String> patterns) {
        var cells = new ArrayList<Cell>();
        for (String pattern : patterns)
            cells.add(new Cell(pattern, "/" + pattern.replace("bare ", "bare/") + "?ms=" + millis, users));
        return cells;
    }

    private Map<String, Figures> measure(
            Server server, LoadClient client, List<Cell> cells, int rounds, long heldMillis) {
        var figures = new LinkedHashMap<String, Figures>();
        for (Cell cell : cells) {
            figures.put(cell.pattern, new Figures());
            warmUp(client, cell, heldMillis);
        }
        for (int round = 0; round < rounds; round++) {
            var order = new ArrayList<>(cells);
            Collections.rotate(order, round); // nobody always follows the same
            for (Cell cell : order) {
                bench.progress(done++, all, cell.users + " users of " + cell.path);
                client.users(cell.users, 200);
                client.begin(cell.path);
                LoadClient.pause(Duration.ofMillis(300 + 2 * heldMillis));
                Meter before = Meter.read(server);
                var load = client.window(heldMillis < 1_000 ? window : window.multipliedBy(4));
                Meter used = Meter.read(server).since(before);
                client.finish();
                figures.get(cell.pattern).add(used, load, heldMillis);
            }
        }
        return figures;
    }

    private static void warmUp(LoadClient client, Cell cell, long heldMillis) {
        client.users(heldMillis < 1_000 ? cell.users : WARM_UP_USERS, 200);
        client.begin(cell.path);
        client.window(Duration.ofMillis(heldMillis == 0 ? 4_000 : 1_000));
        client.finish();
    }

    private static final List<String> COLUMNS = Figures.columns("pattern", "the bare one");

    private static Findings.Table table(String caption, Map<String, Figures> figures) {
        var rows = new ArrayList<List<Object>>();
        figures.forEach((pattern, own) -> rows.add(row(pattern, own, figures)));
        return new Findings.Table(caption, COLUMNS, rows);
    }

    private static List<Object> row(String name, Figures own, Map<String, Figures> all) {
        Figures floor =
                all.get(name.contains("blocking") && all.containsKey(BARE_BLOCKING) ? BARE_BLOCKING : BARE_ASYNC);
        return own.row(name, floor);
    }

    private static List<String> answers(
            Map<String, Figures> atOnce, Map<String, Figures> tenMillis, Map<String, Figures> held) {
        return List.of(
                "The whole of /async (filters, ledger, deadline, headers) costs "
                        + atOnce.get(ASYNC).cpuMicros.to(atOnce.get(BARE_ASYNC).cpuMicros)
                        + " times the processor time of a bare asynchronous servlet, and "
                        + atOnce.get(ASYNC).cpuMicros.to(atOnce.get(BARE_CAREFUL).cpuMicros)
                        + " times that of one that sends as many headers and has a listener and a deadline.",
                "At 10 ms asynchronous costs "
                        + tenMillis.get(BLOCKING).cpuMicros.minus(tenMillis.get(ASYNC).cpuMicros)
                        + " µs of processor time a request less than blocking, "
                        + tenMillis.get(ASYNC).cpuMicros.to(tenMillis.get(BLOCKING).cpuMicros)
                        + " times as much; bare, "
                        + tenMillis.get(BARE_BLOCKING).cpuMicros.minus(tenMillis.get(BARE_ASYNC).cpuMicros)
                        + " µs less, "
                        + tenMillis.get(BARE_ASYNC).cpuMicros.to(tenMillis.get(BARE_BLOCKING).cpuMicros) + " times.",
                "When 10,000 end together a bare one costs "
                        + held.get(BARE_ASYNC).cpuMicros.to(atOnce.get(BARE_ASYNC).cpuMicros)
                        + " times what it costs at once, ours "
                        + held.get(ASYNC).cpuMicros.to(atOnce.get(ASYNC).cpuMicros) + " times.");
    }
}
