package asynclab.corpus.reproduction;

import asynclab.corpus.Benchmark;
import asynclab.corpus.BenchmarkArm;
import asynclab.corpus.LoadTool;
import asynclab.corpus.PublishedFigure;
import asynclab.corpus.report.CorpusSources;
import asynclab.corpus.reproduction.ReproductionServers.RunningServers;
import asynclab.frameworks.FrameworkCells;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.run.Progress;
import asynclab.run.result.Environment;
import asynclab.server.Processes;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * {@code mvn verify -Plab -Dexperiment=corpus}: measures ten sources of the corpus on our servers. {@code -Drun=false} writes the plan
 * with the predictions, and makes the report of a stored result again. {@code -Darms=} takes ids of sources. Each arm is kept when it
 * is measured, so an interrupted run of one commit continues, and each source is stored when it is done. A run of some sources does not
 * measure again what an interrupted run of more sources has kept. A run adds to a stored result.
 */
public final class ReproductionRun {

    /** The name of the folder of its result. */
    public static final String NAME = "reproduced";

    private static final double SECONDS_ROUND_AN_ARM = 12; // to start and stop the servers, and to warm up

    private final Options options;
    private final PrintStream out;
    private final List<Benchmark> sources = CorpusSources.builtIn();
    private final List<PlannedReproduction> plan;
    private final ReproductionServers servers;
    private final ReproductionLoad load;
    private final FrameworkCells cells;
    private final Map<String, Object> environment;
    private final Map<String, String> commits = new TreeMap<>();
    private final Map<String, Map<String, Double>> measured = new LinkedHashMap<>();

    private ReproductionRun(Options options, Processes processes, PrintStream out) throws IOException {
        this.options = options;
        this.out = out;
        plan = options.speed() == 1
                ? ReproductionPlan.read(options.reference().resolve(NAME))
                : ReproductionPlan.of(sources, chosen(options), options.speed());
        servers = new ReproductionServers(options, processes);
        load = new ReproductionLoad(options, processes, out);
        environment = Environment.read(options, 0);
        environment.remove("seed"); // no hold time is random
        cells = new FrameworkCells(
                Environment.kept(options, NAME + "-cells.json"), String.valueOf(environment.get("commit")));
    }

    /** The names that {@code -Darms=} takes: the ids of the sources. */
    public static List<String> arms() {
        return ReproducedSource.ALL.stream().map(ReproducedSource::id).toList();
    }

    /** @throws LabException if the run is refused, whatever it measures */
    public static void check(Options options) {
        chosen(options);
        Path predictions = options.reference().resolve(NAME).resolve(ReproductionPlan.FILE);
        if (options.publish() && !Environment.isCommitted(options.project(), predictions))
            throw new LabException("-Dpublish=true is refused: " + options.relative(predictions)
                    + " is not committed. What is expected must be committed before it is measured.");
    }

    /** Measures the sources that are chosen, or all. Call {@link #check} before. @return the folder of the result */
    public static Path run(Options options, Processes processes, PrintStream out) throws IOException {
        List<String> chosen = chosen(options).stream().map(ReproducedSource::id).toList();
        Path folder = options.results().resolve(NAME);
        var run = new ReproductionRun(options, processes, out);
        ReproductionResult stored = ReproductionResult.addedTo(folder, options.speed());
        if (stored != null) run.carry(stored);
        run.measure(chosen, folder);
        out.printf("The full report is %s/report.md.%n", options.relative(folder));
        return folder;
    }

    /**
     * Writes the plan with the predictions, unless there is one. Writes the report of a stored result again.
     *
     * @param folder of the own result
     */
    public static void plan(Options options, Path folder, PrintStream out) throws IOException {
        Path reference = options.reference().resolve(NAME);
        if (!reference.resolve(ReproductionPlan.FILE).toFile().exists()) {
            ReproductionPlan.write(ReproductionPlan.of(CorpusSources.builtIn(), ReproducedSource.ALL, 1), reference);
            out.printf("The predictions are in %s. Commit them before you measure.%n", options.relative(reference));
        }
        List<PlannedReproduction> plan = ReproductionPlan.read(reference);
        ReproductionResult result = ReproductionResult.isIn(folder)
                ? ReproductionResult.read(folder)
                : ReproductionResult.of(1, options.command("corpus"), Map.of(), Map.of(), plan, Map.of());
        result.writeTo(folder);
        out.printf(
                "%s%nEstimated time of all: %s.%n",
                result.verdict(),
                Progress.duration(distinct(plan).stream()
                        .mapToDouble(ReproductionRun::seconds)
                        .sum()));
    }

    private static List<ReproducedSource> chosen(Options options) {
        for (String arm : options.arms())
            if (!arms().contains(arm))
                throw new LabException("-Darms must be of " + String.join(", ", arms()) + ", but was \"" + arm + "\".");
        return ReproducedSource.ALL.stream()
                .filter(source -> options.arms().isEmpty() || options.arms().contains(source.id()))
                .toList();
    }

    private static double seconds(PlannedReproduction arm) {
        return arm.seconds() + SECONDS_ROUND_AN_ARM;
    }

    /** One arm for each measurement. */
    private static List<PlannedReproduction> distinct(List<PlannedReproduction> arms) {
        return List.copyOf(arms.stream()
                .collect(Collectors.toMap(
                        PlannedReproduction::cell, arm -> arm, (first, same) -> first, LinkedHashMap::new))
                .values());
    }

    /** Keeps the measurements of a stored result that are still planned. */
    private void carry(ReproductionResult stored) {
        commits.putAll(stored.commits());
        for (PlannedReproduction arm : plan)
            if (stored.measured().containsKey(arm.cell()))
                measured.put(arm.cell(), stored.measured().get(arm.cell()));
    }

    private void measure(List<String> chosen, Path folder) throws IOException {
        List<PlannedReproduction> arms = distinct(
                plan.stream().filter(arm -> chosen.contains(arm.source())).toList());
        var left = new ArrayList<>(
                arms.stream().filter(arm -> !cells.has(arm.cell())).toList());
        double seconds = left.stream().mapToDouble(ReproductionRun::seconds).sum();
        out.printf("%d arms to measure. Estimated time: %s.%n", left.size(), Progress.duration(seconds));
        for (String source : chosen) {
            for (PlannedReproduction arm : arms) {
                if (!arm.source().equals(source)) continue;
                if (left.contains(arm)) {
                    out.printf("About %s left | %s, %s%n", Progress.duration(seconds), arm.source(), arm.setUp());
                    measure(arm);
                    seconds -= seconds(arm);
                }
                if (cells.has(arm.cell())) measured.put(arm.cell(), cells.all().get(arm.cell()));
            }
            String commit = cells.commits().get(source);
            if (commit != null) commits.put(source, commit);
            store(folder);
        }
        List<String> own = arms.stream().map(PlannedReproduction::cell).toList();
        // Cells of other sources belong to an interrupted run of more sources, which needs all of them.
        if (own.containsAll(cells.all().keySet())) cells.forget(own);
    }

    private void store(Path folder) throws IOException {
        ReproductionResult result =
                ReproductionResult.of(options.speed(), options.command("corpus"), environment, commits, plan, measured);
        result.writeTo(folder);
        out.println(result.verdict());
    }

    private void measure(PlannedReproduction planned) {
        BenchmarkArm arm = planned.scale().of(armOf(planned));
        LoadTool tool = toolOf(planned);
        if (!ReproductionLoad.isAvailable(tool)) {
            out.printf("%s is skipped, because its load tool is not installed: %s.%n", planned.arm(), tool.label());
            return;
        }
        Map<PublishedFigure, Double> seen = send(planned.server(), arm, tool, planned.seconds());
        if (arm.published().containsKey(PublishedFigure.RATIO)) {
            double limited = seen.get(PublishedFigure.X);
            double unlimited =
                    send(StandIn.VIRTUAL, arm, tool, planned.seconds()).get(PublishedFigure.X);
            seen.put(PublishedFigure.RATIO, unlimited / limited);
        }
        var figures = new LinkedHashMap<String, Double>();
        seen.forEach((figure, value) -> figures.put(figure.name(), value));
        cells.put(planned.cell(), figures);
    }

    private Map<PublishedFigure, Double> send(StandIn stands, BenchmarkArm arm, LoadTool tool, double seconds) {
        try (RunningServers running = servers.start(stands, arm)) {
            return load.send(arm, tool, stands, running.measured(), seconds);
        }
    }

    private BenchmarkArm armOf(PlannedReproduction planned) {
        return ReproductionPlan.named(planned.source(), sources).arms().stream()
                .filter(arm -> arm.name().equals(planned.arm()))
                .findFirst()
                .orElseThrow(() ->
                        new LabException("The source " + planned.source() + " has no arm " + planned.arm() + "."));
    }

    private LoadTool toolOf(PlannedReproduction planned) {
        return ReproductionPlan.here(ReproductionPlan.named(planned.source(), sources), List.of())
                .loadTool();
    }
}
