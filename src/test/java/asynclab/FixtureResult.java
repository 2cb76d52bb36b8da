package asynclab;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import asynclab.document.DocumentFolder;
import asynclab.document.ResultJson;
import asynclab.model.Latencies;
import asynclab.report.Report;
import asynclab.run.plan.Configuration;
import asynclab.run.result.ArmResult;
import asynclab.run.result.Conclusion;
import asynclab.run.result.ExperimentResult;
import asynclab.run.result.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A stored result for tests: one run of each arm of five-threads. It stays as it is when a reference in {@code results/} is
 * measured again, and it is of a lab that had no timeline of threads, classes, intervals or hashes of the configuration.
 */
public final class FixtureResult {

    public static final String NAME = "five-threads";

    /** What the fixture is in, as results are in {@code results/}. */
    public static final Path RESULTS = Path.of("src/test/resources/stored");

    private FixtureResult() {}

    /** Times of requests with these figures alone, by their names. */
    public static Latencies latencies(Map<String, Double> figures) {
        return ResultJson.mapper().convertValue(figures, Latencies.class);
    }

    /** How late 400 requests were. */
    public static Latencies late(double p50Ms, double p99Ms, double maxMs) {
        return latencies(Map.of("samples", 400.0, "p50Ms", p50Ms, "p99Ms", p99Ms, "maxMs", maxMs));
    }

    /** Copies its files into a folder, which is made if it is missing. @return the folder */
    public static Path copyTo(Path folder) throws IOException {
        return copy(RESULTS.resolve(NAME), folder);
    }

    /** Copies its files into a folder, as if threads had been sampled, or had not. */
    public static void copyTo(Path folder, boolean sampled) throws IOException {
        Path file = copyTo(folder).resolve("summary.json");
        Files.writeString(
                file,
                Files.readString(file).replaceAll("(\"peakBusyThreads\" : \\d+)", "$1, \"sampled\" : " + sampled));
    }

    /** Copies the files of one folder into another. @return the other */
    public static Path copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList())
                Files.copy(file, to.resolve(file.getFileName()), REPLACE_EXISTING);
        }
        return to;
    }

    /** Makes the report of a stored result in its folder. @param now the current configuration */
    public static void report(Path folder, Configuration now) throws IOException {
        Summary stored = Summary.read(folder.resolve("summary.json"));
        DocumentFolder.write(Report.of(ExperimentResult.of(stored), folder, now), folder);
    }

    /** A stored result with these arms instead of its own. It does not compare them. */
    public static Summary withArms(Summary stored, List<ArmResult> arms) {
        return new Summary(
                stored.schema(),
                stored.experiment(),
                stored.title(),
                stored.speed(),
                stored.server(),
                stored.environment(),
                stored.command(),
                stored.workload(),
                arms,
                stored.validity(),
                List.of(),
                new Conclusion(Conclusion.Kind.NOT_COMPARED, null));
    }
}
