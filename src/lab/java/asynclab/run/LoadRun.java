package asynclab.run;

import asynclab.model.Prediction;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.run.plan.ArmPrediction;
import asynclab.run.plan.ArrivalPlan;
import asynclab.run.plan.ClientPlan;
import asynclab.run.plan.Engines;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.Model;
import asynclab.run.plan.PlannedArm;
import asynclab.run.result.Environment;
import asynclab.run.result.StolenTime;
import asynclab.run.result.figures.SentBurst;
import asynclab.server.ApplicationClient;
import asynclab.server.Processes;
import asynclab.server.Server;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Runs one arm on a running server: JMeter sends the load, a sampler reads the server, and the samples are read at the end. */
public final class LoadRun {

    private static final long SETTLE_SECONDS = 120;
    /**
     * Each user of a burst sends this number of requests before the burst. After these requests, JMeter's code for a request is
     * compiled, even with few users.
     */
    private static final int CONNECT_REQUESTS = 10;
    /**
     * JMeter interrupts the requests that are not answered at the end of its schedule. The factor leaves time for a server that
     * is slower than predicted.
     */
    private static final double DRAIN_FACTOR = 1.5;

    private static final int DRAIN_SECONDS = 5;

    private final Options options;
    private final Experiment experiment;
    private final Model model;
    private final LoadPlan load;
    private final PrintStream out;
    private final Engines engines;

    public LoadRun(Options options, Experiment experiment, Model model, PrintStream out) {
        this.options = options;
        this.experiment = experiment;
        this.model = model;
        this.load = model.load();
        this.out = out;
        engines = new Engines(options.engines());
        if (engines.areRemote() && !load.client().falls().isEmpty())
            throw new LabException("-Dengines must be left out for " + experiment.name()
                    + ", because the number of a user within one JMeter decides when this user leaves.");
    }

    ArmRun run(Processes processes, Server server, ArmPrediction prediction, int number) {
        PlannedArm arm = prediction.arm();
        var jmeter = new JMeter(processes, options.jmeterHome(), engines);
        String name = arm.name() + "-" + number;
        Path samples = options.work().resolve(name + ".jtl");
        Progress.Plan plan = plan(prediction.figures());
        out.printf(
                "%s: %d warm-up requests, then %s%d requests to %s%n",
                name, plan.warmup(), plan.exact() ? "" : "about ", plan.measured(), arm.path());
        try (var sampler = new Sampler(server.probe());
                var threads = new ThreadSampler(server.probe())) {
            StolenTime before = StolenTime.read();
            var progress = new Progress(name, plan, sampler::describe, out, System::nanoTime);
            double clientCpu = send(jmeter, server, prediction, samples, progress);
            double stolen = StolenTime.read().shareSince(before);
            settle(server);
            sampler.lookOnce();
            Samples read = Samples.read(samples, model.draws(), engines);
            var run = new ArmRun(
                    arm,
                    number,
                    read,
                    sampler.ticks(),
                    sampler.missed(),
                    threads.samples(),
                    server.probe().ledger(),
                    peakRss(server.pid()),
                    stolen,
                    tracksMemory(arm) ? server.probe().stacks() : null,
                    clientCpu,
                    load.isBurst() ? burst(processes, server, prediction, read) : null); // last: ab adds to the ledger
            out.printf(
                    "%s: finished, %.1f req/s, mean %.0f ms, %d errors%n",
                    name, read.all().throughput(), read.all().histogram().getMean(), read.errorCount());
            if (options.dashboard() && number == 1) dashboard(jmeter, samples, arm);
            return run;
        }
    }

    /** @return the processor time of JMeter, in seconds */
    private double send(JMeter jmeter, Server server, ArmPrediction prediction, Path samples, Progress progress) {
        int port = server.port();
        return jmeter.run(
                load.isOpen() ? options.plan().resolveSibling("open.jmx") : options.plan(),
                load.isOpen() ? openProperties(port, prediction) : properties(port, prediction.arm()),
                prediction.figures().requests(),
                samples,
                progress);
    }

    private void dashboard(JMeter jmeter, Path samples, PlannedArm arm) {
        Path folder = options.results().resolve(experiment.name());
        jmeter.dashboard(samples, folder.resolve(arm.name() + "-dashboard"));
    }

    /** How the burst was sent, and the same burst by ab if ab is installed. A failure of ab leaves the run valid. */
    private SentBurst burst(Processes processes, Server server, ArmPrediction prediction, Samples read) {
        PlannedArm arm = prediction.arm();
        String url = "http://" + options.host() + ":" + server.port() + arm.path() + "?"
                + load.shortHold().query() + arm.query();
        SentBurst.CrossCheck crossCheck = null;
        try {
            crossCheck = new ApacheBench(processes, options.work()).run(load, url);
        } catch (LabException e) {
            out.println(e.getMessage());
        }
        settle(server); // ab may leave before the server has finished
        return read.burst(prediction, crossCheck);
    }

    private Progress.Plan plan(Prediction prediction) {
        Experiment.Warmup warmup = experiment.warmup();
        Integer planned = load.requests();
        return new Progress.Plan(
                (warmup == null ? 0 : warmup.requests()) + (load.isBurst() ? load.users() * CONNECT_REQUESTS : 0),
                prediction.requests(),
                planned != null && planned == prediction.requests(),
                prediction.durationMs() / 1_000 + (warmup == null ? 0 : warmup.seconds(load)));
    }

    /**
     * Waits until the server has finished the requests whose clients have left, so that the ledger balances. Stops waiting if no
     * further request starts for two minutes.
     */
    private static void settle(Server server) {
        long started = -1;
        long giveUp = 0;
        while (isBusy(server)) {
            long now = server.probe().ledger().started();
            if (now != started) giveUp = System.nanoTime() + SETTLE_SECONDS * 1_000_000_000L;
            else if (System.nanoTime() > giveUp) return;
            started = now;
            ApplicationClient.pause(200);
        }
    }

    private static boolean isBusy(Server server) {
        return server.probe().ledger().inFlight() > 0 || server.probe().pool().queued() > 0;
    }

    /** The plan's properties, for an arm on a server at this port. */
    public Map<String, Object> properties(int port, PlannedArm arm) {
        Map<String, Object> properties = requests(port, arm);
        properties.put("users", load.users());
        properties.put("ramp", load.rampSeconds());
        properties.put("loops", load.loops() == null ? -1 : load.loops());
        if (load.duration() != null) properties.put("duration", load.duration());
        if (arm.stopAfterSeconds() != null) properties.put("stopAfter", arm.stopAfterSeconds());
        properties.put("thinkMinMs", load.thinkMinMs());
        properties.put("thinkMaxMs", load.thinkMaxMs());
        properties.put("httpclient4.time_to_live", load.client().connectionMs());
        if (load.isBurst()) {
            properties.put("together", load.users());
            properties.put("connectRequests", CONNECT_REQUESTS);
            properties.put("connectPath", arm.path() + "?ms=1");
        }
        if (experiment.warmup() != null) {
            properties.put("warmupUsers", experiment.warmup().users());
            properties.put("warmupLoops", experiment.warmup().loops());
        }
        return properties;
    }

    /** The properties that describe a request. Both plans have them. */
    private Map<String, Object> requests(int port, PlannedArm arm) {
        var properties = new LinkedHashMap<String, Object>();
        properties.put("host", options.host());
        properties.put("port", port);
        properties.put("path", arm.path());
        properties.put("seed", model.seed());
        properties.put("longPercent", load.longPercent());
        properties.put("shortLabel", load.shortHold().label());
        properties.put("shortQuery", load.shortHold().query() + arm.query());
        if (load.longHold() != null) {
            properties.put("longLabel", load.longHold().label());
            properties.put("longQuery", load.longHold().query() + arm.query());
        }
        ClientPlan client = load.client();
        if (client.timeoutMs() != null) properties.put("responseTimeoutMs", client.timeoutMs());
        if (!client.keepAlive()) properties.put("keepAlive", false);
        if (client.body() != null) properties.put("body", client.body());
        if (experiment.warmup() != null)
            properties.put(
                    "warmupPath",
                    experiment.warmup().path() + "?" + load.warmupQuery()
                            + (arm.stations() == null ? "" : arm.stations().query()));
        return properties;
    }

    /**
     * The properties of an open load: the arrivals of the warm-up, a pause, the arrivals of the load, and the time that the last
     * requests need.
     */
    private Map<String, Object> openProperties(int port, ArmPrediction prediction) {
        Map<String, Object> properties = requests(port, prediction.arm());
        Integer timeoutMs = load.client().timeoutMs();
        double drain = timeoutMs == null
                ? drainSeconds(load.arrivals(), prediction.figures().durationMs())
                : DRAIN_SECONDS + timeoutMs / 1_000.0;
        Experiment.Warmup warmup = experiment.warmup();
        properties.putAll(load.arrivals()
                .properties(
                        warmup == null ? 0 : warmup.users(),
                        warmup == null ? 1 : warmup.loops(),
                        1 + Math.ceil(load.serviceMeanMs() / 1_000),
                        Math.ceil(drain)));
        return properties;
    }

    /** The seconds that JMeter waits after the last arrival. They allow for 1.5 times the predicted time after that arrival. */
    public static double drainSeconds(ArrivalPlan arrivals, double predictedMillis) {
        return DRAIN_SECONDS + Math.ceil(DRAIN_FACTOR * Math.max(0, predictedMillis / 1_000 - arrivals.seconds()));
    }

    /**
     * Whether the arm's JVM tracks its native memory. Other JVMs may lack the diagnostic command, so it is sent to no other JVM.
     */
    private static boolean tracksMemory(PlannedArm arm) {
        return arm.jvm().stream().anyMatch(flag -> flag.startsWith("-XX:NativeMemoryTracking"));
    }

    private static Long peakRss(long pid) {
        String line = Environment.lineOf(Path.of("/proc/" + pid + "/status"), "VmHWM");
        return line == null ? null : (Long) (Long.parseLong(line.replaceAll("\\D", "")) * 1024);
    }
}
