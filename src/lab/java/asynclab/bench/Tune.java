package asynclab.bench;

import asynclab.bench.BenchResult.ResultTable;
import asynclab.bench.measure.Meter;
import asynclab.bench.measure.Paired;
import asynclab.bench.measure.RequestCost;
import asynclab.client.LoadClient;
import asynclab.server.Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Which settings of the server pay: jetty.xml compared with variants that change one setting. All servers run at the same time and
 * are measured in turn, round by round. jetty.xml contains a setting only if this benchmark shows its gain.
 */
final class Tune {

    private static final List<String> FLAGS = List.of("-Xmx2560m");

    private final Bench bench;
    private int done;
    private int all;

    Tune(Bench bench) {
        this.bench = bench;
    }

    /** A variant: the flags that change one setting. */
    private record Change(String name, List<String> flags) {}

    private static final List<Change> CHANGES = List.of(
            new Change("jetty.xml", List.of()),
            new Change("header cache 1024, Jetty's own", List.of("-Dlab.headerCacheSize=1024")),
            new Change("header cache 128", List.of("-Dlab.headerCacheSize=128")),
            new Change("2 selectors", List.of("-Dlab.selectors=2")),
            new Change("2 scheduler threads", List.of("-Dasynclab.scheduler-threads=2")),
            new Change("ParallelGC", List.of("-XX:+UseParallelGC")));

    /** A number of users and their hold time. */
    private record TuneLoad(int users, int heldMillis) {
        @Override
        public String toString() {
            return users + " users, " + (heldMillis == 0 ? "answered at once" : "held " + heldMillis + " ms");
        }
    }

    private static final List<TuneLoad> LOADS =
            List.of(new TuneLoad(64, 0), new TuneLoad(1_000, 0), new TuneLoad(10_000, 1_000));

    /** A server with one change, its users, and its figures for each load. */
    private record TunedServer(
            Change change, Server server, LoadClient client, List<RequestCost> figures, Paired liveBytes)
            implements AutoCloseable {
        @Override
        public void close() {
            client.close();
            server.close();
        }
    }

    BenchResult run() {
        int rounds = bench.repeats(5);
        all = rounds * LOADS.size() * CHANGES.size();
        var arms = new ArrayList<TunedServer>();
        try {
            for (Change change : CHANGES) arms.add(start(change));
            var tables = new ArrayList<ResultTable>();
            for (int load = 0; load < LOADS.size(); load++) tables.add(measure(arms, load, rounds));
            tables.add(heap(arms));
            return bench.result("Which settings pay?", answers(arms), tables, String.join(" ", FLAGS));
        } finally {
            arms.forEach(TunedServer::close);
        }
    }

    private TunedServer start(Change change) {
        var flags = new ArrayList<>(FLAGS);
        flags.addAll(change.flags);
        Server server = bench.start("tune-" + change.name.replaceAll("\\W+", "-"), flags);
        var figures = LOADS.stream().map(load -> new RequestCost()).toList();
        var arm = new TunedServer(change, server, new LoadClient(server.port()), figures, new Paired());
        arm.client.users(64, 64);
        arm.client.begin("/async?ms=0");
        arm.client.window(Duration.ofSeconds(4));
        arm.client.finish();
        return arm;
    }

    private ResultTable measure(List<TunedServer> arms, int which, int rounds) {
        TuneLoad load = LOADS.get(which);
        for (int round = 0; round < rounds; round++) {
            var order = new ArrayList<>(arms);
            Collections.rotate(order, round); // so that no server always follows the same one
            for (TunedServer arm : order) {
                bench.progress(done++, all, load + ", " + arm.change.name);
                arm.client.users(load.users, 200);
                arm.client.begin("/async?ms=" + load.heldMillis);
                LoadClient.pause(Duration.ofMillis(500 + 2L * load.heldMillis));
                Meter before = Meter.read(arm.server);
                var seen = arm.client.window(Duration.ofMillis((3_000 + 3L * load.heldMillis) / bench.speed()));
                Meter used = Meter.read(arm.server).since(before);
                arm.client.finish();
                arm.figures.get(which).add(used, seen, load.heldMillis);
                if (which == LOADS.size() - 1)
                    arm.liveBytes.add(arm.server.probe().liveHeapBytes());
                arm.client.users(0, 1); // there are descriptors for the users of one server only
            }
        }
        var floor = arms.get(0).figures.get(which);
        var rows = new ArrayList<List<Object>>();
        for (TunedServer arm : arms) rows.add(arm.figures.get(which).row(arm.change.name, floor));
        return new ResultTable(load.toString(), RequestCost.columns("change", "jetty.xml"), rows);
    }

    /** Sentences about the changes whose interval does not contain 1. */
    private static List<String> answers(List<TunedServer> arms) {
        var answers = new ArrayList<String>();
        for (int load = 0; load < LOADS.size(); load++) {
            Paired floor = arms.get(0).figures.get(load).cpuMicros;
            for (TunedServer arm : arms) {
                Paired.Middle ratio = arm.figures.get(load).cpuMicros.to(floor);
                if (ratio.low() > 1 || ratio.high() < 1)
                    answers.add(arm.change.name + ": " + ratio + " times the CPU time per request of jetty.xml, with "
                            + LOADS.get(load) + ".");
            }
        }
        return answers;
    }

    private static ResultTable heap(List<TunedServer> arms) {
        var rows = new ArrayList<List<Object>>();
        for (TunedServer arm : arms)
            rows.add(List.of(
                    arm.change.name,
                    arm.liveBytes.median() / 1e6,
                    arm.liveBytes.to(arms.get(0).liveBytes).toString()));
        return new ResultTable(
                "Live heap while the last load's connections stay open and idle",
                List.of("change", "MB", "MB ÷ jetty.xml"),
                rows);
    }
}
