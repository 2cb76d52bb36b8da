package asynclab.lab;

import asynclab.queueing.Budget;
import asynclab.queueing.ClosedSimulation;
import asynclab.queueing.Prediction;
import asynclab.queueing.Station;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Runs one experiment from start to report: for each repeat and arm a fresh server, warmed up, loaded and watched; then the
 * figures, beside the model's. Exit code 0 when the experiment ran, whatever it found; 2 and one sentence when it could not.
 */
public final class Lab {

    private static final double SECONDS_ROUND_AN_ARM = 6; // the starts of server and JMeter, their stops
    private static final long SETTLE_SECONDS = 120;
    private static final String WARM_UP = "warm-up"; // the name of the plan's thread group

    private final Options options;
    private final Experiment experiment;
    private final Experiment.Load load;
    private final PlanDraws draws;
    private final List<Experiment.Arm> arms;
    private final PrintStream out;

    private Lab(Options options, String experiment, PrintStream out) {
        this.options = options;
        this.out = out;
        this.experiment = Experiment.named(experiment);
        load = this.experiment.workload().faster(options.speed());
        draws = new PlanDraws(load, options.seed() == null ? load.seed() : options.seed());
        arms = chosenArms();
    }

    /** The entry point of profile {@code lab}, which fails with the sentence this leaves in the file {@code lab.failure}. */
    public static void main(String[] arguments) throws IOException {
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Path failure = Path.of(System.getProperty("lab.failure", "lab-failure.txt"));
        Files.writeString(failure, ""); // empty: it did not fail
        try {
            run(out, arguments);
        } catch (LabException e) {
            Files.writeString(failure, e.getMessage());
            out.println("Async Servlet Lab: " + e.getMessage());
            System.exit(2);
        }
    }

    /**
     * Runs an experiment, or all of them, and returns the folder of the (last) result.
     *
     * @param arguments {@code name=value}, see {@link Options}
     */
    public static Path run(PrintStream out, String... arguments) {
        Options options = Options.of(arguments);
        try (var processes = new Processes()) {
            return options.experiment().equals("all")
                    ? runAll(options, processes, out)
                    : new Lab(options, options.experiment(), out).run(processes);
        } catch (IOException e) {
            throw new LabException("The result cannot be written: " + e.getMessage(), e);
        }
    }

    /** One experiment after another; after an interruption the same command goes on with the first that was not finished. */
    private static Path runAll(Options options, Processes processes, PrintStream out) throws IOException {
        Path finished = options.work().resolve("all-finished.txt");
        Files.createDirectories(options.work());
        List<String> done = Files.exists(finished) ? Files.readAllLines(finished) : List.of();
        List<Lab> labs = Experiment.names().stream()
                .filter(name -> !done.contains(options.command() + " " + name))
                .map(name -> new Lab(options, name, out))
                .filter(lab -> !lab.arms.isEmpty())
                .toList();
        double seconds = labs.stream().mapToDouble(Lab::estimatedSeconds).sum();
        out.printf(
                "%d experiments, %d of them finished before; the rest takes about %s.%n%n",
                Experiment.names().size(), Experiment.names().size() - labs.size(), duration(seconds));
        Path last = options.results();
        for (Lab lab : labs) {
            last = lab.run(processes);
            seconds -= lab.estimatedSeconds();
            Files.writeString(
                    finished,
                    options.command() + " " + lab.experiment.name() + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            out.printf("%nAbout %s left for the rest.%n%n", duration(Math.max(0, seconds)));
        }
        Files.deleteIfExists(finished);
        return last;
    }

    private Path run(Processes processes) throws IOException {
        if (arms.isEmpty()) throw new LabException("No arm of " + experiment.name() + " is left to run.");
        Path plan = options.project().resolve("jmeter/plan.jmx");
        Map<String, Object> environment = Environment.read(options, plan, draws.seed());
        announce();

        Map<String, List<ArmRun>> runs = new LinkedHashMap<>();
        arms.forEach(arm -> runs.put(arm.name(), new ArrayList<>()));
        Map<String, Prediction> predictions = new LinkedHashMap<>();
        Map<String, Station> stations = new LinkedHashMap<>();
        String version = options.server();
        for (int repeat = 1; repeat <= options.repeats(); repeat++) {
            List<Experiment.Arm> order = new ArrayList<>(arms);
            if (repeat % 2 == 0) Collections.reverse(order); // A B B A: a drift of the machine meets both alike
            for (Experiment.Arm arm : order) {
                String name = arm.name() + "-" + repeat;
                out.printf("%n%s: starting %s%n", name, options.server());
                try (var servers = new Servers(processes, arm, name)) {
                    version = servers.measured.probe().version();
                    Station station =
                            arm.station(servers.measured.probe().pool().usable());
                    stations.put(arm.name(), station);
                    Prediction prediction = predictions.computeIfAbsent(
                            arm.name(), n -> Prediction.of(load.toModel(arm), this::drawsOf, draws.seed(), station));
                    runs.get(arm.name()).add(run(processes, servers.measured, arm, repeat, plan, prediction));
                }
            }
        }
        return write(runs, predictions, stations, environment, version);
    }

    private PlanDraws drawsOf(long seed) {
        return new PlanDraws(load, seed);
    }

    /** The server under measurement, and the backend its gateways call if the experiment has one. */
    private final class Servers implements AutoCloseable {
        private final Server backend;
        private final Server measured;

        Servers(Processes processes, Experiment.Arm arm, String name) {
            String java = arm.minJdk() == null ? Jdks.own() : Jdks.atLeast(arm.minJdk());
            List<String> flags = new ArrayList<>(arm.jvm() == null ? List.of() : arm.jvm());
            backend = experiment.backend()
                    ? Server.start(options, processes, Server.Settings.named(name + "-backend"))
                    : null;
            if (backend != null) flags.add("-Dasynclab.backend=http://127.0.0.1:" + backend.port());
            measured = Server.start(
                    options, processes, new Server.Settings(name, options.port(), requestThreads(arm), java, flags));
        }

        @Override
        public void close() {
            measured.close();
            if (backend != null) backend.close();
        }
    }

    private List<Experiment.Arm> chosenArms() {
        List<String> known =
                experiment.arms().stream().map(Experiment.Arm::name).toList();
        for (String name : options.arms())
            if (!options.experiment().equals("all") && !known.contains(name))
                throw new LabException("The experiment " + experiment.name() + " has no arm \"" + name + "\"; it has "
                        + String.join(", ", known) + ".");
        var chosen = new ArrayList<Experiment.Arm>();
        for (Experiment.Arm unscaled : experiment.arms()) {
            Experiment.Arm arm = unscaled.faster(options.speed());
            boolean wanted =
                    options.arms().isEmpty() ? !arm.optional() : options.arms().contains(arm.name());
            if (!wanted) continue;
            if (arm.minJdk() == null || Jdks.atLeast(arm.minJdk()) != null) chosen.add(arm);
            else
                out.printf(
                        "The arm %s is left out: it needs a JDK %d, and none was found.%n", arm.name(), arm.minJdk());
        }
        return chosen;
    }

    private double estimatedSeconds() {
        double seconds = 0;
        for (Experiment.Arm arm : arms) {
            // all threads usable: near enough to say how long it takes
            int threads = arm.station(requestThreads(arm)).threads();
            seconds += SECONDS_ROUND_AN_ARM
                    + warmupSeconds()
                    + ClosedSimulation.run(load.toModel(arm), draws, threads, 0)
                                    .whole()
                                    .millis()
                            / 1_000;
        }
        return seconds * options.repeats();
    }

    private int requestThreads(Experiment.Arm arm) {
        return arm.requestThreads() == null ? experiment.requestThreads() : arm.requestThreads();
    }

    private void announce() {
        out.printf(
                "%s%nArms %s on %s, %d users, %s, %s; about %s.%n",
                experiment.title(),
                arms.stream().map(Experiment.Arm::name).collect(Collectors.joining(", ")),
                options.server(),
                load.users(),
                load.requests() == null ? load.durationSeconds() + " s each" : load.requests() + " requests",
                options.repeats() == 1 ? "once" : options.repeats() + " times",
                duration(estimatedSeconds()));
    }

    private ArmRun run(
            Processes processes, Server server, Experiment.Arm arm, int number, Path plan, Prediction prediction) {
        var jmeter = new JMeter(processes, options.jmeterHome());
        Path samples = options.work().resolve(arm.name() + "-" + number + ".jtl");
        String name = arm.name() + "-" + number;

        out.printf(
                "%s: %d requests to %s, after %d for warm-up%n",
                name, prediction.requests(), arm.path(), warmupRequests());
        try (var sampler = new Sampler(server.probe())) {
            double clientCpu =
                    jmeter.run(plan, properties(server, arm), samples, new Progress(name, prediction, sampler));
            settle(server);
            sampler.lookOnce();
            var run = new ArmRun(
                    arm,
                    number,
                    Samples.read(samples, WARM_UP, draws),
                    sampler.ticks(),
                    sampler.missed(),
                    server.probe().ledger(),
                    peakRss(server.pid()),
                    clientCpu);
            out.printf(
                    "%s: done, %.1f/s, mean %.0f ms, %d errors%n",
                    name,
                    run.samples().all().throughput(),
                    run.samples().all().histogram().getMean(),
                    run.samples().errorCount());
            return run;
        }
    }

    /** Waits, within bounds, until the server has done what clients no longer wait for, so that the ledger can be compared. */
    private static void settle(Server server) {
        long giveUp = System.nanoTime() + SETTLE_SECONDS * 1_000_000_000L;
        while ((server.probe().ledger().get("inFlight") > 0
                        || server.probe().pool().queued() > 0)
                && System.nanoTime() < giveUp) {
            try {
                Thread.sleep(200);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private Map<String, Object> properties(Server server, Experiment.Arm arm) {
        var properties = new LinkedHashMap<String, Object>();
        properties.put("host", "127.0.0.1");
        properties.put("port", server.port());
        properties.put("path", arm.path());
        properties.put("users", load.users());
        properties.put("ramp", load.rampSeconds());
        properties.put("loops", load.loops() == null ? -1 : load.loops());
        if (load.durationSeconds() != null) properties.put("duration", load.durationSeconds());
        if (arm.stopAfterSeconds() != null) properties.put("stopAfter", arm.stopAfterSeconds());
        properties.put("seed", draws.seed());
        properties.put("longPercent", load.longPercent());
        properties.put("shortLabel", load.shortHold().label());
        properties.put("shortQuery", load.shortHold().query());
        if (load.longHold() != null) {
            properties.put("longLabel", load.longHold().label());
            properties.put("longQuery", load.longHold().query());
        }
        properties.put("thinkMinMs", load.thinkMinMs());
        properties.put("thinkMaxMs", load.thinkMaxMs());
        if (load.timeoutMs() != null) properties.put("responseTimeoutMs", load.timeoutMs());
        if (load.keepAlive() != null) properties.put("keepAlive", load.keepAlive());
        if (load.body() != null) properties.put("body", load.body());
        if (experiment.warmup() != null) {
            properties.put("warmupUsers", experiment.warmup().users());
            properties.put("warmupLoops", experiment.warmup().loops());
            properties.put("warmupPath", experiment.warmup().path() + "?" + warmupQuery());
        }
        return properties;
    }

    /** The warm-up takes as long as the load's requests, drawn by the server. */
    private String warmupQuery() {
        if (load.longPercent() == 0) return load.shortHold().query();
        return "mix=" + (100 - load.longPercent()) + ":" + load.shortHold().ms() + "," + load.longPercent() + ":"
                + load.longHold().ms();
    }

    private int warmupRequests() {
        return experiment.warmup() == null
                ? 0
                : experiment.warmup().users() * experiment.warmup().loops();
    }

    /** The users take their requests in a row, most in as many times the mean; the unluckiest in half as much again. */
    private double warmupSeconds() {
        return experiment.warmup() == null
                ? 0
                : experiment.warmup().loops() * load.hold().meanMillis() * 1.4 / 1_000;
    }

    /** Prints how far a run is, and how long it will still take: as long as predicted, or at its own rate once it is late. */
    private final class Progress implements JMeter.Progress {
        private final String name;
        private final double predictedSeconds;
        private final long requests;
        private final Sampler sampler;
        private final long startedNanos = System.nanoTime();
        private long printed;

        Progress(String name, Prediction prediction, Sampler sampler) {
            this.name = name;
            this.predictedSeconds = warmupSeconds() + prediction.durationMs() / 1_000;
            this.requests = prediction.requests();
            this.sampler = sampler;
        }

        @Override
        public void samples(long done, long errors) {
            if (done == printed) return;
            printed = done;
            double elapsed = (System.nanoTime() - startedNanos) / 1e9;
            long all = warmupRequests() + requests;
            double late = (all - done) * elapsed / done;
            double left = elapsed < predictedSeconds ? predictedSeconds - elapsed : late;
            out.printf(
                    "%s: %d of %d | %.0f/s | %d errors | about %s left%s%n",
                    name, done, all, done / elapsed, errors, duration(done >= all ? 0 : left), sampler.describe());
        }
    }

    private Path write(
            Map<String, List<ArmRun>> runs,
            Map<String, Prediction> predictions,
            Map<String, Station> stations,
            Map<String, Object> environment,
            String version)
            throws IOException {
        Path folder = options.results().resolve(experiment.name());
        Files.createDirectories(folder);
        var validity = new ArrayList<Validity.Check>();
        var figures = new ArrayList<Summary.Arm>();
        for (Experiment.Arm arm : arms) {
            List<ArmRun> all = runs.get(arm.name());
            ArmRun first = all.get(0);
            for (ArmRun run : all) validity.addAll(Validity.of(run, load, draws));
            var predicted = Summary.Predicted.of(predictions.get(arm.name()), stations.get(arm.name()));
            var measured = Summary.Measured.of(first.samples());
            var inOrder = inMeasuredOrder(arm, stations.get(arm.name()), first);
            figures.add(new Summary.Arm(
                    arm.name(),
                    arm.path(),
                    arm.published(),
                    predicted,
                    measured,
                    inOrder,
                    first.serverFigures(),
                    Verdict.why(load, predicted, measured, inOrder, first.meanMachineLoad()),
                    all.stream()
                            .map(run -> new Summary.Run(
                                    run.number(), Summary.Measured.of(run.samples()), run.serverFigures()))
                            .toList()));
            first.writeTimeline(folder.resolve(arm.name() + "-timeline.csv"));
            try (var hgrm = new PrintStream(folder.resolve(arm.name() + ".hgrm").toFile(), StandardCharsets.UTF_8)) {
                first.samples().all().histogram().outputPercentileDistribution(hgrm, 1.0);
            }
        }
        var summary = new Summary(
                Summary.SCHEMA,
                experiment.name(),
                experiment.title(),
                options.speed(),
                version,
                environment,
                options.command(),
                load,
                figures,
                validity,
                Verdict.of(load, figures, validity));
        summary.writeTo(folder.resolve("summary.json"));
        Report.write(folder);
        out.printf(
                "%n%s%n%s%n%nresults/%s/report.md has the rest.%n",
                Report.table(summary), summary.verdict(), experiment.name());
        return folder;
    }

    /**
     * The model again, with the share of requests that overtook the queue as it was counted: all that did not queue, but for
     * each user's first, which nobody can overtake with.
     */
    private Summary.InMeasuredOrder inMeasuredOrder(Experiment.Arm arm, Station station, ArmRun run) {
        // with a pause between them no request finds the thread of the one before
        boolean mayKeepThread = load.loops() != null && load.loops() > 1 && load.thinkMaxMs() == 0;
        if (!mayKeepThread || !Validity.overtook(run)) return null;
        double unqueued =
                (double) run.samples().unqueued() / run.samples().all().size();
        double overtaking = Math.min(1, unqueued * load.loops() / (load.loops() - 1));
        return Summary.InMeasuredOrder.of(
                overtaking,
                ClosedSimulation.run(
                        load.toModel(arm), draws, station.threads(), overtaking, draws.seed(), Budget.unlimited()));
    }

    private static Long peakRss(long pid) {
        try (var lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .map(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .findFirst()
                    .orElse(null);
        } catch (IOException notThisSystem) {
            return null;
        }
    }

    private static String duration(double seconds) {
        long whole = Math.round(seconds);
        return whole < 60 ? whole + " s" : whole / 60 + " min " + whole % 60 + " s";
    }
}
