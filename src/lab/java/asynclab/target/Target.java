package asynclab.target;

import asynclab.document.Texts;
import asynclab.model.Trace;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.options.TargetOptions;
import asynclab.run.Progress;
import asynclab.run.RunChecks;
import asynclab.run.Samples;
import asynclab.run.plan.LoadPlan;
import asynclab.run.result.ArmResult;
import asynclab.run.result.Conclusion;
import asynclab.run.result.Environment;
import asynclab.run.result.Summary;
import asynclab.run.result.TargetModel;
import asynclab.run.result.Threshold;
import asynclab.run.result.Validity;
import asynclab.run.result.ValidityCheck;
import asynclab.run.result.figures.Measured;
import asynclab.server.Processes;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures a service from outside. The lab installs nothing there and knows nothing about the service. First two users send
 * requests one after another, which gives the response time without load. Then users without think time start during a ramp,
 * until all are active. If throughput is below users ÷ that time, requests are queueing. Then throughput × that time is the
 * concurrency limit: threads, connections, permits or processors, which look the same from outside.
 */
public final class Target {

    private static final String BASELINE = "baseline";
    private static final int USERS_ALONE = 2;
    private static final int MOST_SECONDS_ALONE = 5;
    private static final double MOST_PER_SECOND = 5_000; // of one JMeter
    private static final int RESPONSES_IN_A_RAMP = 5;

    private final TargetOptions options;
    private final TargetRun jmeter;
    private final PrintStream out;
    private final Map<String, MeasuredService> services = new LinkedHashMap<>(); // in the order of their first runs
    private final List<ValidityCheck> validity = new ArrayList<>();
    private LoadPlan workload;

    /**
     * A service and its runs so far.
     *
     * @param clientBusy of the first run
     */
    private record MeasuredService(String path, double clientBusy, List<Measured> runs) {}

    Target(TargetOptions options, Processes processes, PrintStream out) {
        this.options = options;
        jmeter = new TargetRun(options, processes, out);
        this.out = out;
    }

    /** Measures the target, after the baseline if there is one, once for each repeat. */
    public static Summary run(TargetOptions options, Processes processes, PrintStream out) throws IOException {
        Map<String, URI> targets = new LinkedHashMap<>();
        if (options.baseline() != null) targets.put(BASELINE, options.baseline());
        targets.put(TargetModel.NAME, options.target());
        Threshold.check(Threshold.parse(options.thresholds()), List.copyOf(targets.keySet()));
        Map<String, Object> environment = Environment.read(options, TargetModel.SEED);
        environment.keySet().removeAll(List.of("serverJdk", "serverJvmFlags", "jettyXml", "webXml"));
        var measured = new Target(options, processes, out);
        for (int repeat = 1; repeat <= options.repeats(); repeat++) {
            List<String> order = new ArrayList<>(targets.keySet());
            if (repeat % 2 == 0) Collections.reverse(order); // A B B A: a drift of the machine affects both alike
            for (String name : order) measured.measure(name, repeat, targets.get(name));
        }
        return measured.summary(environment);
    }

    /** The stored result. Runs nothing. */
    public static Summary again(Options options) throws IOException {
        Path folder = options.results().resolve(TargetModel.NAME);
        if (!Summary.isIn(folder))
            throw new LabException("There is no stored result of a target to report. Leave out -Drun to measure one.");
        Summary stored = Summary.read(folder.resolve("summary.json"));
        Threshold.check(
                Threshold.parse(options.thresholds()),
                stored.arms().stream().map(ArmResult::name).toList());
        return stored.with(stored.thresholds(), Validity.complete(stored.validity(), stored.environment()));
    }

    private void measure(String name, int repeat, URI uri) throws IOException {
        String run = name + "-" + repeat;
        out.printf("%n%s: requests without load, %d users at %s%n", run, USERS_ALONE, uri);
        Samples alone = jmeter.ask(
                        run, uri, TargetModel.ALONE, USERS_ALONE, 0, Math.min(MOST_SECONDS_ALONE, options.rampSeconds))
                .samples();
        if (alone.errorCount() > 0)
            throw new LabException("The " + name + " failed without load. " + RunChecks.failed(alone) + ".");
        double millis = Math.max(1, alone.all().histogram().getMean());
        // every run has the load of the first one
        LoadPlan load = workload == null
                ? TargetModel.load(users(millis), ramp(millis), millis)
                : TargetModel.load(workload.users(), workload.rampSeconds(), millis);
        out.printf(
                "%s: a request without load takes %s ms. Now %d users start within %d s; about %s in all.%n",
                run,
                Texts.number(millis),
                load.users(),
                load.rampSeconds(),
                Progress.duration(load.rampSeconds() + load.durationSeconds()));
        var asked = jmeter.ask(run, uri, TargetModel.LOADED, load.users(), load.rampSeconds(), load.durationSeconds());
        add(name, uri, load, alone, asked.samples(), asked.clientCpuSeconds());
    }

    /**
     * Adds a run of a service.
     *
     * @param sent the load that was sent
     */
    void add(String name, URI uri, LoadPlan sent, Samples alone, Samples loaded, double clientCpuSeconds)
            throws IOException {
        Trace all = loaded.all();
        var samples = new Samples(
                all,
                Map.of(TargetModel.ALONE, alone.all(), TargetModel.LOADED, all),
                loaded.errors(),
                0,
                0,
                0,
                loaded.maxConnectMs());
        Measured measured = samples.measured();
        LoadPlan load = TargetModel.load(sent, measured);
        double busy = clientCpuSeconds
                * 1_000
                / all.whole().millis()
                / Runtime.getRuntime().availableProcessors();
        validity.addAll(TargetChecks.of(name, load, measured, loaded, busy));
        if (workload == null) workload = load;
        MeasuredService service = services.get(name);
        if (service == null) {
            services.put(name, new MeasuredService(TargetRun.path(uri), busy, new ArrayList<>(List.of(measured))));
            writeCurves(name, loaded);
        } else service.runs.add(measured);
    }

    /** The files of the first run. */
    private void writeCurves(String name, Samples loaded) throws IOException {
        Path folder = Files.createDirectories(options.results().resolve(TargetModel.NAME));
        writeTimeline(loaded.all(), folder.resolve(name + "-timeline.csv"));
        loaded.writeTimes(folder, name);
    }

    List<ValidityCheck> validity() {
        return List.copyOf(validity);
    }

    Summary summary(Map<String, Object> environment) {
        var arms = new ArrayList<ArmResult>();
        services.forEach((name, service) ->
                arms.add(TargetArm.of(name, service.path, workload, service.runs, service.clientBusy)));
        validity.add(0, Validity.machineIdle(environment));
        if (arms.size() == 2) validity.add(TargetChecks.sameWork(arms.get(0), arms.get(1)));
        return new Summary(
                Summary.SCHEMA,
                TargetModel.NAME,
                "Your own service, measured from outside",
                1,
                options.target().getAuthority(),
                environment,
                options.command(TargetModel.NAME),
                workload,
                arms,
                validity,
                List.of(),
                Conclusion.ofTarget(arms, validity));
    }

    private int users(double millis) {
        return (int) Math.max(USERS_ALONE, Math.min(options.users, MOST_PER_SECOND * millis / 1_000));
    }

    /** Seconds. Long enough for some responses of every user. */
    private int ramp(double millis) {
        return (int) Math.max(options.rampSeconds, Math.ceil(RESPONSES_IN_A_RAMP * millis / 1_000));
    }

    private static void writeTimeline(Trace trace, Path file) throws IOException {
        double from = trace.whole().fromMillis();
        try (var csv = new PrintWriter(Files.newBufferedWriter(file))) {
            csv.print("second,ended\n");
            for (int second = 1; second * 1_000 < trace.whole().millis(); second++) {
                double at = from + second * 1_000;
                csv.printf(Locale.ROOT, "%d,%.0f%n", second, trace.throughput(new Trace.Window(at - 500, at + 500)));
            }
        }
    }
}
