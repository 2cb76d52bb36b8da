package asynclab.calibration;

import asynclab.document.DocumentFolder;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.run.ExperimentRun;
import asynclab.run.Progress;
import asynclab.run.plan.Experiment;
import asynclab.run.result.Environment;
import asynclab.run.result.MeasuredArm;
import asynclab.run.result.Validity;
import asynclab.run.result.ValidityCheck;
import asynclab.server.Processes;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * {@code mvn verify -Plab -Dexperiment=calibration}. {@code -Drun=false} writes the list of workloads with their forecasts, which is
 * committed before the first is measured. A measurement stores each workload at once, and a later run goes on with the next.
 */
public final class Calibration {

    public static final String NAME = "calibration";

    static final int WORKLOADS = 100;
    static final long SEED = 45;
    static final String LIST = "workloads.json";

    private final Options options;
    private final PrintStream out;
    private final List<WorkloadForecast> forecasts;
    private final Map<WorkloadRule, Integer> leftOut;

    /** Draws the workloads of {@code -Dseed} and predicts them, which takes a minute or two. */
    public Calibration(Options options, PrintStream out) {
        this(options, out, WORKLOADS);
    }

    Calibration(Options options, PrintStream out, int workloads) {
        this.options = options;
        this.out = out;
        if (options.publish() && (!isReference() || !options.arms().isEmpty()))
            throw new LabException(
                    "-Dpublish=true is refused: a reference has all workloads of the usual seed. Leave out -Dseed and -Darms.");
        chosen(options.arms(), workloads);
        var drawn = WorkloadDraw.of(options.seed() == null ? SEED : options.seed(), workloads);
        leftOut = drawn.leftOut();
        out.printf("%d workloads are drawn. They are predicted with %d seeds.%n", workloads, FigureForecast.SEEDS);
        forecasts = drawn.accepted().parallelStream().map(WorkloadForecast::of).toList();
    }

    /** The folder of the result, below the machine's own results. */
    public String name() {
        return isReference() ? NAME : NAME + "-seed-" + options.seed();
    }

    private boolean isReference() {
        return options.seed() == null || options.seed() == SEED;
    }

    private Path folder() {
        return options.results().resolve(name());
    }

    /** Only the list of the usual seed is committed. Another seed is for trying the method. */
    private Path list() {
        return (isReference() ? options.reference() : options.results())
                .resolve(name())
                .resolve(LIST);
    }

    /** Writes the list, and makes the report of what is measured. Measures nothing. */
    public void predict() throws IOException {
        checkOwn();
        CalibrationResult stored = measured(); // before another list replaces that of another seed
        Files.createDirectories(list().getParent());
        Files.writeString(list(), WorkloadForecast.list(forecasts));
        out.printf(
                "%s has %d workloads. To measure all takes about %s.%n",
                options.relative(list()), forecasts.size(), Progress.duration(seconds(forecasts)));
        store(stored);
    }

    /** Measures the chosen workloads that are not measured yet. */
    public void measure(Processes processes) throws IOException {
        checkList();
        CalibrationResult stored = measured();
        Set<Integer> chosen = chosen(options.arms(), forecasts.size());
        List<WorkloadForecast> open = chosen.stream()
                .map(number -> forecasts.get(number - 1))
                .filter(forecast ->
                        stored.workloads().stream().noneMatch(one -> one.name().equals(forecast.name())))
                .toList();
        CalibrationResult now = stored;
        for (int i = 0; i < open.size(); i++) {
            out.printf(
                    "%n%s, about %s left: %s%n",
                    open.get(i).name(),
                    Progress.duration(seconds(open.subList(i, open.size()))),
                    open.get(i).workload().title());
            now = store(measured(open.get(i), now, processes));
        }
        store(now);
        out.println(now.verdict());
    }

    private static double seconds(List<WorkloadForecast> some) {
        return some.stream().mapToDouble(WorkloadForecast::seconds).sum();
    }

    /** @throws LabException unless the committed list is what the code predicts now */
    void checkList() throws IOException {
        String again =
                "mvn verify -Plab -Dexperiment=" + NAME + " -Drun=false writes it. Commit it before you measure.";
        if (!Files.exists(list())) throw new LabException("There is no " + options.relative(list()) + ". " + again);
        String now = WorkloadForecast.list(forecasts);
        if (!Files.readString(list()).equals(now))
            throw new LabException(
                    "The list " + options.relative(list()) + " is not what the code draws and predicts now. " + again);
        checkOwn();
        if (isReference() && !Environment.isCommitted(options.project(), list()))
            throw new LabException("The list " + options.relative(list()) + " is not committed. " + again);
        Files.createDirectories(folder());
        Files.writeString(own(), now);
    }

    /** The copy of the list beside the measurements. */
    private Path own() {
        return folder().resolve(LIST);
    }

    /** @throws LabException if the folder has measurements of another list */
    private void checkOwn() throws IOException {
        if (isReference() && Files.exists(own()) && !Files.readString(own()).equals(WorkloadForecast.list(forecasts)))
            throw new LabException("The folder " + options.relative(folder())
                    + " has measurements of another list. Delete it, or move it away.");
    }

    /** What is measured of this list. */
    private CalibrationResult measured() throws IOException {
        boolean same = Files.exists(own()) && Files.readString(own()).equals(WorkloadForecast.list(forecasts));
        CalibrationResult stored = same ? CalibrationResult.in(folder()) : null;
        return stored != null
                ? stored
                : new CalibrationResult(CalibrationResult.SCHEMA, false, "", "", null, Map.of(), List.of());
    }

    private CalibrationResult measured(WorkloadForecast forecast, CalibrationResult before, Processes processes) {
        Map<String, Object> environment =
                Environment.read(options, forecast.workload().workload().seed());
        ValidityCheck idle = Validity.machineIdle(environment);
        Experiment workload = forecast.workload();
        List<MeasuredArm> arms = new ExperimentRun(options, workload, out).runOnce(processes);
        for (MeasuredArm arm : arms)
            if (arm.usableThreads() != ArmSimulation.usableThreads(workload))
                throw new LabException(
                        "The server has " + arm.usableThreads() + " usable threads, but the forecast has "
                                + ArmSimulation.usableThreads(workload)
                                + ". The list is for a machine with so few processors that Jetty uses two threads itself.");
        var all = new ArrayList<>(before.workloads());
        all.add(MeasuredWorkload.of(forecast.name(), (String) environment.get("commit"), idle, arms));
        return new CalibrationResult(
                CalibrationResult.SCHEMA,
                false,
                "",
                "",
                arms.get(0).server(),
                before.environment().isEmpty() ? environment : before.environment(),
                all);
    }

    private CalibrationResult store(CalibrationResult measured) throws IOException {
        var scored = ScoredWorkload.of(forecasts, measured.workloads());
        var result = new CalibrationResult(
                CalibrationResult.SCHEMA,
                scored.size() == forecasts.size(),
                CalibrationReport.verdict(scored, forecasts.size()),
                "mvn verify -Plab -Dexperiment=" + NAME + (isReference() ? "" : " -Dseed=" + options.seed()),
                measured.server(),
                measured.environment(),
                measured.workloads());
        result.writeTo(folder());
        DocumentFolder.write(CalibrationReport.of(result, forecasts, leftOut), folder());
        return result;
    }

    /**
     * The numbers of the workloads, such as {@code 1-20,34}; all if there are none.
     *
     * @throws LabException if one is no number of a workload
     */
    static Set<Integer> chosen(List<String> ranges, int workloads) {
        var chosen = new LinkedHashSet<Integer>();
        for (String range : ranges.isEmpty() ? List.of("1-" + workloads) : ranges) {
            String[] ends = range.matches("\\d{1,6}(-\\d{1,6})?") ? range.split("-") : new String[] {"0"};
            int from = Integer.parseInt(ends[0]);
            int to = Integer.parseInt(ends[ends.length - 1]);
            if (from < 1 || to < from || to > workloads)
                throw new LabException("-Darms must be numbers of workloads from 1 to " + workloads
                        + " such as 1-20,34, but was \"" + range + "\".");
            IntStream.rangeClosed(from, to).forEach(chosen::add);
        }
        return chosen;
    }
}
