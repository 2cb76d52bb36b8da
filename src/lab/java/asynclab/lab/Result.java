package asynclab.lab;

import asynclab.queueing.Budget;
import asynclab.queueing.Occupancy;
import asynclab.queueing.Prediction;
import asynclab.queueing.Stages;
import asynclab.queueing.Station;
import asynclab.queueing.Trace;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes what an experiment found to {@code results/<experiment>/}; {@code results/README.md} says what is there. */
final class Result {

    private final Options options;
    private final Experiment experiment;
    private final Experiment.Load load;
    private final PlanDraws draws;
    private final PrintStream out;

    /** @param load the experiment's, at the speed asked for */
    Result(Options options, Experiment experiment, Experiment.Load load, PlanDraws draws, PrintStream out) {
        this.options = options;
        this.experiment = experiment;
        this.load = load;
        this.draws = draws;
        this.out = out;
    }

    /**
     * @param runs of each arm, every repeat
     * @param version of the server
     * @return the folder
     */
    Path write(
            List<Experiment.Arm> arms,
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
            var predicted = Summary.Predicted.of(
                    predictions.get(arm.name()), stations.get(arm.name()), load.rampSeconds() * 1_000.0);
            var measured = Summary.Measured.of(first.samples());
            var asStarted = asStarted(arm, stations.get(arm.name()), first.samples());
            figures.add(new Summary.Arm(
                    arm.name(),
                    arm.path(),
                    arm.published(),
                    predicted,
                    measured,
                    asStarted,
                    first.serverFigures(),
                    Verdict.why(load, predicted, measured, asStarted, first.meanMachineLoad()),
                    Verdict.word(load, predicted, first.meanMachineLoad()),
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
                options.command(experiment.name()),
                load,
                figures,
                validity,
                Verdict.of(load, figures, validity));
        summary.writeTo(folder.resolve("summary.json"));
        Report.write(folder);
        Overview.write(options.results());
        out.printf(
                "%n%s%n%s%n%nresults/%s/report.md has the rest.%n",
                Report.table(summary), summary.verdict(), experiment.name());
        return folder;
    }

    private Summary.AsStarted asStarted(Experiment.Arm arm, Station station, Samples samples) {
        List<Double> starts = samples.starts();
        if (starts.size() != load.users()) return null; // not every user came to send
        Trace trace = load.toModel(arm)
                .startedAt(starts)
                .simulate(draws, Stages.of(station), draws.seed(), Budget.unlimited(), new Occupancy());
        return Summary.AsStarted.of(starts, trace);
    }
}
