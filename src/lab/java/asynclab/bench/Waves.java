package asynclab.bench;

import asynclab.client.LoadClient;
import asynclab.server.Server;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Where the tail of a wave test comes from: 10,000 users all ask a bare servlet for one second at once, second by second, of a
 * server that has just started and again of the same one.
 *
 * <p>A benchmark of twenty seconds that begins with the first wave has the cold code's and the first burst's times as its 99 %:
 * a twentieth of all it measures. Nothing of them is in later waves, whose ends the first ones have spread.
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

    Findings run() {
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
        return bench.findings(
                "Where does the latency tail of 10,000 waits come from?",
                answers,
                List.of(new Findings.Table(
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
        long compiledMillis = compilation(server);
        long beganMillis = compiledMillis;
        var all = new LoadClient.Load();
        var late = new LoadClient.Load();
        double lateMicros = 0;
        client.begin("/bare/async?ms=" + HELD_MILLIS);
        Meter before = begun;
        for (int second = 1; second <= SECONDS; second++) {
            var load = client.window(Duration.ofSeconds(1));
            Meter now = Meter.read(server);
            Meter used = now.since(before);
            before = now;
            long compiled = compilation(server);
            double micros = micros(used, load.requests());
            rows.add(List.of(
                    run,
                    second,
                    load.requests(),
                    load.requests() == 0 ? "–" : (Object) (load.millis(50) - HELD_MILLIS),
                    load.requests() == 0 ? "–" : (Object) (load.millis(99) - HELD_MILLIS),
                    load.requests() == 0 ? "–" : (Object) micros,
                    load.requests() == 0 ? "–" : (Object) ((compiled - compiledMillis) * 1e3 / load.requests()),
                    100 * used.collectionMillis() / 1e3 / used.seconds(),
                    used.processors()));
            compiledMillis = compiled;
            all.add(load);
            if (second <= SECONDS / 2) continue;
            late.add(load);
            lateMicros += micros * 2 / SECONDS;
        }
        client.finish();
        double whole = micros(before.since(begun), all.requests());
        return String.format(
                Locale.ROOT,
                "%s: %.0f µs CPU per request over %d s, of which at most %.0f µs are JIT compilation. p99 is %.0f ms beyond the hold"
                        + " time. In the second half: %.0f µs, and p99 %.0f ms beyond. The throughput is %.1f %% of one response"
                        + " per user and second.",
                run.equals("cold") ? "A server that has just started" : "The same server again",
                whole,
                SECONDS,
                (compiledMillis - beganMillis) * 1e3 / all.requests(),
                all.millis(99) - HELD_MILLIS,
                lateMicros,
                late.millis(99) - HELD_MILLIS,
                100.0 * all.requests() / (USERS * (SECONDS - 1)));
    }

    private static double micros(Meter used, long requests) {
        return used.cpuNanos() / 1e3 / requests;
    }

    /** Milliseconds the compiler's threads have worked, waiting for a processor included. */
    private static long compilation(Server server) {
        return server.probe()
                .bean(ManagementFactory.COMPILATION_MXBEAN_NAME, CompilationMXBean.class)
                .getTotalCompilationTime();
    }
}
