package asynclab.frameworks;

import asynclab.experiment.Progress;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.result.Environment;
import asynclab.server.Processes;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures our servlet and the frameworks: the cost of a request in rounds, the posts' own plans, and gateways at several rates. It
 * keeps each measured cell, so an interrupted run of one commit continues. {@code -Darms=} takes names of frameworks, for their cost;
 * names of the posts' experiments; and {@code rates}.
 */
public final class FrameworkRun {

    /** The experiment's name and the name of its folder. */
    public static final String NAME = "frameworks";

    private static final String RATES = "rates";
    private static final int ROUNDS = 6; // the fewest with a 95 % interval
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
        cells = new FrameworkCells(
                Environment.kept(options, "frameworks-cells.json"), String.valueOf(environment.get("commit")));
        environment.remove("seed"); // each post has its own
        environment.computeIfPresent(
                "serverJvmFlags", (name, flags) -> flags + "; for the cost " + String.join(" ", CostRounds.FLAGS));
        rounds = options.repeats() > 1 ? options.repeats() : ROUNDS;
        rateRounds = Math.min(RATE_ROUNDS, rounds);
        steps = steps();
    }

    /** A step, its cells, and how long it takes. */
    private record FrameworkStep(String name, List<String> cells, double seconds, Measurement measurement) {}

    private interface Measurement {
        void take() throws IOException;
    }

    /** The names that {@code -Darms=} takes. */
    public static List<String> arms() {
        return Stream.of(
                        Framework.ALL.stream().map(Framework::name),
                        PostArm.ALL.stream().map(PostArm::experiment).distinct(),
                        Stream.of(RATES))
                .flatMap(names -> names)
                .toList();
    }

    /** Measures the arms that are chosen, or all. @return the folder of the result */
    public static Path run(Options options, Processes processes, PrintStream out) throws IOException {
        for (String arm : options.arms())
            if (!arms().contains(arm))
                throw new LabException("-Darms must be of " + String.join(", ", arms()) + ", but was \"" + arm + "\".");
        var run = new FrameworkRun(options, processes, out);
        run.measure();
        Path folder = options.results().resolve(NAME);
        FrameworkResult result = run.result();
        result.writeTo(folder);
        out.print(new FrameworkReport(result).answers());
        out.printf("%s/report.md has the rest. %s%n", options.relative(folder), result.verdict());
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
            step.measurement.take();
            seconds -= step.seconds;
        }
    }

    /** Without our servlet in each round there is nothing to compare with. */
    private boolean chosen(FrameworkStep step) {
        if (options.arms().isEmpty()) return true;
        String[] parts = step.cells.get(0).split("/");
        return switch (parts[0]) {
            case "cost" -> options.arms().contains(parts[2])
                    || parts[2].equals(Framework.SERVLET.name())
                            && options.arms().stream().anyMatch(arm -> Framework.ALL.stream()
                                    .anyMatch(framework -> framework.name().equals(arm)));
            case "post" -> options.arms().contains(parts[1]);
            default -> options.arms().contains(RATES);
        };
    }

    /** The rounds first. Each round has another order, so that no server always follows the same one. */
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

    /** Those that this machine has a JDK for. */
    private List<Framework> order(List<Framework> all, int round) {
        var order = new ArrayList<>(all.stream()
                .filter(framework -> servers.java(framework) != null)
                .toList());
        Collections.rotate(order, round);
        return order;
    }

    private FrameworkResult result() throws IOException {
        List<String> missing = Stream.concat(
                        steps.stream().flatMap(step -> step.cells.stream()).filter(cell -> !cells.has(cell)),
                        Framework.ALL.stream()
                                .filter(framework -> servers.java(framework) == null)
                                .map(Framework::name))
                .distinct()
                .toList();
        String some = missing.stream().limit(5).collect(Collectors.joining(", "));
        var lines = new LinkedHashMap<String, Integer>();
        for (Framework framework : Framework.ALL)
            lines.put(framework.name(), FrameworkServers.lines(options.project(), framework));
        return new FrameworkResult(
                FrameworkResult.SCHEMA,
                missing.isEmpty(),
                missing.isEmpty()
                        ? "Every arm has been measured."
                        : missing.size() + " arms have not been measured, such as " + some + ".",
                options.speed(),
                rounds,
                rateRounds,
                options.command(NAME),
                environment,
                lines,
                cells.commits(),
                cells.all());
    }
}
