package asynclab.bench;

import asynclab.bench.BenchResult.ResultTable;
import asynclab.bench.measure.Meter;
import asynclab.client.ClientTimes;
import asynclab.client.LoadClient;
import asynclab.server.Server;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Where the latency tail of a wave test comes from: 10,000 users request a hold of one second at once, wave after wave. The server
 * has just started in the first run, and is warm in the second.
 *
 * <p>If a benchmark of twenty seconds includes the first wave, the cold code and the first burst determine its p99: they are a
 * twentieth of its requests. Later waves do not show them, because the first ones have spread the times at which requests end.
 */
final class Waves {

    private static final int USERS = 10_000;
    private static final int SECONDS = 20;
    private static final int HELD_MILLIS = 1_000;
    private static final List<String> FLAGS = List.of("-Xmx4g");

    private final Bench bench;

    Waves(Bench bench) {
        this.bench = bench;
    }

    BenchResult run() {
        var rows = new ArrayList<List<Object>>();
        var answers = new ArrayList<String>();
        try (Server server = bench.start("waves", FLAGS);
                var client = new LoadClient(server.port())) {
            client.users(USERS, 200);
            for (String run : List.of("cold", "again")) {
                bench.progress(run.equals("cold") ? 0 : 1, 2, run);
                answers.add(waves(run, server, client, rows));
            }
        }
        return bench.result(
                "Where does the latency tail of 10,000 waits come from?",
                answers,
                List.of(new ResultTable(
                        "10,000 users held for 1 s by a bare asynchronous servlet, second by second", COLUMNS, rows)),
                String.join(" ", FLAGS));
    }

    private static final List<String> COLUMNS = List.of(
            "run",
            "second",
            "responses",
            "p50 ms beyond hold",
            "p99 ms beyond hold",
            "CPU µs per request",
            "of these JIT compilation, at most",
            "GC time %",
            "processors busy");

    private static String waves(String run, Server server, LoadClient client, List<List<Object>> rows) {
        Meter begun = Meter.read(server);
        long compiledBefore = compilationMillis(server);
        long compiled = compiledBefore;
        var all = new ClientTimes();
        var secondHalf = new ClientTimes();
        double secondHalfMicros = 0;
        client.begin("/bare/async?ms=" + HELD_MILLIS);
        Meter before = begun;
        for (int second = 1; second <= SECONDS; second++) {
            ClientTimes load = client.window(Duration.ofSeconds(1));
            Meter now = Meter.read(server);
            long compiledNow = compilationMillis(server);
            rows.add(row(run, second, load, now.since(before), compiledNow - compiled));
            all.add(load);
            if (second > SECONDS / 2) {
                secondHalf.add(load);
                secondHalfMicros += micros(now.since(before), load.requests()) * 2 / SECONDS;
            }
            before = now;
            compiled = compiledNow;
        }
        client.finish();
        return String.format(
                Locale.ROOT,
                "%s: %.0f µs CPU per request over %d s, of which at most %.0f µs are JIT compilation. p99 is %.0f ms beyond the hold"
                        + " time. In the second half: %.0f µs, and p99 %.0f ms beyond. The throughput is %.1f %% of one response"
                        + " per user and second.",
                run.equals("cold") ? "A server that has just started" : "The same server again",
                micros(before.since(begun), all.requests()),
                SECONDS,
                (compiled - compiledBefore) * 1e3 / all.requests(),
                all.millis(99) - HELD_MILLIS,
                secondHalfMicros,
                secondHalf.millis(99) - HELD_MILLIS,
                100.0 * all.requests() / (USERS * (SECONDS - 1)));
    }

    private static List<Object> row(String run, int second, ClientTimes load, Meter used, long compiledMillis) {
        long requests = load.requests();
        return List.of(
                run,
                second,
                requests,
                requests == 0 ? "–" : (Object) (load.millis(50) - HELD_MILLIS),
                requests == 0 ? "–" : (Object) (load.millis(99) - HELD_MILLIS),
                requests == 0 ? "–" : (Object) micros(used, requests),
                requests == 0 ? "–" : (Object) (compiledMillis * 1e3 / requests),
                100 * used.collectionMillis() / 1e3 / used.seconds(),
                used.processors());
    }

    private static double micros(Meter used, long requests) {
        return used.cpuNanos() / 1e3 / requests;
    }

    /** Milliseconds of the JIT compiler's threads, including the time they waited for a processor. */
    private static long compilationMillis(Server server) {
        return server.probe()
                .bean(ManagementFactory.COMPILATION_MXBEAN_NAME, CompilationMXBean.class)
                .getTotalCompilationTime();
    }
}
