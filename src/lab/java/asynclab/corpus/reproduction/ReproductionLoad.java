package asynclab.corpus.reproduction;

import asynclab.client.ClientTimes;
import asynclab.client.LoadClient;
import asynclab.corpus.BenchmarkArm;
import asynclab.corpus.LoadTool;
import asynclab.corpus.PublishedFigure;
import asynclab.model.Trace;
import asynclab.options.Options;
import asynclab.run.ApacheBench;
import asynclab.run.JMeter;
import asynclab.run.LoadRun;
import asynclab.run.Samples;
import asynclab.run.plan.ArrivalPlan;
import asynclab.run.plan.ArrivalPlan.ArrivalProcess;
import asynclab.run.plan.ArrivalPlan.ArrivalStep;
import asynclab.run.plan.ClientPlan;
import asynclab.run.plan.Engines;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.Model;
import asynclab.run.plan.PlannedArm;
import asynclab.run.plan.PlannedArm.HeldBy;
import asynclab.run.plan.PlannedHold;
import asynclab.server.Processes;
import asynclab.server.Server;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Sends the load of an arm as its tool does. A source with ab since httpd 2.4.33 gets {@code ab} itself. A source with wrk gets the
 * lab's own client, whose users also begin at once and of which only the planned duration counts. All others get JMeter, whose
 * samples are counted as the tool counts. One thread uses this.
 */
final class ReproductionLoad {

    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final int WARM_UP_USERS = 8;
    private static final int WARM_UP_SECONDS = 5; // of an open load, also for JMeter
    private static final int WARM_UP_PER_SECOND = 20;
    private static final double SLOWER = 1.1; // a server at its limit may fall behind an open load by so much
    private static final String LABEL = "held";
    private static final long SEED = 42;
    private static final int AT_ONCE = 200; // connections that are opened at a time

    private final Options options;
    private final Processes processes;
    private final PrintStream out;

    ReproductionLoad(Options options, Processes processes, PrintStream out) {
        this.options = options;
        this.processes = processes;
        this.out = out;
    }

    /** Whether this machine has the tool. */
    static boolean isAvailable(LoadTool tool) {
        return tool != LoadTool.AB || ApacheBench.isInstalled();
    }

    /** Sends the load. @param seconds how long it takes, as predicted */
    Map<PublishedFigure, Double> send(BenchmarkArm arm, LoadTool tool, StandIn stands, Server server, double seconds) {
        try (var client = new LoadClient(server.port())) {
            warmUp(client, arm, stands);
            if (tool == LoadTool.WRK) return likeWrk(client, arm, url(stands, arm));
        }
        return tool == LoadTool.AB
                ? byAb(arm, "http://127.0.0.1:" + server.port() + url(stands, arm))
                : byJMeter(arm, tool, stands, server.port(), seconds);
    }

    private static String url(StandIn stands, BenchmarkArm arm) {
        return stands.path() + "?" + stands.query(arm);
    }

    /** Warms the server up: its code is compiled then, and the connection pools behind it are full. */
    private void warmUp(LoadClient client, BenchmarkArm arm, StandIn stands) {
        String url = stands.path() + "?" + stands.shortQuery();
        client.warmUp(WARM_UP_USERS, url, WARM_UP.dividedBy(options.speed()));
        if (!stands.callsBackend()) return;
        client.users(Math.min(arm.users(), AT_ONCE), AT_ONCE);
        client.useTwice(url);
    }

    private static Map<PublishedFigure, Double> likeWrk(LoadClient client, BenchmarkArm arm, String url) {
        client.users(0, 1);
        client.users(arm.users(), AT_ONCE);
        Duration planned = Duration.ofMillis(StandIn.millis(arm.length().seconds()));
        long began = System.nanoTime();
        client.begin(url);
        ClientTimes seen = client.window(planned.minusNanos(System.nanoTime() - began)); // from the first request
        client.finish();
        var figures = new EnumMap<PublishedFigure, Double>(PublishedFigure.class);
        figures.put(PublishedFigure.X, seen.requests() / arm.length().seconds());
        figures.put(PublishedFigure.N, (double) seen.requests());
        figures.put(PublishedFigure.FAILED, (double) seen.errors());
        figures.put(PublishedFigure.MEAN, seen.meanMillis());
        figures.put(PublishedFigure.P50, seen.millis(50));
        figures.put(PublishedFigure.P90, seen.millis(90));
        figures.put(PublishedFigure.P95, seen.millis(95));
        figures.put(PublishedFigure.P99, seen.millis(99));
        figures.put(PublishedFigure.MAX, seen.millis(100));
        return figures;
    }

    private Map<PublishedFigure, Double> byAb(BenchmarkArm arm, String url) {
        long requests = arm.length().requests() > 0 ? arm.length().requests() : arm.users();
        ApacheBench.AbRun run = new ApacheBench(processes, options.work()).run(requests, arm.users(), url);
        var figures = new EnumMap<PublishedFigure, Double>(PublishedFigure.class);
        figures.put(PublishedFigure.X, run.perSecond());
        figures.put(PublishedFigure.N, (double) run.requests());
        figures.put(PublishedFigure.T, run.seconds());
        figures.put(PublishedFigure.FAILED, (double) run.failed());
        figures.put(PublishedFigure.MEAN, run.meanMs());
        Map.of(
                        50, PublishedFigure.P50,
                        90, PublishedFigure.P90,
                        95, PublishedFigure.P95,
                        99, PublishedFigure.P99,
                        100, PublishedFigure.MAX)
                .forEach((percent, figure) ->
                        figures.put(figure, run.percentilesMs().get(percent)));
        return figures;
    }

    private Map<PublishedFigure, Double> byJMeter(
            BenchmarkArm arm, LoadTool tool, StandIn stands, int port, double seconds) {
        LoadPlan load = plan(arm);
        var model = new Model(load, SEED);
        PlannedArm planned = PlannedArm.of("corpus", stands.path(), HeldBy.NOTHING);
        var experiment = new Experiment("corpus", "", 1, false, null, load, List.of(), 0, List.of(), List.of(planned));
        Map<String, Object> properties = new LoadRun(options, experiment, model, out).properties(port, planned);
        properties.put("shortQuery", stands.query(arm));
        properties.put("warmupPath", stands.path() + "?" + stands.shortQuery());
        properties.computeIfPresent("connectPath", (name, path) -> stands.path() + "?" + stands.shortQuery());
        boolean single = load.loops() != null && load.loops() == 1;
        if (!single) properties.keySet().removeAll(List.of("together", "connectRequests")); // no barrier in each loop
        if (load.isOpen())
            properties.putAll(load.arrivals()
                    .properties(
                            WARM_UP_PER_SECOND,
                            WARM_UP_SECONDS,
                            1 + arm.holdSeconds(),
                            LoadRun.drainSeconds(load.arrivals(), 1_000 * SLOWER * seconds)));
        Path samples = options.work().resolve("corpus.jtl");
        new JMeter(processes, options.jmeterHome(), Engines.NONE)
                .run(
                        load.isOpen() ? options.plan().resolveSibling("open.jmx") : options.plan(),
                        properties,
                        samples,
                        (done, errors) -> out.printf("  %d requests, %d errors%n", done, errors));
        Samples read = Samples.read(samples, model.draws(), Engines.NONE);
        boolean timed = load.loops() == null && !load.isOpen();
        return tool.printedOf(fromZero(read.all()), timed ? 1_000 * arm.length().seconds() : 0);
    }

    /** The load as JMeter's plan. The server gets the hold time from the query ({@link StandIn#query}). */
    private static LoadPlan plan(BenchmarkArm arm) {
        var hold = PlannedHold.fixed(LABEL, (int) StandIn.millis(arm.holdSeconds()));
        if (arm.users() == null)
            return new LoadPlan(
                    new ArrivalPlan(
                            ArrivalProcess.CONSTANT,
                            List.of(new ArrivalStep(
                                    arm.length().perSecond(), arm.length().seconds())),
                            List.of()),
                    0,
                    hold,
                    null,
                    ClientPlan.USUAL,
                    SEED);
        long loops = Math.max(arm.length().loops(), arm.length().requests() / arm.users());
        int[] think = think(arm);
        return new LoadPlan(
                arm.users(),
                (int) arm.rampSeconds(),
                loops > 0 ? (Integer) (int) loops : null,
                loops > 0 ? null : (Integer) (int) arm.length().seconds(),
                0,
                hold,
                null,
                think[0],
                think[1],
                ClientPlan.USUAL,
                SEED,
                null);
    }

    private static int[] think(BenchmarkArm arm) {
        String range = arm.further().think();
        int fixed = (int) StandIn.millis(arm.thinkSeconds());
        if (range.isEmpty()) return new int[] {fixed, fixed};
        String[] ends = range.replaceAll("[^\\d&]", "").split("&");
        return new int[] {Integer.parseInt(ends[0]), Integer.parseInt(ends[1]) - 1}; // JMeter's maximum is inclusive
    }

    private static Trace fromZero(Trace epoch) {
        double first = epoch.whole().fromMillis();
        var shifted = new Trace(epoch.size());
        epoch.forEach((user, start, end, ok) -> shifted.add(user, start - first, end - first, ok));
        return shifted;
    }
}
