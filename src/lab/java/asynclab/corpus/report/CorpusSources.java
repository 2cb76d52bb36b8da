package asynclab.corpus.report;

import asynclab.corpus.Benchmark;
import asynclab.corpus.BenchmarkReader;
import asynclab.options.CorpusOptions;
import asynclab.options.LabException;
import asynclab.parameter.BadParameter;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The benchmarks of a corpus: those of the project, which are in the jar, or those of files. */
public final class CorpusSources {

    private CorpusSources() {}

    /** @throws LabException if a file cannot be read, or is no benchmark, if there is none, or if two have one id */
    public static List<Benchmark> of(CorpusOptions options) {
        List<Benchmark> all = options.isBuiltIn() ? byTitle(builtIn()) : read(options.files());
        if (all.isEmpty())
            throw new LabException("There is no benchmark in "
                    + String.join(
                            ", ",
                            options.files().stream().map(options::relative).toList())
                    + ". A folder must have files that end with .json.");
        var ids = new HashSet<String>();
        for (Benchmark one : all)
            if (!ids.add(one.id()))
                throw new LabException(
                        "Each benchmark must have an id of its own, but \"" + one.id() + "\" is there twice.");
        return all;
    }

    private static List<Benchmark> byTitle(List<Benchmark> all) {
        return all.stream()
                .sorted(Comparator.comparing(Benchmark::title, String.CASE_INSENSITIVE_ORDER))
                .toList();
    }

    /** Those of the project, in the order of their files. */
    public static List<Benchmark> builtIn() {
        try {
            URI folder = CorpusSources.class.getResource("/corpus").toURI();
            if (!folder.getScheme().equals("jar")) return read(List.of(Path.of(folder)));
            try (FileSystem jar = FileSystems.newFileSystem(folder, Map.of())) {
                return read(List.of(jar.getPath("/corpus")));
            }
        } catch (IOException | URISyntaxException e) {
            throw new LabException("The benchmarks of the project cannot be read: " + e.getMessage(), e);
        }
    }

    private static List<Benchmark> read(List<Path> files) {
        var all = new ArrayList<Benchmark>();
        for (Path file : files) {
            try {
                if (Files.isDirectory(file)) all.addAll(read(filesOf(file)));
                else all.addAll(BenchmarkReader.read(file.getFileName().toString(), Files.readString(file)));
            } catch (BadParameter bad) {
                throw new LabException(file.getFileName() + ": " + bad.getMessage());
            } catch (IOException e) {
                throw new LabException("The file " + file + " cannot be read: " + e.getMessage() + ".", e);
            }
        }
        return all;
    }

    private static List<Path> filesOf(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted(Comparator.comparing(file -> file.getFileName().toString()))
                    .toList();
        }
    }
}
