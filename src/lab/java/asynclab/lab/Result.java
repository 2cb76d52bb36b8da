package asynclab.lab;

import asynclab.queueing.Prediction;
import asynclab.queueing.Station;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes what an experiment found to {@code results/local/<experiment>/}; {@code results/README.md} says what is there. */
final class Result {

    private final Options options;
    private final Experiment experiment;
    private final Model model;
    private final PrintStream out;

    Result(Options options, Experiment experiment, Model model, PrintStream out) {
        this.options = options;
        this.experiment = experiment;
        this.model = model;
        this.out = out;
    }

    /** An arm as it was predicted and run. */
    record Measured(Experiment.Arm arm, Station station, Prediction prediction, List<ArmRun> runs) {}

    /**
     * @param version of the server
     * @return the folder
     */
    Path write(List<Measured> arms, Map<String, Object> environment, String version) throws IOException {
        Path folder = options.results().resolve(experiment.name());
        Files.createDirectories(folder);
        var validity = new ArrayList<>(List.of(Validity.machineIdle(environment)));
        var figures = new ArrayList<Summary.Arm>();
        for (Measured measured : arms) {
            ArmRun first = measured.runs.get(0);
            for (ArmRun run : measured.runs) validity.addAll(Validity.of(run, model.load(), model.draws()));
            figures.add(arm(
                    measured.arm,
                    measured.station,
                    measured.prediction,
                    measured.runs.stream()
                            .map(run -> new Summary.Run(
                                    run.number(), Summary.Measured.of(run.samples()), run.serverFigures()))
                            .toList()));
            first.writeTimeline(folder.resolve(measured.arm.name() + "-timeline.csv"));
            try (var hgrm = new PrintStream(
                    folder.resolve(measured.arm.name() + ".hgrm").toFile(), StandardCharsets.UTF_8)) {
                first.samples().all().histogram().outputPercentileDistribution(hgrm, 1.0);
            }
            Times.write(
                    folder.resolve(measured.arm.name() + "-times.csv"),
                    first.samples().byLabel());
        }
        return write(
                new Summary(
                        Summary.SCHEMA,
                        experiment.name(),
                        experiment.title(),
                        options.speed(),
                        version,
                        environment,
                        options.command(experiment.name()),
                        model.load(),
                        figures,
                        validity,
                        List.of(),
                        Verdict.of(model.load(), figures, validity)),
                options,
                out);
    }

    /** Predicts and reports anew what was measured and stored, by the model and the experiment as they are now; runs nothing. */
    static Path again(Options options, String name, PrintStream out) throws IOException {
        Path folder = options.results().resolve(name);
        if (!Summary.isIn(folder))
            throw new LabException(
                    "There is no stored result of " + name + " to report. Leave out -Drun to measure it.");
        Summary stored = Summary.read(folder.resolve("summary.json"));
        Threshold.check(
                options.thresholds(),
                stored.arms().stream().map(Summary.Arm::name).toList());
        Experiment experiment = Experiment.named(name);
        if (!experiment.workload().faster(stored.speed()).equals(stored.workload()))
            throw new LabException(
                    "The load of the experiment " + name + " has changed since. Leave out -Drun to measure it again.");
        var model = new Model(stored.workload(), ((Number) stored.environment().get("seed")).longValue());
        var result = new Result(options, experiment, model, out);
        var figures = new ArrayList<Summary.Arm>();
        for (Summary.Arm was : stored.arms()) {
            Experiment.Arm arm = experiment.arm(was.name()).faster(stored.speed());
            Station station =
                    arm.station(was.server().usableThreads(), was.server().reservedThreads());
            figures.add(result.arm(arm, station, model.predict(arm, station), was.runs()));
        }
        List<Validity.Check> validity = Validity.complete(stored.validity(), stored.environment());
        return write(
                new Summary(
                        stored.schema(),
                        stored.experiment(),
                        experiment.title(),
                        stored.speed(),
                        stored.server(),
                        stored.environment(),
                        stored.command(),
                        stored.workload(),
                        figures,
                        validity,
                        stored.thresholds(),
                        Verdict.of(stored.workload(), figures, validity)),
                options,
                out);
    }

    private Summary.Arm arm(Experiment.Arm arm, Station station, Prediction prediction, List<Summary.Run> runs) {
        Summary.Run first = runs.get(0);
        var predicted = Summary.Predicted.of(prediction, station);
        double machineLoad = first.server().meanMachineLoad();
        return new Summary.Arm(
                arm.name(),
                arm.path(),
                arm.published(),
                predicted,
                first.measured(),
                first.server(),
                Verdict.why(model.load(), predicted, first.measured(), machineLoad),
                Verdict.word(model.load(), predicted, machineLoad),
                runs);
    }

    /** @throws LabException if a threshold is not met, or the run cannot be trusted to meet it; all is written by then */
    static Path write(Summary unasked, Options options, PrintStream out) throws IOException {
        List<Threshold> asked = options.thresholds();
        Summary summary = asked.isEmpty()
                ? unasked
                : unasked.with(asked.stream().map(t -> t.of(unasked)).toList());
        Path folder = options.results().resolve(summary.experiment());
        summary.writeTo(folder.resolve("summary.json"));
        Report.write(folder);
        Overview.write(options.results());
        JUnitXml.write(summary, options.work());
        out.printf(
                "%n%s%n%s%n%n%s/index.html and report.md have the rest.%n",
                Report.table(summary), summary.verdict(), options.relative(folder));
        if (!asked.isEmpty()) failUnlessMet(summary);
        return folder;
    }

    private static void failUnlessMet(Summary summary) {
        String missed = summary.thresholds().stream()
                .filter(outcome -> !outcome.met())
                .map(outcome -> outcome.threshold() + " is not met: " + outcome.detail())
                .collect(Collectors.joining("; "));
        if (!missed.isEmpty()) throw new LabException(missed + ".");
        if (summary.validity().stream().anyMatch(check -> check.serious() && !check.ok()))
            throw new LabException("The thresholds are met. " + summary.verdict());
    }
}
