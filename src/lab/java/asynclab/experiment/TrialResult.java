package asynclab.experiment;

import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.plan.Experiment;
import asynclab.plan.Model;
import asynclab.queueing.Prediction;
import asynclab.queueing.Station;
import asynclab.result.Summary;
import asynclab.result.Threshold;
import asynclab.result.Times;
import asynclab.result.Validity;
import asynclab.result.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What an experiment found, beside what the model predicts. It leaves the curves of each arm in the folder of the result;
 * {@code results/README.md} says what is there.
 */
public final class TrialResult {

    private final Options options;
    private final Experiment experiment;
    private final Model model;

    TrialResult(Options options, Experiment experiment, Model model) {
        this.options = options;
        this.experiment = experiment;
        this.model = model;
    }

    /** An arm as it was predicted and run. */
    record Measured(Experiment.Arm arm, Station station, Prediction prediction, List<ArmRun> runs) {}

    /** @param version of the server */
    public Summary of(List<Measured> arms, Map<String, Object> environment, String version) throws IOException {
        Path folder = options.results().resolve(experiment.name());
        Files.createDirectories(folder);
        var validity = new ArrayList<>(List.of(Validity.machineIdle(environment)));
        var figures = new ArrayList<Summary.Arm>();
        for (Measured measured : arms) {
            ArmRun first = measured.runs.get(0);
            for (ArmRun run : measured.runs) validity.addAll(RunChecks.of(run, model.load(), model.draws()));
            figures.add(arm(
                    measured.arm,
                    measured.station,
                    measured.prediction,
                    measured.runs.stream()
                            .map(run ->
                                    new Summary.Run(run.number(), run.samples().measured(), run.serverFigures()))
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
        return new Summary(
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
                Verdict.of(model.load(), figures, validity));
    }

    /** Predicts and reports anew what was measured and stored, by the model and the experiment as they are now; runs nothing. */
    public static Summary again(Options options, String name) throws IOException {
        Path folder = options.results().resolve(name);
        if (!Summary.isIn(folder))
            throw new LabException(
                    "There is no stored result of " + name + " to report. Leave out -Drun to measure it.");
        Summary stored = Summary.read(folder.resolve("summary.json"));
        Threshold.check(
                Threshold.parse(options.thresholds()),
                stored.arms().stream().map(Summary.Arm::name).toList());
        Experiment experiment = Experiment.named(name);
        if (!experiment.workload().faster(stored.speed()).equals(stored.workload()))
            throw new LabException(
                    "The load of the experiment " + name + " has changed since. Leave out -Drun to measure it again.");
        var model = new Model(stored.workload(), ((Number) stored.environment().get("seed")).longValue());
        var result = new TrialResult(options, experiment, model);
        var figures = new ArrayList<Summary.Arm>();
        for (Summary.Arm was : stored.arms()) {
            Experiment.Arm arm = experiment.arm(was.name()).faster(stored.speed());
            Station station =
                    arm.station(was.server().usableThreads(), was.server().reservedThreads());
            figures.add(result.arm(arm, station, model.predict(arm, station), was.runs()));
        }
        List<Validity.Check> validity = Validity.complete(stored.validity(), stored.environment());
        return new Summary(
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
                Verdict.of(stored.workload(), figures, validity));
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
}
