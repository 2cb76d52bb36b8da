package asynclab.bench;

import asynclab.lab.Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How punctual the server is: held time = planned time + e, read by the server itself to the nanosecond, in waves: everybody
 * asks for a second at once and again when answered. Beside it what the client saw, and how busy the processors were.
 */
final class Certify {

    private static final List<String> FLAGS = List.of("-Xmx4g");
    private static final int HELD_MILLIS = 1_000;

    private final Bench bench;

    Certify(Bench bench) {
        this.bench = bench;
    }

    /** @param requestThreads of the server: a sleeping request needs one */
    private record Way(String name, String path, int requestThreads, int mostUsers, List<String> flags, int minJdk) {}

    private static final List<String> ZGC = List.of("-Xms4g", "-XX:+UseZGC");
    private static final List<Way> WAYS = List.of(
            new Way("1 scheduler thread", "/async", 100, 18_000, List.of(), 17),
            new Way("2 scheduler threads", "/async", 100, 18_000, List.of("-Dasynclab.scheduler-threads=2"), 17),
            new Way("4 scheduler threads", "/async", 100, 18_000, List.of("-Dasynclab.scheduler-threads=4"), 17),
            new Way("1, young generation of 64 MB", "/async", 100, 18_000, List.of("-Xmn64m"), 17),
            new Way("1, young generation of 3 GB", "/async", 100, 18_000, List.of("-Xms4g", "-Xmn3g"), 17),
            new Way("1, ZGC", "/async", 100, 18_000, ZGC, 17),
            new Way("1, JDK 25's ZGC", "/async", 100, 18_000, ZGC, 21),
            new Way("sleeping threads", "/blocking", 5_200, 5_000, List.of(), 17),
            new Way("virtual threads", "/virtual", 100, 18_000, List.of(), 21));
    private static final List<Integer> USERS = List.of(1_000, 5_000, 10_000, 18_000);

    Findings run() {
        int all = WAYS.size() * USERS.size();
        int done = 0;
        var rows = new ArrayList<List<Object>>();
        var answers = new ArrayList<String>();
        for (Way way : WAYS) {
            var flags = new ArrayList<>(FLAGS);
            flags.addAll(way.flags);
            if (!bench.hasJdk(way.minJdk)) {
                answers.add("Not measured: " + way.name + ", for want of a JDK " + way.minJdk + ".");
                continue;
            }
            try (Server server = bench.start("certify", way.requestThreads, way.minJdk, flags);
                    var client = new LoadClient(server.port())) {
                for (int users : USERS) {
                    bench.progress(done++, all, users + " users, " + way.name);
                    if (users <= way.mostUsers) rows.add(row(way, users, server, client));
                }
            }
        }
        for (int users : USERS) answers.add(best(rows, users));
        return bench.findings(
                "How punctual is the end of a wait?",
                answers,
                List.of(new Findings.Table(
                        "Held 1 s, all users begin at once; e in milliseconds, by the server's clock", COLUMNS, rows)),
                String.join(" ", FLAGS));
    }

    private static String best(List<List<Object>> rows, int users) {
        List<Object> best = rows.stream()
                .filter(row -> row.get(1).equals(users))
                .min(Comparator.comparingDouble(row -> (double) row.get(3)))
                .orElseThrow();
        return String.format(
                Locale.ROOT, "With %,d users e's p99 is least with %s: %.1f ms.", users, best.get(0), best.get(3));
    }

    private static final List<String> COLUMNS = List.of(
            "way",
            "users",
            "e p50",
            "e p99",
            "e p99.9",
            "e p99.99",
            "e max",
            "client's added p50",
            "client's added p99",
            "requests/s",
            "processors busy",
            "collecting %",
            "errors");

    private List<Object> row(Way way, int users, Server server, LoadClient client) {
        client.users(users, 200);
        client.begin(way.path + "?ms=" + HELD_MILLIS);
        LoadClient.pause(Duration.ofMillis(5_500)); // the first waves meet cold code
        server.probe().beginPunctuality();
        Meter before = Meter.read(server);
        var load = client.window(Duration.ofMillis(10_000 / bench.speed()));
        Meter used = Meter.read(server).since(before);
        Map<String, Long> e = server.probe().punctuality();
        client.finish();
        return List.of(
                way.name,
                users,
                e.get("p50Micros") / 1e3,
                e.get("p99Micros") / 1e3,
                e.get("p999Micros") / 1e3,
                e.get("p9999Micros") / 1e3,
                e.get("maxMicros") / 1e3,
                load.millis(50) - HELD_MILLIS,
                load.millis(99) - HELD_MILLIS,
                load.requests() / used.seconds(),
                used.processors(),
                100 * used.collectionMillis() / 1e3 / used.seconds(),
                load.errors());
    }
}
