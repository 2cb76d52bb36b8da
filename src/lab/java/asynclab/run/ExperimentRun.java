package asynclab.run;

import asynclab.options.Jdks;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.run.ArmRuns.FinishedRun;
import asynclab.run.plan.ArmPrediction;
import asynclab.run.plan.Configuration;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.Model;
import asynclab.run.plan.PlannedArm;
import asynclab.run.plan.PlannedStations;
import asynclab.run.result.Environment;
import asynclab.run.result.ExperimentResult;
import asynclab.run.result.MeasuredArm;
import asynclab.run.result.Threshold;
import asynclab.run.result.Validity;
import asynclab.run.result.ValidityCheck;
import asynclab.server.Processes;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Runs one experiment. Each run of an arm has a new server, a warm-up and the load. Then the measured figures are compared with
 * the predicted figures.
 */
public final class ExperimentRun {

    private static final String JETTYS_QUEUE = "-Dlab.qosRequests="; // ServerSettings has it

    /** To start and stop the server and JMeter. */
    public static final double SECONDS_ROUND_AN_ARM = 6;

    private final Options options;
    private final Experiment experiment;
    private final Model model;
    private final Evaluation evaluation;
    private final List<PlannedArm> arms;
    private final PrintStream out;
    private double estimatedSeconds = -1;

    public ExperimentRun(Options options, String name, PrintStream out) {
        this(options, Experiment.named(name), options.seed(), options.arms(), out);
    }

    /** All arms of an experiment that has no file, with the seed of its load. */
    public ExperimentRun(Options options, Experiment experiment, PrintStream out) {
        this(
                options,
                experiment,
                experiment.workload().seed(),
                experiment.arms().stream().map(PlannedArm::name).toList(),
                out);
    }

    private ExperimentRun(Options options, Experiment experiment, Long seed, List<String> armNames, PrintStream out) {
        this.options = options;
        this.out = out;
        this.experiment = experiment;
        LoadPlan load = experiment.workload().faster(options.speed());
        model = new Model(load, seed == null ? load.seed() : seed);
        evaluation = new Evaluation(experiment, model, options.speed());
        arms = chosenArms(armNames);
        checkOpen();
        Threshold.check(
                Threshold.parse(options.thresholds()),
                arms.stream().map(PlannedArm::name).toList());
    }

    public String name() {
        return experiment.name();
    }

    /** Whether there is no arm to run: none was chosen, or this machine cannot run it. */
    public boolean isEmpty() {
        return arms.isEmpty();
    }

    public Experiment experiment() {
        return experiment;
    }

    /** The arms that this run measures, at the speed of the run. */
    public List<PlannedArm> arms() {
        return arms;
    }

    /** Runs the experiment and returns its result. After an interruption it continues with the first run that is not finished. */
    public ExperimentResult run(Processes processes) throws IOException {
        if (arms.isEmpty()) throw new LabException("The experiment " + experiment.name() + " has no arm left to run.");
        KeptRuns kept = KeptRuns.of(options, experiment.name());
        Map<String, Object> now = Environment.read(options, model.seed());
        now.putAll(Configuration.of(options.project()).of(experiment.name()));
        String laterJdk = Jdks.later(
                options.jdk(), arms.stream().mapToInt(PlannedArm::minJdk).max().orElse(0));
        if (laterJdk != null) now.put("laterJdk", laterJdk);
        Map<String, Object> environment = kept.environment(now);
        announce(kept);

        Map<String, ArmRuns> measured = new LinkedHashMap<>();
        for (int repeat = 1; repeat <= options.repeats(); repeat++) {
            List<PlannedArm> order = new ArrayList<>(arms);
            if (repeat % 2 == 0)
                Collections.reverse(order); // A B B A: a drift of the machine affects both arms equally
            for (PlannedArm arm : order) {
                FinishedRun run = kept.run(arm, repeat);
                if (run == null) {
                    run = measure(processes, arm, repeat, measured, kept.curves());
                    kept.add(arm, run);
                }
                known(arm, run, measured).runs().add(run);
            }
        }
        ExperimentResult result = evaluation.of(List.copyOf(measured.values()), environment, options, kept.curves());
        result.summary().writeTo(options.results().resolve(name()).resolve("summary.json")); // or it could be lost
        kept.delete();
        return result;
    }

    /** Runs each arm once, in their order. Nothing is stored. */
    public List<MeasuredArm> runOnce(Processes processes) {
        Map<String, ArmRuns> measured = new LinkedHashMap<>();
        return arms.stream()
                .map(arm -> {
                    ArmRun run = measureOnce(processes, arm, 1, measured);
                    ArmRuns known = measured.get(arm.name());
                    return new MeasuredArm(
                            arm.name(),
                            known.version(),
                            known.prediction(),
                            run.serverFigures().threads().usableThreads(),
                            run.samples().measured(List.of()),
                            RunChecks.of(run, known.prediction(), model.seed()));
                })
                .toList();
    }

    /**
     * Measures a run of the arm. In a series, and for a reference, a run that is not valid is left out if it says nothing about the
     * server ({@link Validity#leftOut}). It is measured again, at most once for each arm. The result has a check about the run that was left out.
     */
    private FinishedRun measure(
            Processes processes, PlannedArm arm, int repeat, Map<String, ArmRuns> measured, Path curves)
            throws IOException {
        ArmRun run = measureOnce(processes, arm, repeat, measured);
        ArmRuns known = measured.get(arm.name());
        ValidityCheck leftOut = !isRepeatable() || !known.leftOut().isEmpty()
                ? null
                : Validity.leftOut(
                        repeat, run.samples().all().throughput(), RunChecks.of(run, known.prediction(), model.seed()));
        if (leftOut != null) {
            out.printf("%s: %s%n", arm.name(), leftOut.detail());
            run = measureOnce(processes, arm, repeat, measured);
        }
        return evaluation.finished(run, known, leftOut, curves);
    }

    private ArmRun measureOnce(Processes processes, PlannedArm arm, int repeat, Map<String, ArmRuns> measured) {
        String name = arm.name() + "-" + repeat;
        out.printf("%n%s: starting %s%n", name, options.server());
        try (var servers = new Servers(processes, arm, name)) {
            var pool = servers.measured.probe().pool();
            var known = measured.computeIfAbsent(
                    arm.name(),
                    none -> new ArmRuns(
                            servers.measured.probe().version(), predicted(arm, pool.usable(), pool.reserved())));
            var armModel = new Model(model.load().of(arm), model.seed());
            return new LoadRun(options, experiment, armModel, out)
                    .run(processes, servers.measured, known.prediction(), repeat);
        }
    }

    /** The runs of the arm so far. If an earlier start measured the first one, the prediction is for its server. */
    private ArmRuns known(PlannedArm arm, FinishedRun run, Map<String, ArmRuns> measured) {
        var pool = run.result().server().threads();
        return measured.computeIfAbsent(
                arm.name(),
                none -> new ArmRuns(run.version(), predicted(arm, pool.usableThreads(), pool.reservedThreads())));
    }

    private ArmPrediction predicted(PlannedArm arm, int usable, int reserved) {
        return model.predict(arm, usable, reserved, model.load().isBurst());
    }

    /** A single run prints its failed checks; the user decides. */
    private boolean isRepeatable() {
        return options.repeats() > 1 || options.publish();
    }

    /** The server under measurement, and the backend its gateways call if the experiment has one. */
    private final class Servers implements AutoCloseable {
        private final Server backend;
        private final Server measured;

        Servers(Processes processes, PlannedArm arm, String name) {
            backend = experiment.backend()
                    ? Server.start(options, processes, ServerSettings.named(name + "-backend"))
                    : null;
            try {
                measured = Server.start(options, processes, settings(arm, name));
            } catch (RuntimeException e) {
                if (backend != null) backend.close();
                throw e;
            }
        }

        private ServerSettings settings(PlannedArm arm, String name) {
            List<String> flags = new ArrayList<>(arm.jvm());
            flags.addAll(arm.workers().jvmFlags());
            if (backend != null) flags.add("-Dasynclab.backend=http://127.0.0.1:" + backend.port());
            var settings = new ServerSettings(
                    name,
                    options.host(),
                    options.port(),
                    requestThreads(arm),
                    arm.reservedThreads(),
                    Jdks.java(options.jdk(), arm.minJdk()),
                    flags,
                    false);
            return arm.stations() == null ? settings : with(arm.stations(), settings);
        }

        /** The database is that of the application, in its own JVM. */
        private static ServerSettings with(PlannedStations stations, ServerSettings threadsAlone) {
            ServerSettings settings = threadsAlone;
            if (stations.connections() != null) settings = settings.withConnections(stations.connections());
            if (stations.virtual())
                settings = settings.withVirtualThreads(stations.limit() == null ? 0 : stations.limit());
            return stations.processors() == null
                    ? settings
                    : settings.withProcessors("0-" + (stations.processors() - 1));
        }

        @Override
        public void close() {
            measured.close();
            if (backend != null) backend.close();
        }
    }

    private List<PlannedArm> chosenArms(List<String> names) {
        experiment.check(names);
        var chosen = new ArrayList<PlannedArm>();
        for (PlannedArm unscaled : experiment.arms()) {
            PlannedArm arm = unscaled.faster(options.speed());
            boolean wanted = names.isEmpty() ? !arm.optional() : arm.isAmong(names);
            if (!wanted) continue;
            String why = whyNot(unscaled);
            if (why == null) chosen.add(arm);
            else out.println("The arm " + arm.name() + " is skipped, because " + why + ".");
        }
        return chosen;
    }

    /** Why this machine or the server cannot run an arm, as a clause; null if they can. */
    private String whyNot(PlannedArm arm) {
        if (Jdks.java(options.jdk(), arm.minJdk()) == null) return Jdks.whyNone(options.jdk(), arm.minJdk());
        if (options.server().equals("jetty")) return null;
        if (isOfReservedThreads(arm)) return "only Jetty has reserved threads";
        boolean ofJetty = arm.waitsUnseen() || arm.jvm().stream().anyMatch(flag -> flag.startsWith(JETTYS_QUEUE));
        return ofJetty ? "only Jetty has its limit" : null;
    }

    /** Whether its reserved threads alone make it another arm than one that the experiment has, too. */
    private boolean isOfReservedThreads(PlannedArm arm) {
        return arm.reservedThreads() != 0
                && experiment.arms().stream()
                        .anyMatch(other -> other.reservedThreads() == 0
                                && other.path().equals(arm.path())
                                && Objects.equals(other.requestThreads(), arm.requestThreads())
                                && Objects.equals(other.stations(), arm.stations()));
    }

    private void checkOpen() {
        if (!model.load().isOpen()) return;
        if (!options.engines().isEmpty())
            throw new LabException("-Dengines must be left out for the experiment " + experiment.name()
                    + ", because JMeter's engines cannot share the arrivals of an open load.");
        if (model.seed() == 0)
            throw new LabException("-Dseed must not be 0 for the experiment " + experiment.name()
                    + ", because JMeter takes 0 for a random seed.");
    }

    /**
     * The estimated time of the experiment. It is computed once, because the estimate simulates each arm. The estimate takes all
     * request threads as usable, because their number is not known before the server starts.
     */
    public double estimatedSeconds() {
        if (estimatedSeconds < 0) estimatedSeconds = estimate();
        return estimatedSeconds;
    }

    private double estimate() {
        double seconds = 0;
        boolean burst = model.load().isBurst();
        for (PlannedArm arm : arms)
            seconds += SECONDS_ROUND_AN_ARM
                    + (experiment.warmup() == null ? 0 : experiment.warmup().seconds(model.load()))
                    + model.predict(arm, requestThreads(arm), -1, burst).seconds()
                            * (burst && ApacheBench.isInstalled() ? 2 : 1);
        return seconds * options.repeats();
    }

    private int requestThreads(PlannedArm arm) {
        return arm.requestThreads() == null ? experiment.requestThreads() : arm.requestThreads();
    }

    private void announce(KeptRuns kept) throws IOException {
        int runs = arms.size() * options.repeats();
        out.printf(
                "%s%nArms: %s. Server: %s. Load of each arm: %s, %s. Runs of each arm: %d. Estimated time: %s.%n",
                experiment.title(),
                arms.stream().map(PlannedArm::name).collect(Collectors.joining(", ")),
                options.server(),
                model.load().isOpen()
                        ? "arrivals for "
                                + Progress.duration(model.load().arrivals().seconds())
                        : model.load().users() + " users",
                model.load().requests() == null
                        ? model.load().durationSeconds() + " s each"
                        : model.load().requests() + " requests",
                options.repeats(),
                Progress.duration(estimatedSeconds() * (runs - kept.count()) / runs));
        if (kept.count() > 0)
            out.printf(
                    "%d of %d runs were finished before an interruption. To measure them again, delete the folder %s.%n",
                    kept.count(), runs, options.relative(kept.folder()));
    }
}
