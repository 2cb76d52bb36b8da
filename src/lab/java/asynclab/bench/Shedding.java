package asynclab.bench;

import asynclab.bench.BenchResult.ResultTable;
import asynclab.bench.measure.Meter;
import asynclab.bench.measure.PairedRatio;
import asynclab.client.LoadClient;
import asynclab.exchange.Ending;
import asynclab.server.Server;
import java.time.Duration;
import java.util.List;

/**
 * The cost of a refusal by a full queue while the server is busy. In the first window, {@code /queued/bounded} has as many users
 * as it can serve and queue, so it refuses no request. In the second window it has many more users. It refuses some of their
 * requests, and the refused users send the next request at once. The difference between the two windows is the cost of the
 * refusals. Each start of the server has both windows. The figures contain no cost of the client.
 */
final class Shedding {

    private static final int SERVERS = 50;
    private static final int LIMIT = 50;
    private static final int MANY = 500;
    private static final String PATH = "/queued/bounded?ms=100";
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final List<String> FLAGS =
            List.of("-Xmx4g", "-Dasynclab.queue-servers=" + SERVERS, "-Dasynclab.queue-limit=" + LIMIT);

    private final Bench bench;
    private final PairedRatio cpuMicros = new PairedRatio();
    private final PairedRatio bytes = new PairedRatio();
    private final PairedRatio refused = new PairedRatio();
    private final PairedRatio served = new PairedRatio();
    private final PairedRatio servedAlone = new PairedRatio();

    Shedding(Bench bench) {
        this.bench = bench;
    }

    /** What happened in a window, as rates per second. */
    private record PerSecond(double answered, double shed, double cpuMicros, double bytes) {}

    BenchResult run() {
        int starts = bench.repeats(6);
        for (int start = 0; start < starts; start++) {
            bench.progress(start, starts, "a new server");
            try (Server server = bench.start(bench.settings("shed", FLAGS));
                    var client = new LoadClient(server.port())) {
                for (int i = 0; i < 3; i++) window(server, client, MANY); // warms up
                PerSecond full = window(server, client, SERVERS + LIMIT);
                PerSecond over = window(server, client, MANY);
                served.add(over.answered);
                servedAlone.add(full.answered);
                refused.add(over.shed);
                cpuMicros.add((over.cpuMicros - full.cpuMicros) / over.shed);
                bytes.add((over.bytes - full.bytes) / over.shed);
            }
        }
        List<Object> row =
                List.of(refused.median(), cpuMicros.median(), bytes.median(), servedAlone.median(), served.median());
        var table = new ResultTable(
                "%d users of %s, %d servers, %d may wait. Medians of %d starts of the server"
                        .formatted(MANY, PATH, SERVERS, LIMIT, starts),
                List.of(
                        "refused per second",
                        "CPU µs per refusal",
                        "bytes per refusal",
                        "answered per second, none refused",
                        "answered per second, beside the refusals"),
                List.of(row));
        return bench.result("What does a refusal cost?", List.of(answer()), List.of(table), String.join(" ", FLAGS));
    }

    private PerSecond window(Server server, LoadClient client, int users) {
        client.newUsers(users);
        client.begin(PATH);
        LoadClient.pause(Duration.ofSeconds(2));
        var ledger = server.probe().ledger();
        Meter before = Meter.read(server);
        client.window(WINDOW.dividedBy(bench.speed()));
        Meter used = Meter.read(server).since(before);
        var after = server.probe().ledger();
        client.finish();
        double seconds = used.seconds();
        return new PerSecond(
                (after.ended(Ending.ANSWERED) - ledger.ended(Ending.ANSWERED)) / seconds,
                (after.ended(Ending.SHED) - ledger.ended(Ending.SHED)) / seconds,
                used.cpuNanos() / 1_000.0 / seconds,
                used.allocatedBytes() / seconds);
    }

    private String answer() {
        return "A refusal costs %.1f µs of the server's CPU time, and %.0f bytes. %.0f requests per second are refused beside %.0f that are served; without refusals %.0f are served. Two processors have CPU time for %.0f refusals per second."
                .formatted(
                        cpuMicros.median(),
                        bytes.median(),
                        refused.median(),
                        served.median(),
                        servedAlone.median(),
                        2_000_000 / cpuMicros.median());
    }
}
