package asynclab.cli;

import asynclab.bench.Bench;
import asynclab.calibration.Calibration;
import asynclab.corpus.report.CorpusRun;
import asynclab.corpus.reproduction.ReproductionRun;
import asynclab.document.TerminalText;
import asynclab.frameworks.FrameworkRun;
import asynclab.logs.LogRun;
import asynclab.options.CorpusOptions;
import asynclab.options.Jdks;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.options.ProbeOptions;
import asynclab.options.SoakOptions;
import asynclab.options.TrafficOptions;
import asynclab.portability.Portability;
import asynclab.probe.ProbeRun;
import asynclab.report.Comparison;
import asynclab.run.Evaluation;
import asynclab.run.ExperimentRun;
import asynclab.run.plan.Experiment;
import asynclab.run.result.Threshold;
import asynclab.server.Processes;
import asynclab.soak.Soak;
import asynclab.soak.SoakResult;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.commons.io.function.IOConsumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;

/**
 * The entry point, and the commands. Each returns the folder of its result, which is below {@code results/local/}. The exit code
 * is 0 if the command ran, whatever its result is. The exit code is 2 if the command could not run, if a check of the soak
 * failed, or if a threshold was not met. Then one sentence says why. In a command's method, the parameters without a name come
 * before the options, because picocli finds them by their position.
 */
@Command(
        name = "asynclab",
        description = "Is asynchronous request processing worth it? Predicts, measures, explains.",
        abbreviateSynopsis = true,
        showDefaultValues = true,
        sortOptions = false,
        scope = ScopeType.INHERIT)
public final class Lab {

    /** The {@link Options} that each command takes. The command {@code experiment} takes all of them. */
    private static final Map<String, String> SHARED = Map.of(
            "benchmark", "speed repeats server jdk run publish",
            "target", "run assert",
            "log", "server jdk run assert host seed port",
            "soak", "arms server jdk run publish seed",
            "calibration", "arms run publish seed",
            "containers", "arms run publish seed",
            "frameworks", "speed arms repeats jdk run publish seed",
            "corpus", "publish",
            "reproduce", "speed arms run publish",
            "compare", "arms");

    private static final String CONTAINERS = "containers";

    /** A run adds to these stored results, or needs the predictions that are stored with them. */
    private static final Set<String> ADDED_TO = Set.of(CONTAINERS, ReproductionRun.NAME, "second-limit", "virtual");

    private final PrintStream out;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "prints what the command does, and its options")
    private boolean help;

    Lab(PrintStream out) {
        this.out = out;
    }

    /**
     * Runs a command line, such as {@code log access.log --threads=200}. The profile {@code lab} passes Maven's properties, and
     * {@link MavenCommand} reads them. The system property {@code lab.failure} names a file for the sentence with which the build
     * fails.
     */
    public static void main(String[] arguments) throws IOException {
        Locale.setDefault(Locale.ROOT); // or numbers in a server's configuration would have the machine's digits
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        String failure = System.getProperty("lab.failure");
        if (failure != null) Files.writeString(Path.of(failure), ""); // empty: the lab did not fail
        try {
            boolean byMaven = arguments.length > 0 && arguments[0].startsWith("maven ");
            CommandReader reader = reader(out, byMaven);
            var words = new ArrayList<>(List.of(arguments));
            if (byMaven) words.addAll(MavenCommand.options(reader, words.remove(0), System.getenv()));
            String[] all = words.toArray(String[]::new);
            reader.execute(byMaven ? MavenCommand.words(reader, all) : all);
        } catch (LabException e) {
            String sentence = TerminalText.printableLines(e.getMessage());
            if (failure != null) Files.writeString(Path.of(failure), sentence);
            out.println("Async Servlet Lab: " + sentence);
            System.exit(2);
        }
    }

    /** @param byMaven whether the user types {@code -DlogFormat}, not {@code --log-format} */
    static CommandReader reader(PrintStream out, boolean byMaven) {
        return new CommandReader(
                new CommandLine(new Lab(out)).setOut(new PrintWriter(out, true)),
                SHARED,
                byMaven
                        ? MavenCommand.SUBJECTS.stream()
                                .map(name -> "--" + name)
                                .toList()
                        : List.of());
    }

    /**
     * Runs the command that Maven's options ask for.
     *
     * @param options {@code name=value}; an empty value is none
     * @return the folder of the (last) result; null if only a help was asked for
     */
    public static Path run(PrintStream out, String... options) {
        CommandReader reader = reader(out, true);
        return (Path) reader.execute(MavenCommand.words(reader, options));
    }

    /** The options as the command of {@link #run} gets them. Runs nothing. */
    public static Options options(String... options) {
        CommandReader reader = reader(System.out, true);
        return reader.options(MavenCommand.words(reader, options));
    }

    @Command(description = "runs an experiment, or several")
    Path experiment(
            @Parameters(paramLabel = "NAME", defaultValue = "80-20", description = "an experiment, `all` or `stale`")
                    String name,
            @Mixin Options options)
            throws IOException {
        var reference = new Reference(options);
        if (options.isSeries()) return series(options, reference);
        if (!Experiment.names().contains(name)) throw noSuch(name);
        if (!options.run()) checkReport(options);
        ExperimentRun run = options.run() ? new ExperimentRun(options, name, out) : null;
        if (run != null) reference.checkArms(run.experiment(), run.arms()); // before the own result is deleted
        return measured(
                options,
                name,
                used -> ResultWriter.write(run.run(used), options, out),
                folder -> ResultWriter.write(Evaluation.again(options, name), options, out));
    }

    /** @throws LabException for an option that says how to measure: a stored result is reported as it was measured */
    private static void checkReport(Options options) {
        for (String measured : List.of("speed", "arms", "repeats", "server", "jdk", "engines", "seed"))
            if (options.given().containsKey(measured))
                throw new LabException("-D" + measured + " says how to measure, but -Drun=false reports a stored result"
                        + " as it was measured. Leave out one of them.");
    }

    private static LabException noSuch(String name) {
        return new LabException("There is no experiment \"" + name
                + "\". There are all, stale, soak, containers, frameworks, corpus, calibration,"
                + " the experiments " + String.join(", ", Experiment.names()) + " and the benchmarks "
                + String.join(", ", Bench.names()) + ".");
    }

    private Path series(Options options, Reference reference) throws IOException {
        reference.checkBeforeTheRun();
        var series = new ExperimentSeries(options, reference, out);
        if (!options.run() && options.experiment().equals("stale")) return series.list();
        if (options.run()) {
            try (var processes = new Processes()) {
                return series.run(processes);
            }
        }
        checkReport(options);
        for (String name : Experiment.names())
            if (reference.exists(name))
                again(options, name, folder -> ResultWriter.write(Evaluation.again(options, name), options, out));
        return options.results();
    }

    @Command(description = "measures what a mechanism costs, with a table of its own")
    Path benchmark(@Parameters(paramLabel = "NAME", description = "a benchmark") String name, @Mixin Options options)
            throws IOException {
        if (!Bench.names().contains(name)) throw noSuch(name);
        if (options.run()) Bench.check(options); // before the own result is deleted
        String server = options.server().equals("jetty") ? "" : "-" + options.server();
        String jdk = options.jdk() == null ? "" : "-jdk" + Jdks.feature(options.jdk());
        String folder = name + server + jdk;
        return measured(options, folder, used -> Bench.run(options, folder, used, out), Bench::reportAgain);
    }

    @Command(description = "probes your own service from outside")
    Path target(@Mixin ProbeOptions options) throws IOException {
        return ProbeRun.run(options, out);
    }

    @Command(description = "answers from an access log whether asynchronous processing is worth it")
    Path log(@Mixin TrafficOptions options) throws IOException {
        return LogRun.run(options, out);
    }

    @Command(description = "predicts published benchmarks, and puts published beside predicted")
    Path corpus(@Mixin CorpusOptions options) throws IOException {
        if (options.publish() && !options.isBuiltIn())
            throw new LabException("-Dpublish=true is refused: the reference has the sources of the project only.");
        return CorpusRun.run(options, out);
    }

    @Command(description = "measures ten published benchmarks of the corpus on our servers")
    Path reproduce(@Mixin Options options) throws IOException {
        if (options.run()) ReproductionRun.check(options); // before the own result is deleted
        return measured(
                options,
                ReproductionRun.NAME,
                used -> ReproductionRun.run(options, used, out),
                folder -> ReproductionRun.plan(options, folder, out));
    }

    @Command(description = "runs honest and hostile clients against the application for a long time")
    Path soak(@Mixin SoakOptions options) throws IOException {
        String name = "soak/" + options.server();
        IOConsumer<Path> again =
                folder -> SoakResult.read(folder.resolve("summary.json")).write(folder);
        return measured(options, name, used -> Soak.run(options, used, out), again);
    }

    @Command(description = "tries the WAR on other containers")
    Path containers(@Mixin Options options) throws IOException {
        if (options.run()) Portability.check(options); // before the own result is deleted
        return measured(options, CONTAINERS, used -> Portability.run(options, used, out), Portability::reportAgain);
    }

    @Command(description = "measures other frameworks beside our servlet")
    Path frameworks(@Mixin Options options) throws IOException {
        if (options.run()) FrameworkRun.check(options); // before the own result is deleted
        return measured(
                options, FrameworkRun.NAME, used -> FrameworkRun.run(options, used, out), FrameworkRun::reportAgain);
    }

    @Command(description = "measures workloads that were drawn and predicted before")
    Path calibration(@Mixin Options options) throws IOException {
        new Reference(options).checkBeforeTheRun();
        var calibration = new Calibration(options, out);
        if (options.run()) {
            try (var processes = new Processes()) {
                calibration.measure(processes);
            }
        } else calibration.predict();
        return closed(options, calibration.name());
    }

    @Command(description = "compares two results, runs nothing")
    Path compare(
            @Parameters(paramLabel = "RESULT", arity = "1..*", description = "two results, as `A,B`")
                    List<String> results,
            @Mixin Options options)
            throws IOException {
        if (results.size() != 2)
            throw new LabException(
                    "-Dcompare must be two results, as in -Dcompare=80-20,results/local/80-20, but was \""
                            + String.join(",", results) + "\".");
        return Comparison.write(options, results, out);
    }

    @Command(name = "options", description = "prints every option as a table in Markdown")
    Path table() {
        out.print(MavenCommand.table(reader(out, true)));
        return null;
    }

    private Path measured(Options options, String name, IOConsumer<Processes> run, IOConsumer<Path> again)
            throws IOException {
        Threshold.parse(options.thresholds()); // refuses a malformed threshold before the run
        var reference = new Reference(options);
        reference.checkBeforeTheRun();
        if (!options.run()) return again(options, name, again);
        reference.prepare(name, ADDED_TO.contains(name));
        try (var processes = new Processes()) {
            run.accept(processes);
        }
        return closed(options, name);
    }

    /**
     * Makes the report of a stored result again. It takes the machine's own result. With -Dpublish, or if there is no own result,
     * it takes the reference.
     *
     * @throws LabException if there is neither
     */
    private Path again(Options options, String name, IOConsumer<Path> again) throws IOException {
        var reference = new Reference(options);
        if (!reference.exists(name) && !name.equals(ReproductionRun.NAME)) // that reports its predictions, too
        throw new LabException("There is no stored result of " + name + " to report. Leave out -Drun to measure it.");
        reference.prepare(name, true);
        again.accept(options.results().resolve(name));
        return closed(options, name);
    }

    private Path closed(Options options, String name) throws IOException {
        Path folder = options.results().resolve(name);
        out.print(new Reference(options).close(folder));
        return folder;
    }
}
