package asynclab.cli;

import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.report.Earlier;
import asynclab.run.ExperimentRun;
import asynclab.run.Progress;
import asynclab.run.plan.Configuration;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.PlannedArm;
import asynclab.run.result.ArmResult;
import asynclab.run.result.Environment;
import asynclab.run.result.Summary;
import asynclab.server.Processes;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs experiments one after another: every experiment ({@code all}), or those whose reference is not up to date ({@code stale}).
 * With -Dpublish=true it runs every arm, because a reference must keep its optional arms.
 */
final class ExperimentSeries {

    private final Options options;
    private final Reference reference;
    private final PrintStream out;

    ExperimentSeries(Options options, Reference reference, PrintStream out) {
        this.options = options;
        this.reference = reference;
        this.out = out;
    }

    /** One experiment of the series, with the options that repeat it alone. */
    record Part(Options options, ExperimentRun run) {
        String command() {
            return options.command(run.name());
        }
    }

    /**
     * Runs the series. After an interruption, the same command continues with the first run that was not finished, if the
     * code is the same. An experiment that was refused as a reference is not finished. A published result is no longer stale. So {@code stale} continues even if the code has changed.
     *
     * @return the folder of the last result
     * @throws LabException if results were refused as references; the others are published
     */
    Path run(Processes processes) throws IOException {
        Path finished = Environment.kept(
                options, options.experiment() + (options.publish() ? "-published" : "-finished") + ".txt");
        List<String> done = finished != null && Files.exists(finished) ? Files.readAllLines(finished) : List.of();
        List<Part> left = left(done);
        for (Part part : left) reference.checkArms(part.run.experiment(), part.run.arms()); // before hours of measuring
        List<String> others = ofOthers(done);
        double seconds = announce(left, done.size() - others.size());
        Path last = options.results();
        var refused = new ArrayList<String>();
        for (Part part : left) {
            reference.prepare(part.run.name(), false);
            last = ResultWriter.write(part.run.run(processes), part.options, out);
            try {
                out.print(reference.close(last));
                if (finished != null)
                    Files.writeString(
                            finished, part.command() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (LabException e) {
                refused.add(part.run.name() + ": " + e.getMessage());
            }
            seconds -= part.run.estimatedSeconds();
            out.printf("%nAbout %s left for the rest.%n%n", Progress.duration(Math.max(0, seconds)));
        }
        if (!refused.isEmpty()) throw new LabException(String.join(" ", refused));
        if (finished != null) forget(finished, others); // else the same command measures those refused alone
        return last;
    }

    private static void forget(Path finished, List<String> others) throws IOException {
        if (others.isEmpty()) Files.deleteIfExists(finished);
        else Files.write(finished, others);
    }

    /** Prints what the series would run, and how long it would take. */
    Path list() throws IOException {
        announce(left(List.of()), 0);
        return options.results();
    }

    private double announce(List<Part> left, int done) throws IOException {
        for (Part part : left)
            out.printf("%s%s%n", part.command(), isStale() ? " (" + String.join("; ", reasons(part)) + ")" : "");
        double seconds =
                left.stream().mapToDouble(part -> part.run.estimatedSeconds()).sum();
        out.printf(
                "%d experiments to run, %d finished before; this takes about %s.%n%n",
                left.size(), done, Progress.duration(seconds));
        return seconds;
    }

    private boolean isStale() {
        return options.experiment().equals("stale");
    }

    /** @throws LabException if no experiment has one of the named arms */
    private void checkArms() {
        List<PlannedArm> known = Experiment.names().stream()
                .flatMap(name -> Experiment.named(name).arms().stream())
                .toList();
        for (String name : options.arms())
            if (known.stream().noneMatch(arm -> arm.isAmong(List.of(name))))
                throw new LabException("-Darms must name arms of experiments, but none has \"" + name + "\".");
    }

    /** @param done the commands of the parts that are finished */
    List<Part> left(List<String> done) throws IOException {
        checkArms();
        var left = new ArrayList<Part>();
        for (var one : each().entrySet()) {
            Options alone = one.getValue();
            if (done.contains(alone.command(one.getKey()))) continue;
            var part = new Part(alone, new ExperimentRun(alone, one.getKey(), out));
            if (!part.run.isEmpty() && (!isStale() || !reasons(part).isEmpty())) left.add(part);
        }
        return left;
    }

    /** Those of the finished commands that are of another series of the same code, such as one with other arms. */
    List<String> ofOthers(List<String> done) {
        var others = new ArrayList<>(done);
        each().forEach((name, alone) -> others.remove(alone.command(name)));
        return others;
    }

    /** The options of each experiment of the series, by its name. */
    private Map<String, Options> each() {
        var each = new LinkedHashMap<String, Options>();
        for (String name : Experiment.names()) {
            Experiment experiment = Experiment.named(name);
            List<String> arms = arms(experiment);
            if (!options.arms().isEmpty() && arms.isEmpty()) continue; // it has none of the named arms
            each.put(name, alone(name, arms, experiment.runs(options.repeats())));
        }
        return each;
    }

    /** The same options for one experiment of the series. */
    private Options alone(String experiment, List<String> arms, int repeats) {
        var given = options.given();
        given.putAll(Map.of("experiment", experiment, "arms", String.join(",", arms), "repeats", "" + repeats));
        return Lab.options(given.entrySet().stream().map(Object::toString).toArray(String[]::new));
    }

    /** The names for -Darms=. Empty: all arms except the optional ones. */
    private List<String> arms(Experiment experiment) {
        Stream<PlannedArm> arms = experiment.arms().stream();
        if (!options.arms().isEmpty())
            return arms.filter(arm -> arm.isAmong(options.arms()))
                    .map(PlannedArm::name)
                    .toList();
        boolean every = options.publish() && experiment.arms().stream().anyMatch(PlannedArm::optional);
        return every ? arms.map(PlannedArm::name).toList() : List.of();
    }

    /** Why the reference is not up to date; empty if it is. */
    private List<String> reasons(Part part) throws IOException {
        Path folder = options.reference().resolve(part.run.name());
        if (!Summary.isIn(folder)) return List.of("no result");
        Summary stored = Summary.read(folder.resolve("summary.json"));
        var reasons = new ArrayList<String>();
        List<String> changed = stored.changedFiles(Configuration.of(options.project()));
        if (!changed.isEmpty()) reasons.add("changed: " + Earlier.files(changed));
        for (PlannedArm arm : part.run.arms())
            if (stored.arms().stream().noneMatch(known -> known.name().equals(arm.name())))
                reasons.add("no arm " + arm.name());
        int runs = stored.arms().stream()
                .map(ArmResult::runs)
                .mapToInt(List::size)
                .min()
                .orElse(0);
        if (runs < part.options.repeats()) reasons.add("runs: " + runs + " of " + part.options.repeats());
        return reasons;
    }
}
