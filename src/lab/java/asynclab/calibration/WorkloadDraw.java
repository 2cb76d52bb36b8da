package asynclab.calibration;

import static asynclab.document.Texts.text;

import asynclab.discipline.Discipline;
import asynclab.run.plan.ArrivalPlan;
import asynclab.run.plan.ArrivalPlan.ArrivalProcess;
import asynclab.run.plan.ArrivalPlan.ArrivalStep;
import asynclab.run.plan.ClientPlan;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.Experiment.Warmup;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.PlannedArm;
import asynclab.run.plan.PlannedArm.HeldBy;
import asynclab.run.plan.PlannedHold;
import asynclab.run.plan.PlannedPool;
import asynclab.run.plan.PlannedStations;
import asynclab.server.ServerSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Draws workloads. Each is an {@link Experiment} with the arms {@code blocking} and {@code async}. Sizes, times and rates are uniform on
 * a logarithmic scale. A workload that breaks a {@link WorkloadRule} is left out. The same seed draws the same workloads. Only one
 * thread uses an object of this class.
 */
final class WorkloadDraw {

    static final String BLOCKING = "blocking";
    static final String ASYNC = "async";

    /** The distribution of the workloads, in sentences for a reader. */
    static final List<String> DISTRIBUTION = List.of(
            "Usable request threads: 4 to 400.",
            "Mean hold time: 100 to 600 ms. It is fixed, uniform (±50 %), a mix (5 to 40 % take four times as long), exponential or log-normal"
                    + " (σ 0.5 or 1), with equal chances.",
            "40 % are open: 5 to 300 requests per second for 10 to 25 s, two thirds of them Poisson, else evenly spaced.",
            "60 % are closed: 10 to 600 users, a ramp of 1 to 5 s, two thirds of them for 10 to 25 s each, else with 10 to 60 loops."
                    + " Half have a think time, uniform from 0 to twice 100 to 2,000 ms. A fifth close the connection after each request.",
            "20 % have a connection pool of 2 to 100 connections, each held for 20 to 200 ms before the hold time.",
            "20 % have a queue discipline in front of the asynchronous arm, with as many workers as the blocking arm has threads."
                    + " A limited queue has half as many to four times as many places as workers. A closed one has a think time.",
            "30 % have a client timeout of 2 to 10 mean hold times, and all with a queue discipline.");

    private static final double OPEN = 0.4;
    private static final double POISSON = 2 / 3.0;
    private static final double TIMED = 2 / 3.0;
    private static final double CONNECTIONS = 0.2;
    private static final double QUEUE = 0.2;
    private static final double TIMEOUT = 0.3;
    private static final double CLOSED_CONNECTION = 0.2;
    private static final int WARM_UP_USERS = 20;
    private static final int WARM_UP_LOOPS = 8;
    private static final int CONNECTION_LIFETIME_MS = 60_000; // JMeter's own
    private static final String OK = "ok";

    /** The accepted workloads, and how many each rule left out. */
    record DrawnWorkloads(List<Experiment> accepted, Map<WorkloadRule, Integer> leftOut) {}

    /** The drawn hold times of a workload. */
    private record DrawnHold(PlannedHold usual, PlannedHold lengthy, int percent, String label) {}

    /** What limits a drawn server besides its threads. */
    private record DrawnServer(
            int threads, int meanMs, PlannedStations stations, String discipline, Integer timeoutMs) {}

    private final SplittableRandom random;

    private WorkloadDraw(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Draws until this number of workloads is accepted. */
    static DrawnWorkloads of(long seed, int number) {
        var draw = new WorkloadDraw(seed);
        var accepted = new ArrayList<Experiment>();
        var leftOut = new EnumMap<WorkloadRule, Integer>(WorkloadRule.class);
        while (accepted.size() < number) {
            Experiment candidate = draw.next(accepted.size() + 1);
            WorkloadRule broken = WorkloadRule.brokenBy(candidate);
            if (broken == null) accepted.add(candidate);
            else leftOut.merge(broken, 1, Integer::sum);
        }
        return new DrawnWorkloads(accepted, leftOut);
    }

    private Experiment next(int number) {
        DrawnServer server = server();
        DrawnHold hold = hold(server.meanMs);
        boolean open = random.nextDouble() < OPEN;
        var title = new ArrayList<String>();
        LoadPlan load = open ? open(server, hold, number, title) : closed(server, hold, number, title);
        title.add(hold.label);
        title.add(server.threads + " threads");
        if (server.stations != null)
            title.add(text("%d connections for %d ms", server.stations.connections(), server.stations.connectionMs()));
        if (server.discipline != null) title.add("queue " + server.discipline);
        if (server.timeoutMs != null) title.add(text("client timeout %,d ms", server.timeoutMs));
        List<PlannedArm> arms = arms(server);
        if (number % 2 == 0) Collections.reverse(arms); // the arm that runs first alternates
        return new Experiment(
                text("w%03d", number),
                String.join("; ", title),
                server.threads + ServerSettings.JETTYS_OWN_THREADS,
                false,
                warmup(server, open),
                load,
                List.of(),
                0,
                List.of(),
                arms);
    }

    private DrawnServer server() {
        int threads = logUniform(4, 400);
        int meanMs = logUniform(100, 600);
        double further = random.nextDouble();
        PlannedStations stations = further >= CONNECTIONS
                ? null
                : new PlannedStations(0, 0, logUniform(20, 200), logUniform(2, 100), null, false, null);
        List<String> all = Discipline.ids();
        String discipline = further < 1 - QUEUE ? null : all.get(random.nextInt(all.size()));
        boolean leaves = random.nextDouble() < TIMEOUT || discipline != null;
        return new DrawnServer(
                threads, meanMs, stations, discipline, leaves ? (Integer) (meanMs * logUniform(20, 100) / 10) : null);
    }

    private DrawnHold hold(int meanMs) {
        double sigma = random.nextBoolean() ? 0.5 : 1;
        int percent = 5 * (1 + random.nextInt(8));
        int usual = Math.round(meanMs / (1 + 3 * percent / 100f));
        long median = Math.round(meanMs / StrictMath.exp(sigma * sigma / 2));
        String request = "request";
        return switch (random.nextInt(5)) {
            case 0 -> new DrawnHold(PlannedHold.fixed(request, meanMs), null, 0, text("hold %,d ms", meanMs));
            case 1 -> new DrawnHold(
                    PlannedHold.between(request, meanMs / 2, 3 * meanMs / 2),
                    null,
                    0,
                    text("hold uniform, mean %,d ms", meanMs));
            case 2 -> new DrawnHold(
                    PlannedHold.fixed("short", usual),
                    PlannedHold.fixed("long", 4 * usual),
                    percent,
                    text("hold %,d ms, %d %% of them %,d ms", usual, percent, 4 * usual));
            case 3 -> new DrawnHold(
                    PlannedHold.drawn(request, "meanMs=" + meanMs),
                    null,
                    0,
                    text("hold exponential, mean %,d ms", meanMs));
            default -> new DrawnHold(
                    PlannedHold.drawn(request, text("medianMs=%d&sigma=%.1f", median, sigma)),
                    null,
                    0,
                    text("hold log-normal, median %,d ms, σ %.1f", median, sigma));
        };
    }

    private LoadPlan open(DrawnServer server, DrawnHold hold, int number, List<String> title) {
        double perSecond = logUniform(50, 3_000) / 10.0;
        int seconds = 10 + random.nextInt(16);
        ArrivalProcess process = random.nextDouble() < POISSON ? ArrivalProcess.POISSON : ArrivalProcess.CONSTANT;
        title.add(text(
                "%s %.1f/s for %d s", process == ArrivalProcess.POISSON ? "Poisson" : "evenly", perSecond, seconds));
        return new LoadPlan(
                new ArrivalPlan(process, List.of(new ArrivalStep(perSecond, seconds)), List.of()),
                hold.percent,
                hold.usual,
                hold.lengthy,
                client(server, true),
                number);
    }

    private LoadPlan closed(DrawnServer server, DrawnHold hold, int number, List<String> title) {
        int users = logUniform(10, 600);
        int ramp = 1 + random.nextInt(5);
        boolean thinks = random.nextBoolean() || server.discipline != null;
        int thinkMax = thinks ? 2 * logUniform(100, 2_000) : 0;
        boolean timed = random.nextDouble() < TIMED;
        int seconds = 10 + random.nextInt(16);
        int loops = logUniform(10, 60);
        boolean keeps = random.nextDouble() >= CLOSED_CONNECTION;
        title.add(text("%d users in %d s, ", users, ramp) + (timed ? seconds + " s each" : loops + " loops"));
        if (thinks) title.add(text("think 0 to %,d ms", thinkMax));
        if (!keeps) title.add("a connection for each request");
        return new LoadPlan(
                users,
                ramp,
                timed ? null : (Integer) loops,
                timed ? (Integer) seconds : null,
                hold.percent,
                hold.usual,
                hold.lengthy,
                0,
                thinkMax,
                client(server, keeps),
                number,
                null);
    }

    private static ClientPlan client(DrawnServer server, boolean keeps) {
        return new ClientPlan(server.timeoutMs, keeps, CONNECTION_LIFETIME_MS, OK, List.of());
    }

    private List<PlannedArm> arms(DrawnServer server) {
        boolean pooled = server.stations != null;
        PlannedArm blocking = PlannedArm.of(
                BLOCKING, pooled ? "/phases" : "/blocking", HeldBy.REQUEST_THREADS, PlannedPool.NONE, server.stations);
        PlannedArm async = server.discipline == null
                ? PlannedArm.of(
                        ASYNC, pooled ? "/phases-async" : "/async", HeldBy.NOTHING, PlannedPool.NONE, server.stations)
                : PlannedArm.of(ASYNC, "/queued/" + server.discipline, HeldBy.WORKERS, queue(server), null);
        return new ArrayList<>(List.of(blocking, async));
    }

    /** As in the experiment {@code overload-open}: the server gives up a request of a queue that serves the newest first. */
    private PlannedPool queue(DrawnServer server) {
        int places = logUniform(Math.max(1, server.threads / 2), 4 * server.threads);
        Discipline rule = Discipline.of(server.discipline);
        boolean limited = rule == Discipline.BOUNDED || rule == Discipline.ADAPTIVE;
        return new PlannedPool(
                server.threads,
                server.discipline,
                limited ? places : 0,
                rule == Discipline.DEADLINE ? server.timeoutMs : 0,
                rule == Discipline.LIFO ? server.timeoutMs * 3 / 2 : 0);
    }

    /** Few enough that no request of the warm-up waits, so that none is left when the load begins. */
    private static Warmup warmup(DrawnServer server, boolean open) {
        PlannedStations stations = server.stations;
        String path = stations == null ? "/warm" : "/phases";
        if (!open) {
            int users = stations == null ? WARM_UP_USERS : Math.min(server.threads, stations.connections());
            return new Warmup(path, Math.min(WARM_UP_USERS, users), WARM_UP_LOOPS);
        }
        double most = stations == null
                ? WARM_UP_USERS
                : 500.0
                        * Math.min(
                                server.threads / (double) (server.meanMs + stations.connectionMs()),
                                stations.connections() / (double) stations.connectionMs());
        return new Warmup(path, (int) Math.max(1, Math.min(WARM_UP_USERS, most)), WARM_UP_LOOPS);
    }

    /** A whole number whose logarithm is uniform. {@link StrictMath}, so that every machine draws the same. */
    private int logUniform(int least, int most) {
        double low = StrictMath.log(least);
        double high = StrictMath.log(most);
        return (int) Math.round(StrictMath.exp(low + random.nextDouble() * (high - low)));
    }
}
