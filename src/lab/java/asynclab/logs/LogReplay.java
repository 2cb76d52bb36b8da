package asynclab.logs;

import static asynclab.document.Texts.text;

import asynclab.logs.ReplayResult.ReplayFigures;
import asynclab.logs.ReplayResult.ReplayRun;
import asynclab.logs.ReplayResult.ReplaySends;
import asynclab.model.Budget;
import asynclab.model.Occupancy;
import asynclab.model.Stages;
import asynclab.model.Station;
import asynclab.model.Trace;
import asynclab.options.Jdks;
import asynclab.options.LabException;
import asynclab.options.TrafficOptions;
import asynclab.run.JMeter;
import asynclab.run.LoadRun;
import asynclab.run.Progress;
import asynclab.run.Samples;
import asynclab.run.plan.ClientPlan;
import asynclab.run.plan.Engines;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.PlanDraws;
import asynclab.run.plan.PlannedArm;
import asynclab.run.plan.PlannedArm.HeldBy;
import asynclab.run.plan.PlannedHold;
import asynclab.server.PostgreSql;
import asynclab.server.Processes;
import asynclab.server.Server;
import asynclab.server.ServerProbe;
import asynclab.server.ServerSettings;
import asynclab.traffic.Limits;
import asynclab.traffic.Traffic;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/**
 * Replays the traffic of a log on the WAR, on a real server, blocking and asynchronous. The hold time of a request is its logged
 * duration. With a connection pool the server has PostgreSQL behind it: a request holds a connection for its share of the time, and the
 * replay is blocking and on virtual threads. Each run has a fresh server and a warm-up.
 */
public final class LogReplay {

    private static final int OTHER_SEEDS = 20;
    private static final int WARM_UP_PER_SECOND = 40;
    private static final int WARM_UP_SECONDS = 8;
    private static final int LEAST_TIMEOUT_MILLIS = 250; // of the application, as of HikariCP
    private static final int MOST_TIMEOUT_MILLIS = 600_000;
    private static final String LABEL = "logged";
    private static final String PHASES = "/phases";
    private static final String VIRTUAL = "virtual";
    private static final List<PlannedArm> MODES = List.of(
            PlannedArm.of("blocking", "/blocking", HeldBy.REQUEST_THREADS),
            PlannedArm.of("async", "/async", HeldBy.NOTHING));

    private final TrafficOptions options;
    private final Processes processes;
    private final PrintStream out;
    private final int threads;
    private final long seed;
    private int usable;
    private String version;

    /**
     * @param threads the size of the server's pool
     * @param seed of the arrivals within each second, and of other traffic; not 0
     */
    public LogReplay(TrafficOptions options, Processes processes, int threads, long seed, PrintStream out) {
        this.options = options;
        this.processes = processes;
        this.threads = threads;
        this.seed = seed;
        this.out = out;
    }

    /**
     * Runs every multiple of the traffic, blocking and asynchronous.
     *
     * @param times the multiples
     * @throws LabException if the log is longer than half an hour, if the server cannot have an option, or if it or JMeter fails
     */
    public ReplayResult run(Traffic traffic, List<Double> times) throws IOException {
        var runs = new ArrayList<ReplayRun>();
        double seconds = 0;
        if (options.connections > 0) connectionTimeoutMillis(); // refuses it before anything starts
        List<PlannedArm> modes = modes();
        try (PostgreSql database =
                options.connections == 0 ? null : PostgreSql.start(processes, options.work(), options.connections)) {
            for (double factor : times) {
                ReplayLoad load = ReplayLoad.of(traffic, factor, seed, shares());
                seconds = load.arrivals().seconds();
                for (PlannedArm mode : modes) {
                    int left = times.size() * modes.size() - runs.size();
                    out.printf(
                            "The replay needs %d more runs of %s.%n",
                            left, Progress.duration(seconds + WARM_UP_SECONDS));
                    runs.add(run(mode, factor, load, database));
                }
            }
        }
        return new ReplayResult(version, threads, usable, seconds, runs);
    }

    private List<PlannedArm> modes() {
        if (options.connections == 0) return MODES;
        return List.of(
                PlannedArm.of("blocking", PHASES, HeldBy.REQUEST_THREADS),
                PlannedArm.of(VIRTUAL, PHASES, HeldBy.REQUEST_THREADS));
    }

    /** @throws LabException if there is a pool, but the share of an endpoint is not known */
    private ToDoubleFunction<String> shares() {
        if (options.connections == 0) return null;
        Map<String, Double> known = options.connectionShares();
        return endpoint -> {
            Double share = known.getOrDefault(endpoint, known.get(Limits.OTHERS));
            if (share == null)
                throw new LabException("-Dreplay with -Dconnections needs -DconnectionShare for every endpoint, but \""
                        + endpoint + "\" has none.");
            return share;
        };
    }

    private ReplayRun run(PlannedArm mode, double times, ReplayLoad load, PostgreSql database) throws IOException {
        String name = text("replay-%s-%.2f", mode.name(), times);
        ServerSettings settings = settings(name, mode, database);
        out.printf("%s: %,d requests on %s%n", name, load.arrivals().requests(), options.server());
        try (Server server = Server.start(options, processes, settings)) {
            ServerProbe.Pool pool = server.probe().pool();
            usable = pool.usable();
            version = server.probe().version();
            Stages stages = stages(mode, pool);
            Trace predicted = simulate(load, stages, seed);
            List<ReplayFigures> others = LongStream.rangeClosed(seed + 1, seed + OTHER_SEEDS)
                    .mapToObj(other -> ReplayFigures.of(simulate(load, stages, other)))
                    .toList();
            Samples samples = send(name, server, mode, load, predicted);
            out.printf(
                    Locale.ROOT,
                    "%s: finished, %.1f req/s, mean %.0f ms, %d errors%n",
                    name,
                    samples.all().throughput(),
                    samples.all().histogram().getMean(),
                    samples.errorCount());
            return new ReplayRun(
                    mode.name(),
                    times,
                    samples.all().size(),
                    mode.heldBy() == HeldBy.NOTHING || isVirtual(mode) ? 0 : load.offered() / usable,
                    ReplayFigures.of(predicted),
                    ReplayFigures.extreme(others, false),
                    ReplayFigures.extreme(others, true),
                    ReplayFigures.of(samples.all()),
                    samples.errorCount(),
                    predicted.failures(),
                    new ReplaySends(
                            samples.sends().lateness(),
                            ReplayFigures.of(
                                    asSent(load, stages, samples.sends().asSent())),
                            ReplayFigures.of(samples.sends().asSent())));
        }
    }

    private static boolean isVirtual(PlannedArm mode) {
        return mode.name().equals(VIRTUAL);
    }

    private ServerSettings settings(String name, PlannedArm mode, PostgreSql database) {
        int jdk = isVirtual(mode) ? Jdks.VIRTUAL_THREADS : 0;
        String java = Jdks.java(options.jdk(), jdk);
        if (java == null)
            throw new LabException(
                    "There is no server for virtual threads, because " + Jdks.whyNone(options.jdk(), jdk) + ".");
        var settings = new ServerSettings(name, options.host(), options.port(), threads, 0, java, List.of(), false);
        if (isVirtual(mode)) settings = settings.withVirtualThreads(0);
        return database == null
                ? settings
                : settings.withDatabase(database, PostgreSql.SLEEP_AND_FIND, options.connections)
                        .withConnectionTimeout(connectionTimeoutMillis());
    }

    /** How long a request waits for a connection. @throws LabException if the server cannot have that */
    private int connectionTimeoutMillis() {
        int asked = options.connectionTimeoutMillis;
        if (asked == 0) return MOST_TIMEOUT_MILLIS; // the server always has one
        if (asked < LEAST_TIMEOUT_MILLIS || asked > MOST_TIMEOUT_MILLIS)
            throw new LabException("-Dreplay needs -DconnectionTimeoutMs from " + LEAST_TIMEOUT_MILLIS + " to "
                    + MOST_TIMEOUT_MILLIS + ", or 0, but it is " + asked + ".");
        return asked;
    }

    private Stages stages(PlannedArm mode, ServerProbe.Pool pool) {
        Stages stages = mode.stages(usable, pool.reserved(), 0, false);
        if (options.connections == 0) return stages;
        Station connections = Station.connections(options.connections, options.connectionTimeoutMillis);
        return new Stages(isVirtual(mode) ? Station.unlimited() : stages.first(), 0, true, connections);
    }

    private static Trace simulate(ReplayLoad load, Stages stages, long seed) {
        return load.model(load.arrivals())
                .simulate(load.draws(i -> i), stages, seed, Budget.unlimited(), Occupancy.NONE);
    }

    /** The prediction for requests that arrive when they were really sent. */
    private static Trace asSent(ReplayLoad load, Stages stages, Trace sent) {
        var sends = new ArrayList<double[]>(); // the arrival's number, its real start
        sent.forEach((number, start, end, ok) -> sends.add(new double[] {number, start}));
        sends.sort(Comparator.comparingDouble(send -> send[1]));
        double[] starts =
                sends.stream().mapToDouble(send -> send[1] - sends.get(0)[1]).toArray();
        return load.model(any -> starts)
                .simulate(
                        load.draws(arrival -> (int) sends.get(arrival)[0]),
                        stages,
                        0,
                        Budget.unlimited(),
                        Occupancy.NONE);
    }

    private Progress progress(String name, ReplayLoad load) {
        return Progress.ofArrivals(
                name,
                WARM_UP_PER_SECOND * WARM_UP_SECONDS,
                load.arrivals().requests(),
                WARM_UP_SECONDS + load.arrivals().seconds(),
                out);
    }

    private Samples send(String name, Server server, PlannedArm mode, ReplayLoad load, Trace predicted)
            throws IOException {
        Path folder = Files.createDirectories(options.work());
        Path holds = folder.resolve(name + "-holds.txt").toAbsolutePath();
        Files.writeString(holds, String.join("\n", load.queries()) + "\n");
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("host", options.host());
        properties.put("port", server.port());
        properties.put("path", mode.path());
        properties.put("seed", seed);
        properties.put("shortLabel", LABEL);
        properties.put("holds", holds);
        if (options.connections > 0) properties.put("warmupPath", PHASES + "?ms=1&connectionMs=1");
        properties.putAll(load.arrivals()
                .properties(
                        WARM_UP_PER_SECOND,
                        WARM_UP_SECONDS,
                        1,
                        LoadRun.drainSeconds(load.arrivals(), predicted.whole().millis())));
        Path samples = folder.resolve(name + ".jtl");
        new JMeter(processes, options.jmeterHome(), Engines.NONE)
                .run(options.plan().resolveSibling("open.jmx"), properties, samples, progress(name, load));
        var hold = PlannedHold.fixed(LABEL, (int) Math.round(load.meanHoldMillis()));
        var plan = new LoadPlan(load.arrivals(), 0, hold, null, ClientPlan.USUAL, seed);
        return Samples.read(samples, new PlanDraws(plan, seed), Engines.NONE);
    }
}
