package asynclab.options;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Parameters;

/** The options of the corpus of published benchmarks. Picocli sets the fields, nothing else does. */
public final class CorpusOptions extends Options {

    /** The name of its folder among the results. */
    public static final String NAME = "corpus";

    private static final Path NOTHING = Path.of("true"); // -Dcorpus without a value, as Maven passes it

    private static final Path SOURCES = Path.of("results", NAME, "sources"); // the build packs the benchmarks from here

    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description = "published benchmarks as JSON, files or folders; else those of the project")
    private List<Path> files = List.of();

    /** Whether the benchmarks are those of the project. */
    public boolean isBuiltIn() {
        return files.isEmpty() || files.equals(List.of(NOTHING)) || files.equals(List.of(SOURCES));
    }

    /** Files and folders with benchmarks; empty for those of the project. A name is relative to the project's folder. */
    public List<Path> files() {
        return isBuiltIn()
                ? List.of()
                : files.stream().map(file -> project().resolve(file)).toList();
    }
}
