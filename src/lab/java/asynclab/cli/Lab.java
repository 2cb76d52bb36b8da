package asynclab.cli;

import asynclab.bench.Bench;
import asynclab.experiment.Trial;
import asynclab.experiment.TrialResult;
import asynclab.logs.LogCommand;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.options.TrafficOptions;
import asynclab.plan.Experiment;
import asynclab.portability.Portability;
import asynclab.report.Comparison;
import asynclab.result.TargetModel;
import asynclab.result.Threshold;
import asynclab.server.Processes;
import asynclab.soak.Soak;
import asynclab.soak.SoakResult;
import asynclab.target.Target;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The entry point: runs one experiment, or several one after another. The exit code is 0 if it ran, whatever the result. It is 2,
 * with one sentence, if it could not run, a check of the soak failed, or a threshold was not met.
 */
public final class Lab {

    private static final String CONTAINERS = "containers";

    private Lab() {}

    /** The entry point of profile {@code lab}. The build fails with the sentence in the file {@code lab.failure}, if it is not empty. */
    public static void main(String[] arguments) throws IOException {
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Path failure = Path.of(System.getProperty("lab.failure", "lab-failure.txt"));
        Files.writeString(failure, ""); // empty: the lab did not fail
        try {
            run(out, arguments);
        } catch (LabException e) {
            Files.writeString(failure, e.getMessage());
            out.println("Async Servlet Lab: " + e.getMessage());
            System.exit(2);
        }
    }

    /**
     * Runs an experiment, or several, and returns the folder of the (last) result, which is below {@code results/local/}.
     *
     * @param arguments {@code name=value}, see {@link Options}
     */
    public static Path run(PrintStream out, String... arguments) {
        Options options = Options.of(arguments);
        if (options.help()) {
            out.print(Options.table());
            return options.project();
        }
        TrafficOptions log = TrafficOptions.of(options);
        if (log != null) return answer(options, log, out);
        checkName(options);
        Threshold.parse(options.thresholds()); // refuses a malformed threshold before the run
        var reference = new Reference(options);
        try {
            reference.checkBeforeTheRun();
            if (!options.compare().isEmpty()) return Comparison.write(options, out);
            if (!options.run() && options.experiment().equals("stale"))
                return new ExperimentSeries(options, reference, out).list();
            if (!options.run()) return reportAgain(options, reference, out);
            try (var processes = new Processes()) {
                if (options.isSeries()) return new ExperimentSeries(options, reference, out).run(processes);
                String name = folder(options);
                reference.prepare(name, name.equals(CONTAINERS));
                Path result = runOne(options, processes, out);
                out.print(reference.close(result));
                return result;
            }
        } catch (IOException e) {
            throw new LabException("The result cannot be written: " + e.getMessage(), e);
        }
    }

    private static Path answer(Options options, TrafficOptions log, PrintStream out) {
        try {
            return LogCommand.run(options, log, out);
        } catch (IOException e) {
            throw new LabException("The log cannot be read, or the result cannot be written: " + e.getMessage(), e);
        }
    }

    /** @throws LabException if there is nothing of that name to run */
    private static void checkName(Options options) {
        String name = options.experiment();
        boolean known =
                List.of("all", "stale", "soak", CONTAINERS, TargetModel.NAME).contains(name)
                        || Bench.names().contains(name)
                        || Experiment.names().contains(name);
        if (!known)
            throw new LabException("-Dexperiment must be all, stale, soak, containers, one of the experiments "
                    + String.join(", ", Experiment.names()) + " or one of the benchmarks "
                    + String.join(", ", Bench.names()) + ", but was \"" + name + "\".");
    }

    /** The name of the folder for an experiment's result. */
    private static String folder(Options options) {
        if (options.target() != null) return TargetModel.NAME;
        boolean onJetty = options.server().equals("jetty");
        if (options.isSoak()) return "soak/" + options.server();
        return Bench.names().contains(options.experiment()) && !onJetty
                ? options.experiment() + "-" + options.server()
                : options.experiment();
    }

    private static Path runOne(Options options, Processes processes, PrintStream out) throws IOException {
        if (options.target() != null) return ResultWriter.write(Target.run(options, processes, out), options, out);
        if (options.isSoak()) return Soak.run(options, processes, out);
        if (options.experiment().equals(CONTAINERS)) return Portability.run(options, processes, out);
        return Bench.names().contains(options.experiment())
                ? Bench.run(options, folder(options), processes, out)
                : run(new Trial(options, options.experiment(), out), options, processes, out);
    }

    private static Path run(Trial trial, Options options, Processes processes, PrintStream out) throws IOException {
        new Reference(options).checkArms(trial.experiment(), trial.arms());
        return ResultWriter.write(trial.run(processes), options, out);
    }

    /** Makes the report of the stored result again: of the reference with -Dpublish or without an own result, else of the own. */
    private static Path reportAgain(Options options, Reference reference, PrintStream out) throws IOException {
        if (!options.isSeries()) return reportAgain(options, folder(options), reference, out);
        var names = new ArrayList<>(Experiment.names());
        names.add(TargetModel.NAME);
        for (String name : names) if (reference.exists(name)) reportAgain(options, name, reference, out);
        return options.results();
    }

    private static Path reportAgain(Options options, String name, Reference reference, PrintStream out)
            throws IOException {
        reference.prepare(name, true);
        Path folder = options.results().resolve(name);
        if (options.isSoak()) SoakResult.read(folder.resolve("summary.json")).write(folder);
        else if (name.equals(CONTAINERS)) Portability.reportAgain(options);
        else if (name.equals(TargetModel.NAME)) ResultWriter.write(Target.again(options), options, out);
        else if (Bench.names().contains(options.experiment())) Bench.reportAgain(folder);
        else ResultWriter.write(TrialResult.again(options, name), options, out);
        out.print(reference.close(folder));
        return folder;
    }
}
