package asynclab.frameworks;

import asynclab.bench.measure.PairedRatio;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.run.Progress;
import asynclab.run.result.Environment;
import asynclab.server.Processes;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.function.IORunnable;

/**
 * Measures our servlet and the frameworks: the cost of a request in rounds, the posts' own plans, and gateways at several rates.
 * It keeps each measured cell, so an interrupted run of one commit continues. {@code -Darms=} takes the three parts {@code cost},
 * {@code posts} and {@code rates}; names of frameworks, for their cost; and names of the posts' experiments. A part is published
 * only if it is complete. The parts that a run has not measured stay as they were published.
 */
public final class FrameworkRun {

    /** The experiment's name and the name of its folder. */
    public static final String NAME = "frameworks";

    private static final List<String> PARTS = List.of("cost", "posts", "rates");
    private static final int ROUNDS = PairedRatio.FEWEST;
    private static final int RATE_ROUNDS = 3;

    private final Options options;
    private final PrintStream out;
    private final FrameworkServers servers;
    private final PostRuns posts;
    private final FrameworkCells cells;
    private final Map<String, Object> environment;
    private final int rounds;
    private final int rateRounds;
    private final List<FrameworkStep> steps;

    private FrameworkRun(Options options, Processes processes, PrintStream out) {
        this.options = options;
        this.out = out;
        servers = new FrameworkServers(options, processes);
        posts = new PostRuns(options, processes, servers, out);
        environment = Environment.read(options, 0);
        cells = new FrameworkCells(kept(options), environment.get("commit") + " on " + environment.get("processor"));
        environment.remove("seed"); // each post has its own
        environment.computeIfPresent(
                "serverJvmFlags", (name, flags) -> flags + "; for the cost " + String.join(" ", CostRounds.FLAGS));
        rounds = rounds(options);
        rateRounds = Math.min(RATE_ROUNDS, rounds);
        steps = steps();
    }

    /** The file of the measured cells. The posts of another seed have other hold times. */
    static Path kept(Options options) {
        String seed = options.seed() == null ? "" : "-seed-" + options.seed();
        return Environment.kept(options, "frameworks-cells" + seed + ".json");
    }

    /** The rounds that a run of these options has. */
    private static int rounds(Options options) {
        return options.repeats() > 1 ? options.repeats() : ROUNDS;
    }

    /** A step, its cells, and how long it takes. */
    private record FrameworkStep(String name, List<String> cells, double seconds, IORunnable measurement) {}

    /** The names that {@code -Darms=} takes. */
    public static List<String> arms() {
        return Stream.of(
                        PARTS.stream(),
                        Framework.ALL.stream().map(Framework::name),
                        PostArm.ALL.stream().map(PostArm::experiment).distinct())
                .flatMap(names -> names)
                .toList();
    }

    /** @throws LabException if the run is refused, whatever it measures */
    public static void check(Options options) throws IOException {
        for (String arm : options.arms())
            if (!arms().contains(arm))
                throw new LabException("-Darms must be of " + String.join(", ", arms()) + ", but was \"" + arm + "\".");
        Path published = options.reference().resolve(NAME);
        if (!options.publish() || options.arms().isEmpty() || !Files.exists(published.resolve("summary.json"))) return;
        int wanted = FrameworkResult.read(published).rounds();
        if (rounds(options) != wanted)
            throw new LabException(
                    "-Dpublish=true is refused: the published parts are of " + wanted + " rounds, and this run is of "
                            + rounds(options) + ". Leave out -Darms to measure all parts again.");
    }

    /** Measures the arms that are chosen, or all. Call {@link #check} before. @return the folder of the result */
    public static Path run(Options options, Processes processes, PrintStream out) throws IOException {
        var run = new FrameworkRun(options, processes, out);
        run.measure();
        Path folder = options.results().resolve(NAME);
        FrameworkResult result = run.result();
        result.writeTo(folder);
        out.print(new FrameworkReport(result).measuredParts());
        out.printf("The full report is %s/report.md. %s%n", options.relative(folder), result.verdict());
        return folder;
    }

    /** Writes the report of a stored result again. */
    public static void reportAgain(Path folder) throws IOException {
        FrameworkResult.read(folder).writeTo(folder);
    }

    private void measure() throws IOException {
        List<FrameworkStep> left = steps.stream()
                .filter(step -> chosen(step) && !step.cells.stream().allMatch(cells::has))
                .toList();
        double seconds = left.stream().mapToDouble(FrameworkStep::seconds).sum();
        out.printf("%d steps to measure. Estimated time: %s.%n", left.size(), Progress.duration(seconds));
        for (int i = 0; i < left.size(); i++) {
            FrameworkStep step = left.get(i);
            out.printf(
                    "%s: %d of %d, about %s left | %s%n", NAME, i, left.size(), Progress.duration(seconds), step.name);
            step.measurement.run();
            seconds -= step.seconds;
        }
    }

    /** Our servlet is in each round, because the frameworks are compared with it. */
    private boolean chosen(FrameworkStep step) {
        List<String> arms = options.arms();
        String[] names = step.cells.get(0).split("/");
        if (arms.isEmpty()) return true;
        return switch (names[0]) {
            case "cost" -> arms.contains("cost")
                    || arms.contains(names[2])
                    || names[2].equals(Framework.SERVLET.name())
                            && Framework.ALL.stream().map(Framework::name).anyMatch(arms::contains);
            case "post" -> arms.contains("posts") || arms.contains(names[1]);
            default -> arms.contains("rates");
        };
    }

    /** The steps, beginning with the rounds. Each round has another order, so that no server always runs after the same server. */
    private List<FrameworkStep> steps() {
        var steps = new ArrayList<FrameworkStep>();
        var cost = new CostRounds(servers, options.speed());
        for (int round = 1; round <= rounds; round++)
            for (Framework framework : order(Framework.ALL, round)) {
                String cell = FrameworkCells.cost(round, framework);
                steps.add(new FrameworkStep(
                        cell,
                        List.of(cell),
                        CostRounds.estimatedSeconds(options.speed()),
                        () -> cells.put(cell, cost.measure(framework))));
            }
        var rates = new GatewayRates(servers, options.speed());
        for (int number = 1; number <= rateRounds; number++) {
            int round = number;
            for (Framework framework : order(GatewayRates.GATEWAYS, round))
                steps.add(new FrameworkStep(
                        "gateway " + framework.name() + ", round " + round,
                        GatewayRates.RATES.stream()
                                .map(rate -> FrameworkCells.rate(round, rate, framework))
                                .toList(),
                        GatewayRates.estimatedSeconds(options.speed()),
                        () -> rates.measure(round, framework, cells)));
        }
        for (PostArm post : PostArm.ALL) {
            List<String> both = List.of(post.cell(post.servlet()), post.cell(post.framework()));
            steps.add(new FrameworkStep(
                    post.experiment() + ", " + post.arm(),
                    both,
                    2 * posts.seconds(post),
                    () -> posts.measure(post, cells)));
        }
        return steps;
    }

    /** The frameworks for which this machine has a JDK. */
    private List<Framework> order(List<Framework> all, int round) {
        var order = new ArrayList<>(all.stream()
                .filter(framework -> servers.java(framework) != null)
                .toList());
        Collections.rotate(order, round);
        return order;
    }

    private FrameworkResult result() throws IOException {
        Path published = options.reference().resolve(NAME);
        if (options.publish() && Files.exists(published.resolve("summary.json")))
            cells.carry(FrameworkResult.read(published));
        List<String> all = steps.stream().flatMap(step -> step.cells.stream()).toList();
        Set<String> begun = all.stream()
                .filter(cells::has)
                .map(FrameworkCells::part)
                .collect(Collectors.toCollection(TreeSet::new));
        List<String> missing = all.stream()
                .filter(cell -> begun.contains(FrameworkCells.part(cell)) && !cells.has(cell))
                .toList();
        var lines = new LinkedHashMap<String, Integer>();
        for (Framework framework : Framework.ALL)
            lines.put(framework.name(), FrameworkServers.lines(options.project(), framework));
        return new FrameworkResult(
                FrameworkResult.SCHEMA,
                missing.isEmpty() && withoutJdk().isEmpty(),
                verdict(begun, missing),
                options.speed(),
                rounds,
                rateRounds,
                options.command(NAME),
                environment,
                lines,
                cells.commits(),
                cells.all());
    }

    private List<String> withoutJdk() {
        return Framework.ALL.stream()
                .filter(framework -> servers.java(framework) == null)
                .map(Framework::name)
                .toList();
    }

    private String verdict(Set<String> begun, List<String> missing) {
        if (!withoutJdk().isEmpty()) return "This machine has no JDK for " + String.join(", ", withoutJdk()) + ".";
        if (missing.isEmpty()) return "Measured whole: " + String.join(", ", begun) + ".";
        return missing.size() + " measurements are missing, such as "
                + missing.stream().limit(5).collect(Collectors.joining(", ")) + ".";
    }
}
