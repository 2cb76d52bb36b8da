package asynclab.bench;

import static asynclab.document.Texts.text;

import asynclab.bench.BenchResult.ResultTable;
import asynclab.bench.measure.Meter;
import asynclab.client.ClientTimes;
import asynclab.client.LoadClient;
import asynclab.options.Jdks;
import asynclab.run.result.StolenTime;
import asynclab.server.Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The timer lateness of the server: the held time minus the planned time, measured by the server in nanoseconds. In the loads in
 * waves, all users send a request of one second at the same moment, and the next one after the response. In the other loads the
 * users begin evenly over a ramp. The result also has the client's response times and the load of the processors. A window from which
 * the host of the machine has stolen time is repeated; the one with the least stolen counts.
 */
final class TimerLatenessBenchmark {

    private static final List<String> FLAGS = List.of("-Xmx4g");
    private static final Duration WARM_UP = Duration.ofSeconds(10);
    private static final int WARM_UP_USERS = 64;
    private static final int STEP_SECONDS = 10;
    private static final int MOST_SECONDS = 400;
    private static final int MOST_WINDOWS = 3; // of a load, while the host of the machine steals time

    private final Bench bench;
    private final Map<WaitLoad, Double> firstSetups = new HashMap<>(); // p99 of the lateness

    TimerLatenessBenchmark(Bench bench) {
        this.bench = bench;
    }

    /** @param requestThreads the request threads of the server; a sleeping request holds one */
    private record ServerSetup(
            String name, String path, int requestThreads, int mostUsers, List<String> flags, int minJdk) {}

    private static ServerSetup scheduled(String name, int minJdk, String... flags) {
        return new ServerSetup(name, "/async", 100, 18_000, List.of(flags), minJdk);
    }

    private static final String TWO = "-Dasynclab.scheduler-threads=2";
    private static final List<ServerSetup> SETUPS = List.of(
            scheduled("1 scheduler thread", 17),
            scheduled("2 scheduler threads", 17, TWO),
            scheduled("2 scheduler threads, the JDK of virtual threads", Jdks.VIRTUAL_THREADS, TWO),
            scheduled("2 scheduler threads, young generation of 10 GB", 17, TWO, "-Xms12g", "-Xmx12g", "-Xmn10g"),
            scheduled(
                    "2 scheduler threads, a later JDK's ZGC with 8 GB",
                    Jdks.VIRTUAL_THREADS,
                    TWO,
                    "-Xms8g",
                    "-Xmx8g",
                    "-XX:+UseZGC"),
            new ServerSetup("sleeping threads", "/blocking", 5_200, 5_000, List.of(), 17),
            new ServerSetup("virtual threads", "/virtual", 100, 18_000, List.of(), Jdks.VIRTUAL_THREADS));

    /**
     * @param query the hold time
     * @param meanMillis the mean hold time
     * @param rampMillis the ramp-up of the users; 0 for waves, in which all requests end at once
     * @param minSeconds the shortest time of measurement; rarer events, such as a garbage collection, may be missing
     * @param minCollections the measurement lasts until this number of garbage collections, but at most {@link #MOST_SECONDS}
     */
    private record WaitLoad(
            String name, int users, String query, int meanMillis, int rampMillis, int minSeconds, int minCollections) {

        /** All users begin at once. Each sends the next request after its response. */
        static WaitLoad waves(int users, int minSeconds, int minCollections) {
            String name = text("%,d in waves", users);
            return new WaitLoad(name, users, "ms=1000", 1_000, 0, minSeconds, minCollections);
        }

        boolean isMix() {
            return query.startsWith("mix");
        }
    }

    private static final List<WaitLoad> LOADS = List.of(
            WaitLoad.waves(1_000, 10, 0),
            WaitLoad.waves(5_000, 10, 0),
            new WaitLoad("10,000 evenly", 10_000, "ms=1000", 1_000, 1_000, 10, 1),
            new WaitLoad("10,000 of 80/20", 10_000, "mix=80:1000,20:4000", 1_600, 4_000, 10, 0),
            WaitLoad.waves(10_000, 40, 2),
            WaitLoad.waves(18_000, 10, 0));

    BenchResult run() {
        int all = SETUPS.size() * LOADS.size();
        int done = 0;
        var rows = new ArrayList<List<Object>>();
        var answers = new ArrayList<String>();
        for (ServerSetup setup : SETUPS) {
            var flags = new ArrayList<>(FLAGS);
            flags.addAll(setup.flags);
            if (!bench.hasJdk(setup.minJdk)) {
                answers.add(bench.noJdk(setup.name, setup.minJdk));
                continue;
            }
            try (Server server = bench.start(
                            bench.settings("certify", setup.minJdk, flags).withRequestThreads(setup.requestThreads));
                    var client = new LoadClient(server.port())) {
                // With cold code the first load would be late.
                client.warmUp(WARM_UP_USERS, setup.path + "?ms=1", WARM_UP.dividedBy(bench.speed()));
                for (WaitLoad load : LOADS) {
                    bench.progress(done++, all, load.name + ", " + setup.name);
                    if (load.users <= setup.mostUsers) rows.add(row(setup, load, server, client));
                }
            }
        }
        for (WaitLoad load : LOADS) answers.add(best(rows, load.name));
        answers.add(stolen(rows));
        return bench.result(
                "How late does a wait end?",
                answers,
                List.of(new ResultTable(
                        "Requests held 1 s, or 80 % 1 s and 20 % 4 s, without think time. Timer lateness by the server's clock",
                        COLUMNS, rows)),
                String.join(" ", FLAGS));
    }

    private static String best(List<List<Object>> rows, String load) {
        List<Object> best = rows.stream()
                .filter(row -> row.get(1).equals(load))
                .min(Comparator.comparingDouble(row -> (double) row.get(4)))
                .orElseThrow();
        return text("%s: the lowest p99 of the timer lateness is %.1f ms, with %s.", load, best.get(4), best.get(0));
    }

    private static String stolen(List<List<Object>> rows) {
        long disturbed = rows.stream()
                .filter(row -> (double) row.get(COLUMNS.indexOf(STOLEN)) > 100 * LeastDisturbed.MOST_SHARE)
                .count();
        return text(
                "The host of the machine took more than %.0f %% of the wanted processor time in %d of %d windows, each the best of up to %d.",
                100 * LeastDisturbed.MOST_SHARE, disturbed, rows.size(), MOST_WINDOWS);
    }

    private static final String STOLEN = "stolen by the host %";
    private static final List<String> COLUMNS = List.of(
            "configuration",
            "users",
            "seconds",
            "lateness p50 ms",
            "p99 ms",
            "p99 ÷ first configuration",
            "p99.9 ms",
            "p99.99 ms",
            "max ms",
            "client: p50 ms beyond hold",
            "client: p99 ms beyond hold",
            "req/s ÷ predicted",
            "processors busy",
            "GC runs",
            "GC time %",
            STOLEN,
            "errors");

    /** What a window of a load has shown. */
    private record SeenWindow(ClientTimes seen, Meter used, Map<String, Long> lateness) {}

    private List<Object> row(ServerSetup setup, WaitLoad load, Server server, LoadClient client) {
        client.users(load.users, 200);
        client.begin(setup.path + "?" + load.query, 0, load.rampMillis);
        LoadClient.pause(Duration.ofMillis(5_500)); // the first waves run cold code
        LeastDisturbed.Measurement<SeenWindow> best =
                LeastDisturbed.of(MOST_WINDOWS, () -> window(load, server, client), StolenTime::read);
        client.finish();
        Map<String, Long> lateness = best.figures().lateness;
        ClientTimes seen = best.figures().seen;
        Meter used = best.figures().used;
        double p99 = lateness.get("p99Micros") / 1e3;
        return List.of(
                setup.name,
                load.name,
                Math.round(used.seconds()),
                lateness.get("p50Micros") / 1e3,
                p99,
                p99 / firstSetups.computeIfAbsent(load, first -> p99),
                lateness.get("p999Micros") / 1e3,
                lateness.get("p9999Micros") / 1e3,
                lateness.get("maxMicros") / 1e3,
                load.isMix() ? "–" : seen.millis(50) - load.meanMillis,
                load.isMix() ? "–" : seen.millis(99) - load.meanMillis,
                seen.perSecond() * load.meanMillis / 1_000 / load.users,
                used.processors(),
                used.collections(),
                100 * used.collectionMillis() / 1e3 / used.seconds(),
                100 * best.share(),
                seen.errors());
    }

    private SeenWindow window(WaitLoad load, Server server, LoadClient client) {
        server.probe().beginTimerLateness();
        Meter before = Meter.read(server);
        var seen = new ClientTimes();
        Meter used;
        do {
            seen.add(client.window(Duration.ofMillis(1_000L * STEP_SECONDS / bench.speed())));
            used = Meter.read(server).since(before);
        } while (goesOn(load, used));
        return new SeenWindow(seen, used, server.probe().timerLateness());
    }

    /** Whether the measurement is too short, or too few garbage collections have run. */
    private boolean goesOn(WaitLoad load, Meter used) {
        double seconds = used.seconds() * bench.speed() + STEP_SECONDS / 2.0;
        return seconds < load.minSeconds || used.collections() < load.minCollections && seconds < MOST_SECONDS;
    }
}
