package asynclab.experiment;

import asynclab.model.Bounds;
import asynclab.model.Prediction;
import asynclab.model.Stages;
import asynclab.model.Trace;
import asynclab.model.Workload;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.plan.Experiment;
import asynclab.plan.LoadPlan;
import asynclab.plan.Model;
import asynclab.plan.PlanDraws;
import asynclab.plan.PlannedArm;
import asynclab.result.ArmResult;
import asynclab.result.Conclusion;
import asynclab.result.Diagnosis;
import asynclab.result.Summary;
import asynclab.result.Threshold;
import asynclab.result.Validity;
import asynclab.result.ValidityCheck;
import asynclab.result.figures.OpenFigures;
import asynclab.result.figures.OverloadFigures;
import asynclab.result.figures.Predicted;
import asynclab.result.figures.ThreadLanes;
import asynclab.result.figures.TimeClasses;
import asynclab.result.figures.Times;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes the result of an experiment: the measured figures beside the predicted ones. It also writes the curves of each arm into
 * the folder of the result, which {@code results/README.md} describes.
 */
public final class TrialResult {

    private final Options options;
    private final Experiment experiment;
    private final Model model;
    private final int speed;

    TrialResult(Options options, Experiment experiment, Model model, int speed) {
        this.options = options;
        this.speed = speed;
        this.experiment = experiment;
        this.model = model;
    }

    /**
     * An arm with its prediction and its runs.
     *
     * @param version of the server
     * @param leftOut about runs that were not valid
     */
    record ArmRuns(
            PlannedArm arm,
            String version,
            Stages stages,
            Prediction prediction,
            List<ArmRun> runs,
            List<ValidityCheck> leftOut) {}

    /** @param arms at least one */
    public Summary of(List<ArmRuns> arms, Map<String, Object> environment) throws IOException {
        Path folder = options.results().resolve(experiment.name());
        Files.createDirectories(folder);
        var validity = new ArrayList<>(List.of(Validity.machineIdle(environment)));
        var figures = new ArrayList<ArmResult>();
        for (ArmRuns measured : arms) {
            for (ArmRun run : measured.runs)
                validity.addAll(RunChecks.of(run, load(measured.arm), draws(measured.arm)));
            validity.addAll(measured.leftOut);
            figures.add(arm(
                    measured.arm,
                    measured.stages,
                    measured.prediction,
                    measured.runs.stream()
                            .map(run -> new ArmResult.Run(
                                    run.number(),
                                    run.samples().measured(classes()),
                                    run.serverFigures(),
                                    run.burst(),
                                    overload(measured.arm, measured.stages, run),
                                    open(measured.arm, run)))
                            .toList()));
            if (measured.arm.percent() == null) writeCurves(folder, measured.arm.name(), measured.runs.get(0));
        }
        return new Summary(
                Summary.SCHEMA,
                experiment.name(),
                experiment.title(),
                speed,
                arms.get(0).version(),
                environment,
                options.command(experiment.name()),
                model.load(),
                figures,
                validity,
                List.of(),
                Conclusion.of(figures, validity));
    }

    private static void writeCurves(Path folder, String arm, ArmRun run) throws IOException {
        run.writeTimeline(folder.resolve(arm + "-timeline.csv"));
        try (var hgrm = new PrintStream(folder.resolve(arm + ".hgrm").toFile(), StandardCharsets.UTF_8)) {
            run.samples().all().histogram().outputPercentileDistribution(hgrm, 1.0);
        }
        Times.write(folder.resolve(arm + "-times.csv"), run.samples().byLabel());
        Path threads = folder.resolve(arm + "-threads.csv");
        if (run.threads().isEmpty()) Files.deleteIfExists(threads); // of an earlier run
        else ThreadLanes.write(threads, run.threadSpans());
    }

    /** Predicts a stored result anew, by the model and the experiment as they are now. Runs nothing. */
    public static Summary again(Options options, String name) throws IOException {
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
            throw new LabException(
                    "The load of the experiment " + name + " has changed since. Leave out -Drun to measure it again.");
        var model = new Model(stored.workload(), ((Number) stored.environment().get("seed")).longValue());
        var result = new TrialResult(options, experiment, model, stored.speed());
        var figures = new ArrayList<ArmResult>();
        for (ArmResult was : stored.arms()) {
            PlannedArm arm = experiment.arm(was.name()).faster(stored.speed());
            Stages stages = stages(model, arm, was);
            figures.add(result.arm(arm, stages, model.predict(arm, stages), result.again(was.runs(), arm, stages)));
        }
        List<ValidityCheck> validity = Validity.complete(stored.validity(), stored.environment()).stream()
                .map(check -> RunChecks.again(check, model.draws()))
                .toList();
        return new Summary(
                Summary.SCHEMA,
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
                Conclusion.of(figures, validity));
    }

    private List<ArmResult.Run> again(List<ArmResult.Run> stored, PlannedArm arm, Stages stages) {
        OverloadFigures overload = predictedOverload(arm, stages);
        return stored.stream().map(run -> run.predicted(overload)).toList();
    }

    /** What a request of a stored arm needed on its server. */
    private static Stages stages(Model model, PlannedArm arm, ArmResult stored) {
        var threads = stored.server().threads();
        return model.stages(arm, threads.usableThreads(), threads.reservedThreads(), stored.burst() != null);
    }

    /** The overload of a run, beside its prediction; null if the load does not fall. */
    private ArmResult.Overload overload(PlannedArm arm, Stages stages, ArmRun run) {
        if (model.load().client().falls().isEmpty()) return null;
        Workload workload = model.load().closed(arm);
        double capacity = Prediction.capacity(Bounds.of(workload, stages));
        return new ArmResult.Overload(
                predictedOverload(arm, stages),
                OverloadFigures.of(run.samples().all(), workload, speed, window -> run.outcomes(window, capacity)));
    }

    private OverloadFigures predictedOverload(PlannedArm arm, Stages stages) {
        if (model.load().client().falls().isEmpty()) return null;
        Workload workload = model.load().closed(arm);
        var bounds = Bounds.of(workload, stages);
        Model.Replay replay = model.replay(arm, stages);
        return OverloadFigures.of(
                replay.all(),
                workload,
                speed,
                window -> Prediction.outcomes(replay.all(), replay.occupancy(), window, bounds));
    }

    private LoadPlan load(PlannedArm arm) {
        return model.load().of(arm);
    }

    private PlanDraws draws(PlannedArm arm) {
        return new PlanDraws(load(arm), model.seed());
    }

    /** What became of the arrivals; null for a closed load. */
    private ArmResult.OpenRun open(PlannedArm arm, ArmRun run) {
        if (!load(arm).isOpen()) return null;
        return new ArmResult.OpenRun(
                open(arm, run.samples().all()), run.samples().sends().lateness());
    }

    /** The figures of the second half of the arrivals, when a queue has had time to grow. */
    private OpenFigures open(PlannedArm arm, Trace trace) {
        double millis = load(arm).arrivals().seconds() * 1_000;
        Integer timeout = load(arm).client().timeoutMs();
        return OpenFigures.of(trace, millis / 2, millis, timeout == null ? Workload.UNLIMITED : timeout);
    }

    private List<Integer> classes() {
        return experiment.classes(speed);
    }

    private ArmResult arm(PlannedArm arm, Stages stages, Prediction prediction, List<ArmResult.Run> runs) {
        ArmResult.Run first = runs.get(0);
        var predicted = Predicted.of(prediction, stages);
        return new ArmResult(
                arm.name(),
                arm.path(),
                arm.published(),
                predicted,
                TimeClasses.mean(model.traces(arm, stages, prediction.times().meanOf()), classes()),
                first.measured(),
                first.server(),
                Diagnosis.of(
                        prediction.bounds().limiter(),
                        load(arm),
                        predicted,
                        runs.stream().map(ArmResult.Run::measured).toList(),
                        runs.stream()
                                .mapToDouble(run -> run.server().meanMachineLoad())
                                .average()
                                .orElseThrow()),
                null,
                runs,
                load(arm).isOpen()
                        ? new ArmResult.OpenArm(
                                arm.curve(),
                                arm.percent() == null ? 100 : arm.percent(),
                                open(arm, model.trace(arm, stages)))
                        : null);
    }
}
