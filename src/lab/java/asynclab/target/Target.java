package asynclab.target;

import asynclab.experiment.Progress;
import asynclab.experiment.RunChecks;
import asynclab.experiment.Samples;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.plan.Experiment;
import asynclab.plan.Model;
import asynclab.queueing.Budget;
import asynclab.queueing.Station;
import asynclab.queueing.Trace;
import asynclab.queueing.advice.Explanation;
import asynclab.queueing.advice.Published;
import asynclab.result.Environment;
import asynclab.result.Summary;
import asynclab.result.TargetModel;
import asynclab.result.Threshold;
import asynclab.result.Times;
import asynclab.result.Validity;
import asynclab.result.Verdict;
import asynclab.server.Processes;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Somebody's own service, measured from outside: nothing of ours runs there, and nothing is known of it. First a few users
 * ask for it one request after another, which tells how long a request takes alone. Then a ramp of users who never pause, until
 * all are at work. If they get fewer requests answered than users ÷ that time, they waited for something, and throughput × time
 * is how many requests it takes at once: threads, connections, permits or processors, which look the same from outside.
 */
public final class Target {

    private static final String BASELINE = "baseline";
    private static final int USERS_ALONE = 2;
    private static final int SECONDS_ALONE = 5; // or less, if that is asked for
    private static final double MOST_PER_SECOND = 5_000; // that JMeter can be asked for
    private static final int RESPONSES_IN_A_RAMP = 5;
    private static final double BUSY_CLIENT = 0.7;
    private static final double SAME_WORK = 0.1;
    private static final int FEW_ALONE = 10;

    private final Options options;
    private final TargetRun jmeter;
    private final PrintStream out;
    private final Map<String, Known> known = new LinkedHashMap<>(); // in the order of their first runs
    private final List<Validity.Check> validity = new ArrayList<>();
    private Experiment.Load workload;

    /**
     * What is known of a service so far.
     *
     * @param arm what its first run tells, with a run for each repeat
     * @param verdict of the first run
     * @param pools how many requests it takes at once, run by run; null where a run tells of no limit
     */
    private record Known(Summary.Arm arm, String verdict, List<Integer> pools) {}

    Target(Options options, Processes processes, PrintStream out) {
        this.options = options;
        jmeter = new TargetRun(options, processes, out);
        this.out = out;
    }

    /** Measures the target, after the baseline if there is one, as often as asked for, and returns what was found. */
    public static Summary run(Options options, Processes processes, PrintStream out) throws IOException {
        Map<String, URI> targets = new LinkedHashMap<>();
        if (options.baseline() != null) targets.put(BASELINE, options.baseline());
        targets.put(TargetModel.NAME, options.target());
        Threshold.check(Threshold.parse(options.thresholds()), List.copyOf(targets.keySet()));
        Map<String, Object> environment = Environment.read(options, TargetModel.SEED);
        environment.keySet().removeAll(List.of("serverJdk", "serverJvmFlags", "jettyXml"));
        var measured = new Target(options, processes, out);
        for (int repeat = 1; repeat <= options.repeats(); repeat++) {
            List<String> order = new ArrayList<>(targets.keySet());
            if (repeat % 2 == 0) Collections.reverse(order); // A B B A: a drift of the machine meets both alike
            for (String name : order) measured.measure(name, repeat, targets.get(name));
        }
        return measured.summary(environment);
    }

    /** Reports anew what was measured and stored; runs nothing. */
    public static Summary again(Options options) throws IOException {
        Path folder = options.results().resolve(TargetModel.NAME);
        if (!Summary.isIn(folder))
            throw new LabException("There is no stored result of a target to report. Leave out -Drun to measure one.");
        Summary stored = Summary.read(folder.resolve("summary.json"));
        Threshold.check(
                Threshold.parse(options.thresholds()),
                stored.arms().stream().map(Summary.Arm::name).toList());
        return stored.with(stored.thresholds(), Validity.complete(stored.validity(), stored.environment()));
    }

    private void measure(String name, int repeat, URI uri) throws IOException {
        String run = name + "-" + repeat;
        out.printf("%n%s: requests without load, %d users at %s%n", run, USERS_ALONE, uri);
        Samples alone = jmeter.ask(
                        run, uri, TargetModel.ALONE, USERS_ALONE, 0, Math.min(SECONDS_ALONE, options.seconds()))
                .samples();
        if (alone.errorCount() > 0)
            throw new LabException("The " + name + " failed without load. " + RunChecks.failed(alone) + ".");
        double millis = Math.max(1, alone.all().histogram().getMean());
        // the load of the first run is every other's, too
        Experiment.Load load = workload == null
                ? TargetModel.load(users(millis), ramp(millis), millis)
                : TargetModel.load(workload.users(), workload.rampSeconds(), millis);
        out.printf(
                "%s: a request without load takes %s ms. Now %d users start within %d s; about %s in all.%n",
                run,
                Verdict.number(millis),
                load.users(),
                load.rampSeconds(),
                Progress.duration(load.rampSeconds() + load.durationSeconds()));
        var asked = jmeter.ask(run, uri, TargetModel.LOADED, load.users(), load.rampSeconds(), load.durationSeconds());
        add(name, uri, load, alone, asked.samples(), asked.clientCpuSeconds());
    }

    /**
     * Adds a run, a service's first or another of it.
     *
     * @param sent of which users and ramp are what was asked for
     */
    void add(String name, URI uri, Experiment.Load sent, Samples alone, Samples loaded, double clientCpuSeconds)
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
        var measured = samples.measured();
        double millis = TargetModel.aloneMillis(measured);
        Experiment.Load load = TargetModel.load(sent.users(), sent.rampSeconds(), millis);
        Experiment.Arm arm = TargetModel.arm(name, TargetRun.path(uri));
        var explanation = Explanation.ofThreads(
                load.toModel(arm),
                new Published(Map.of(
                        Published.Statistic.THROUGHPUT, measured.throughput(),
                        Published.Statistic.MEAN, measured.meanMs())),
                Explanation.USUAL_TOLERANCE_PERCENT,
                Budget.unlimited());
        Integer pool = explanation.outcome() == Explanation.Conclusion.FOUND ? explanation.value() : null;
        double busy = clientCpuSeconds
                * 1_000
                / all.whole().millis()
                / Runtime.getRuntime().availableProcessors();
        check(name, load, measured, loaded, busy);
        Known before = known.get(name);
        if (before != null) {
            before.arm.runs().add(new Summary.Run(before.arm.runs().size() + 1, measured, null));
            before.pools.add(pool);
            return;
        }
        workload = load;
        var model = new Model(load, TargetModel.SEED);
        var predicted = Summary.Predicted.of(model.predict(arm, TargetModel.station(pool)), TargetModel.station(pool));
        var first = new Summary.Arm(
                name,
                arm.path(),
                TargetModel.NOTHING_PUBLISHED,
                predicted,
                measured,
                null,
                Verdict.why(TargetVerdict.limit(load, predicted), load, predicted, measured, busy),
                Verdict.word(load, predicted, busy),
                new ArrayList<>(List.of(new Summary.Run(1, measured, null))));
        String verdict =
                TargetVerdict.of(name, millis, load, measured, explanation, model.predict(arm, Station.unlimited()));
        known.put(name, new Known(first, verdict, new ArrayList<>(Arrays.asList(pool))));
        Path folder = Files.createDirectories(options.results().resolve(TargetModel.NAME));
        writeTimeline(all, folder.resolve(name + "-timeline.csv"));
        try (var hgrm = new PrintStream(folder.resolve(name + ".hgrm").toFile(), StandardCharsets.UTF_8)) {
            all.histogram().outputPercentileDistribution(hgrm, 1.0);
        }
        Times.write(folder.resolve(name + "-times.csv"), loaded.byLabel());
    }

    private void check(String name, Experiment.Load load, Summary.Measured measured, Samples loaded, double busy) {
        int errors = loaded.errorCount();
        int size = loaded.all().size();
        validity.add(new Validity.Check(
                "errors", name, errors == 0, RunChecks.areSerious(errors, size), RunChecks.failed(loaded)));
        validity.add(RunChecks.littlesLaw(name, loaded.all(), load));
        Summary.ByLabel alone = measured.byLabel().get(TargetModel.ALONE);
        boolean disturbed = alone.meanMs() > TargetModel.aloneMillis(measured) * (1 + SAME_WORK);
        validity.add(new Validity.Check(
                TargetModel.ALONE,
                name,
                alone.samples() >= FEW_ALONE && !disturbed,
                false,
                text("%,d requests, mean %.0f ms", alone.samples(), alone.meanMs())
                        + (disturbed ? ", more than under load: something disturbed them" : "")));
        validity.add(new Validity.Check(
                "client",
                name,
                busy < BUSY_CLIENT,
                false,
                text("JMeter used %.0f %% of this machine's processors", busy * 100)));
    }

    List<Validity.Check> validity() {
        return List.copyOf(validity);
    }

    Summary summary(Map<String, Object> environment) {
        List<Summary.Arm> arms = known.values().stream().map(Known::arm).toList();
        validity.add(0, Validity.machineIdle(environment));
        String verdict = known.values().stream()
                .map(it -> it.verdict + TargetVerdict.runByRun(it.pools))
                .collect(Collectors.joining(" "));
        if (arms.size() == 2) {
            validity.add(sameWork(arms.get(0), arms.get(1)));
            verdict += " " + TargetVerdict.compared(arms.get(0), arms.get(1));
        }
        String failed = Verdict.distrust(validity);
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
                failed == null ? verdict : failed);
    }

    private static Validity.Check sameWork(Summary.Arm baseline, Summary.Arm target) {
        double alone = TargetModel.aloneMillis(target.measured()) / TargetModel.aloneMillis(baseline.measured()) - 1;
        return new Validity.Check(
                "same-work",
                TargetModel.NAME,
                Math.abs(alone) <= SAME_WORK,
                false,
                text(
                        "without load %.0f ms at the target, %.0f ms at the baseline",
                        TargetModel.aloneMillis(target.measured()), TargetModel.aloneMillis(baseline.measured())));
    }

    private int users(double millis) {
        return (int) Math.max(USERS_ALONE, Math.min(options.users(), MOST_PER_SECOND * millis / 1_000));
    }

    /** Long enough for some responses of every user, however long they take alone. */
    private int ramp(double millis) {
        return (int) Math.max(options.seconds(), Math.ceil(RESPONSES_IN_A_RAMP * millis / 1_000));
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

    private static String text(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
