package asynclab.run;

import asynclab.document.Judgement;
import asynclab.model.Bounds;
import asynclab.model.Prediction;
import asynclab.model.Trace;
import asynclab.model.Workload;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.run.ArmRuns.FinishedRun;
import asynclab.run.plan.ArmPrediction;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.Model;
import asynclab.run.result.ArmResult;
import asynclab.run.result.Conclusion;
import asynclab.run.result.Diagnosis;
import asynclab.run.result.ExperimentResult;
import asynclab.run.result.RunResult;
import asynclab.run.result.Summary;
import asynclab.run.result.Threshold;
import asynclab.run.result.Validity;
import asynclab.run.result.ValidityCheck;
import asynclab.run.result.figures.OpenFigures;
import asynclab.run.result.figures.OverloadFigures;
import asynclab.run.result.figures.Predicted;
import asynclab.run.result.figures.ThreadLanes;
import asynclab.run.result.figures.TimeClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.io.FileUtils;

/**
 * Makes the result of an experiment from its runs: the measured figures beside the predicted ones, and the curves of each arm.
 * {@code results/README.md} describes the folder of a result.
 */
public final class Evaluation {

    private final Experiment experiment;
    private final Model model;
    private final int speed;

    Evaluation(Experiment experiment, Model model, int speed) {
        this.experiment = experiment;
        this.model = model;
        this.speed = speed;
    }

    /** Evaluates a run as soon as it is measured. The curves of an arm's first run go into the folder. */
    FinishedRun finished(ArmRun run, ArmRuns arm, ValidityCheck leftOut, Path curves) throws IOException {
        if (run.number() == 1 && run.arm().percent() == null) writeCurves(curves, run);
        return new FinishedRun(
                arm.version(),
                result(run, arm.prediction(), overload(arm.prediction())),
                RunChecks.of(run, arm.prediction(), model.seed()),
                leftOut);
    }

    /**
     * The result of all runs.
     *
     * @param arms at least one
     * @param curves the folder with the curves of the first runs; they are copied into the folder of the result
     */
    ExperimentResult of(List<ArmRuns> arms, Map<String, Object> environment, Options options, Path curves)
            throws IOException {
        Path folder = Files.createDirectories(options.results().resolve(experiment.name()));
        var validity = new ArrayList<>(List.of(Validity.machineIdle(environment)));
        var results = new ArrayList<ArmResult>();
        for (ArmRuns arm : arms) {
            for (FinishedRun run : arm.runs()) validity.addAll(run.checks());
            validity.addAll(arm.leftOut());
            results.add(result(arm.prediction(), arm.results()));
            Files.deleteIfExists(threads(folder, arm.arm().name())); // of an earlier run, if there are none now
        }
        FileUtils.copyDirectory(curves.toFile(), folder.toFile());
        return result(
                arms.get(0).version(),
                environment,
                options.command(experiment.name()),
                arms.stream().map(ArmRuns::prediction).toList(),
                results,
                validity,
                List.of());
    }

    private ExperimentResult result(
            String server,
            Map<String, Object> environment,
            String command,
            List<ArmPrediction> predictions,
            List<ArmResult> arms,
            List<ValidityCheck> validity,
            List<Judgement> thresholds) {
        var summary = new Summary(
                Summary.SCHEMA,
                experiment.name(),
                experiment.title(),
                speed,
                server,
                environment,
                command,
                model.load(),
                arms,
                validity,
                thresholds,
                Conclusion.of(arms, validity));
        return new ExperimentResult(summary, predictions);
    }

    private static void writeCurves(Path folder, ArmRun run) throws IOException {
        String arm = run.arm().name();
        run.writeTimeline(folder.resolve(arm + "-timeline.csv"));
        run.samples().writeTimes(folder, arm);
        if (!run.threads().isEmpty()) ThreadLanes.write(threads(folder, arm), run.threadSpans());
    }

    private static Path threads(Path folder, String arm) {
        return folder.resolve(arm + "-threads.csv");
    }

    /** Predicts a stored result again, with the current model and the current experiment. Runs nothing. */
    public static ExperimentResult again(Options options, String name) throws IOException {
        Path folder = options.results().resolve(name);
        if (!Summary.isIn(folder))
            throw new LabException(
                    "There is no stored result of " + name + " to report. Leave out -Drun to measure it.");
        Summary stored = Summary.read(folder.resolve("summary.json"));
        Threshold.check(
                Threshold.parse(options.thresholds()),
                stored.arms().stream().map(ArmResult::name).toList());
        Experiment experiment = Experiment.named(name);
        if (!experiment.workload().faster(stored.speed()).equals(stored.workload()))
            throw new LabException("The load of the experiment " + name
                    + " has changed since this result. Leave out -Drun to measure it again.");
        var model = new Model(stored.workload(), stored.seed());
        var evaluation = new Evaluation(experiment, model, stored.speed());
        var predictions = new ArrayList<ArmPrediction>();
        var arms = new ArrayList<ArmResult>();
        for (ArmResult was : stored.arms()) {
            ArmPrediction prediction =
                    was.predict(model, experiment.arm(was.name()).faster(stored.speed()));
            OverloadFigures overload = evaluation.overload(prediction);
            predictions.add(prediction);
            arms.add(evaluation.result(
                    prediction,
                    was.runs().stream().map(run -> run.predicted(overload)).toList()));
        }
        return evaluation.result(
                stored.server(),
                stored.environment(),
                stored.command(),
                predictions,
                arms,
                stored.validity(),
                stored.thresholds());
    }

    /** @param overload the prediction of an overload; null if the load does not fall */
    private RunResult result(ArmRun run, ArmPrediction prediction, OverloadFigures overload) {
        Trace all = run.samples().all();
        return new RunResult(
                run.number(),
                run.samples().measured(experiment.classes(speed)),
                run.serverFigures(),
                run.burst(),
                overload == null ? null : new RunResult.Overload(overload, overload(run, prediction)),
                prediction.load().isOpen()
                        ? new RunResult.OpenRun(
                                open(prediction, all), run.samples().sends().lateness())
                        : null);
    }

    private OverloadFigures overload(ArmRun run, ArmPrediction prediction) {
        Workload workload = prediction.load().closed(prediction.arm());
        double capacity = Prediction.capacity(Bounds.of(workload, prediction.stages()));
        return OverloadFigures.of(run.samples().all(), workload, speed, window -> run.outcomes(window, capacity));
    }

    /** The prediction of an overload; null if the load does not fall. */
    private OverloadFigures overload(ArmPrediction prediction) {
        if (prediction.load().client().falls().isEmpty()) return null;
        Workload workload = prediction.load().closed(prediction.arm());
        var bounds = Bounds.of(workload, prediction.stages());
        return OverloadFigures.of(
                prediction.run(),
                workload,
                speed,
                window -> Prediction.outcomes(prediction.run(), prediction.occupancy(), window, bounds));
    }

    /** The figures of the second half of the arrivals, when a queue has had time to grow. */
    private static OpenFigures open(ArmPrediction prediction, Trace trace) {
        double millis = prediction.load().arrivals().seconds() * 1_000;
        Integer timeout = prediction.load().client().timeoutMs();
        return OpenFigures.of(trace, millis / 2, millis, timeout == null ? Workload.UNLIMITED : timeout);
    }

    private ArmResult result(ArmPrediction prediction, List<RunResult> runs) {
        RunResult first = runs.get(0);
        var arm = prediction.arm();
        var figures = prediction.figures();
        var predicted = Predicted.of(figures, prediction.stages());
        return new ArmResult(
                arm.name(),
                arm.path(),
                arm.published(),
                predicted,
                TimeClasses.mean(prediction.runs(figures.times().meanOf()), experiment.classes(speed)),
                first.measured(),
                first.server(),
                Diagnosis.of(
                        figures.bounds().limiter(),
                        prediction.load(),
                        predicted,
                        runs.stream().map(RunResult::measured).toList(),
                        runs.stream()
                                .mapToDouble(run -> run.server().meanMachineLoad())
                                .average()
                                .orElseThrow()),
                runs,
                prediction.load().isOpen()
                        ? new ArmResult.OpenArm(
                                arm.curve(),
                                arm.percent() == null ? 100 : arm.percent(),
                                open(prediction, prediction.run()))
                        : null);
    }
}
